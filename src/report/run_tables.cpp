#include "src/report/run_tables.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "src/report/count_headings.hpp"
#include "src/report/html_text.hpp"
#include "src/report/run_totals.hpp"
#include "urlsieve/log_histogram.hpp"

namespace urlsieve {

namespace {

using column_names = std::vector<std::string>;

// Orders rows by their largest number.
void sort_by_number(page_table& table) {
  std::sort(table.rows.begin(), table.rows.end(), [](const table_row& a, const table_row& b) {
    const auto of_a = *std::max_element(a.numbers.begin(), a.numbers.end());
    const auto of_b = *std::max_element(b.numbers.begin(), b.numbers.end());
    return of_a != of_b ? of_a > of_b : a.key < b.key;
  });
}

class table_maker {
 public:
  table_maker(std::span<const run_facts> runs, const column_names& names) : runs_(runs), names_(names) {}

  [[nodiscard]] page_table begin(std::string_view id, std::string_view title, std::string_view row_names,
                                 std::string_view numbers) const {
    page_table table;
    table.id = id;
    table.title = title;
    table.names = row_names;
    table.compares = runs_.size() > 1;
    table.columns = table.compares ? names_ : column_names{std::string(numbers)};
    return table;
  }

  template <class Number>
  [[nodiscard]] std::vector<std::optional<std::uint64_t>> of_each(const Number& number) const {
    std::vector<std::optional<std::uint64_t>> all;
    for (const run_facts& run : runs_) all.push_back(number(run));
    return all;
  }

  template <class Number>
  void add_row(page_table& table, std::string_view key, std::string_view label, const Number& number) const {
    table.rows.push_back({std::string(key), std::string(label), of_each(number)});
  }

  // Adds a row for each name that any run has, in order of first occurrence.
  template <class Numbers>
  void add_all(page_table& table, const Numbers& numbers_of) const {
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      for (const auto& count : numbers_of(runs_[i])) {
        const auto known = std::find_if(table.rows.begin(), table.rows.end(),
                                        [&count](const table_row& row) { return row.key == count.first; });
        if (known != table.rows.end()) {
          known->numbers[i] = count.second;
          continue;
        }
        table_row row{count.first, {}, std::vector<std::optional<std::uint64_t>>(runs_.size(), 0)};
        row.numbers[i] = count.second;
        table.rows.push_back(std::move(row));
      }
    }
  }

  // Returns an empty table for the counts of a manifest heading.
  [[nodiscard]] page_table begin_heading(std::string_view key) const {
    const count_heading of = heading_for(key);
    return begin(key, of.title, of.names, of.counted);
  }

  // Returns the counts of a manifest heading, the most frequent first. The shares are parts of whole_of(run).
  [[nodiscard]] page_table heading(std::string_view id,
                                   const std::function<std::uint64_t(const run_facts&)>& whole_of) const {
    page_table table = begin_heading(id);
    table.chart = chart_kind::bars;
    table.whole = whole(whole_of);
    add_all(table, [&](const run_facts& run) -> const named_numbers& { return run.under(id); });
    sort_by_number(table);
    return table;
  }

  // Returns the counts of a manifest heading with shares of their sum.
  [[nodiscard]] page_table divided_heading(std::string_view id) const {
    return heading(id, [id](const run_facts& run) {
      std::uint64_t sum = 0;
      for (const auto& [name, times] : run.under(id)) sum += times;
      return sum;
    });
  }

  void add_examples(page_table& table) const {
    for (table_row& row : table.rows)
      for (const run_facts& run : runs_)
        for (const manifest_examples& group : run.examples)
          if (group.heading == table.id && group.reason == row.key)
            row.examples.insert(row.examples.end(), group.texts.begin(), group.texts.end());
  }

  [[nodiscard]] std::vector<std::uint64_t> whole(
      const std::function<std::uint64_t(const run_facts&)>& of) const {
    std::vector<std::uint64_t> all;
    for (const run_facts& run : runs_) all.push_back(of(run));
    return all;
  }

  [[nodiscard]] std::span<const run_facts> runs() const { return runs_; }

 private:
  std::span<const run_facts> runs_;
  const column_names& names_;
};

// Includes the empty buckets between the first and the last, so that the axis has no gaps.
template <class Numbers>
page_table histogram(const table_maker& make, page_table table, const Numbers& numbers_of) {
  page_table counts = table;
  make.add_all(counts, numbers_of);
  std::vector<table_row> rows(log_histogram::buckets);
  std::size_t first = log_histogram::buckets;
  std::size_t last = 0;
  for (table_row& row : counts.rows) {
    const std::size_t bucket = bucket_named(row.key);
    first = std::min(first, bucket);
    last = std::max(last, bucket);
    rows[bucket] = std::move(row);
  }
  for (std::size_t bucket = first; bucket <= last; ++bucket) {
    table_row& row = rows[bucket];
    row.key = std::to_string(log_histogram::least_of(bucket));
    row.label = sizes_in(bucket);
    row.numbers.resize(table.columns.size(), 0);
    table.rows.push_back(std::move(row));
  }
  table.chart = chart_kind::histogram;
  table.folded = true;
  return table;
}

page_table histogram_of_heading(const table_maker& make, std::string_view id) {
  return histogram(make, make.begin_heading(id),
                   [&](const run_facts& run) -> const named_numbers& { return run.under(id); });
}

std::uint64_t references_of(const run_facts& run) {
  return run.references;
}

page_table funnel(const table_maker& make) {
  page_table table = make.begin("funnel", "From references to URLs", "stage", "number");
  table.chart = chart_kind::bars;
  table.whole = make.whole(references_of);
  make.add_row(table, "references", "references found", references_of);
  make.add_row(table, "kept", "kept, with a URL", [](const run_facts& run) { return run.kept; });
  make.add_row(table, "urls", "distinct URLs", [](const run_facts& run) { return run.unique; });
  return table;
}

page_table ranking(const table_maker& make, std::string_view id, std::string_view title,
                   std::string_view row_names, name_ranking run_facts::* ranked) {
  page_table table = make.begin(id, title, row_names, "URLs");
  table.chart = chart_kind::bars;
  table.whole = make.whole([](const run_facts& run) { return run.lines; });
  for (std::size_t i = 0; i < make.runs().size(); ++i) {
    const name_ranking& of_run = make.runs()[i].*ranked;
    for (const top_counts::entry& entry : of_run.top) {
      const auto known = std::find_if(table.rows.begin(), table.rows.end(),
                                      [&](const table_row& row) { return row.key == entry.name; });
      if (known != table.rows.end()) {
        known->numbers[i] = entry.urls;
        continue;
      }
      table_row row{entry.name, {}, std::vector<std::optional<std::uint64_t>>(make.runs().size())};
      row.numbers[i] = entry.urls;
      table.rows.push_back(std::move(row));
    }
    if (of_run.lacking != 0) {
      table.note = "Too many names for exact counts: a count may be too low by at most " +
                   grouped(of_run.lacking) + '.';
    } else if (make.runs().size() == 1 && of_run.names > of_run.top.size()) {
      table.note = "Top " + grouped(of_run.top.size()) + " of " + grouped(of_run.names) + '.';
    }
  }
  for (std::size_t i = 0; i < make.runs().size(); ++i)
    for (const auto& [name, urls] : (make.runs()[i].*ranked).comparison_counts)
      for (table_row& row : table.rows)
        if (row.key == name) row.numbers[i] = urls;
  sort_by_number(table);
  return table;
}

page_table stages(const table_maker& make) {
  page_table table = make.begin("milliseconds", "Time by stage", "stage", "milliseconds");
  table.note = "Work summed over all threads, without waiting; elapsed is wall-clock time.";
  table.chart = chart_kind::bars;
  make.add_all(table, [](const run_facts& run) -> const named_numbers& { return run.milliseconds; });
  return table;
}

void add_rankings(const table_maker& make, std::vector<page_table>& all) {
  all.push_back(ranking(make, "hosts", "Hosts", "host", &run_facts::hosts));
  all.push_back(ranking(make, "domains", "Registrable domains", "domain", &run_facts::domains));
  all.push_back(ranking(make, "suffixes", "Public suffixes", "suffix", &run_facts::suffixes));
  all.push_back(ranking(make, "schemes", "Schemes", "scheme", &run_facts::schemes));
}

void add_sizes(const table_maker& make, std::vector<page_table>& all) {
  all.push_back(histogram_of_heading(make, "url_lengths"));
  all.push_back(histogram_of_heading(make, "document_references"));
  all.push_back(histogram(make, make.begin("host_urls", "URLs per host", "URLs", "hosts"),
                          [](const run_facts& run) -> const named_numbers& { return run.host_urls; }));
}

}  // namespace

page_table totals_table(std::span<const run_facts> runs, const std::vector<std::string>& names) {
  const table_maker make(runs, names);
  page_table table = make.begin("totals", "Totals", "total", "");
  // Totals that no run has are left out.
  for (const run_total& total : run_totals)
    if (std::any_of(runs.begin(), runs.end(), [&](const run_facts& run) { return total.is_known(run); }))
      table.rows.push_back(
          {std::string(total.key),
           std::string(total.title).append(total.unit == total_unit::milliseconds ? " in milliseconds" : ""),
           make.of_each([&](const run_facts& run) {
             return total.is_known(run) ? std::optional(total.of(run)) : std::nullopt;
           })});
  return table;
}

std::vector<page_table> tables_of(std::span<const run_facts> runs, const std::vector<std::string>& names) {
  const table_maker make(runs, names);
  std::vector<page_table> all{funnel(make)};
  add_rankings(make, all);
  for (const std::string_view heading : {"rejected", "flagged"}) {
    all.push_back(make.heading(heading, references_of));
    make.add_examples(all.back());
  }
  all.push_back(make.heading("repaired", references_of));
  for (const std::string_view heading : {"source_documents", "documents_by_type", "formats", "where"})
    all.push_back(make.divided_heading(heading));
  add_sizes(make, all);
  all.push_back(make.divided_heading("damaged"));
  all.push_back(stages(make));
  return all;
}

}  // namespace urlsieve
