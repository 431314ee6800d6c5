#include "src/datasets/output_lookup.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "src/shards/partition.hpp"
#include "src/shards/shard_reader.hpp"
#include "src/shards/sort_key.hpp"
#include "src/text/ascii.hpp"
#include "src/url/hosts/public_suffix.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {
namespace {

using place = row_range::place;

constexpr std::size_t most_open = 64;
// Rows that a reader of a whole shard delivers in the time of one search among adjacent rows.
constexpr std::uint64_t rows_per_adjacent_search = 32;
constexpr std::size_t least_urls_for_whole_shard = 64;

bool is_same(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, ascii::lower, ascii::lower);
}

// Returns true for `domain` and the names below it, ignoring case.
bool is_below(std::string_view host, std::string_view domain) {
  if (host.size() <= domain.size()) return is_same(host, domain);
  const std::size_t labels = host.size() - domain.size();
  return host[labels - 1] == '.' && is_same(host.substr(labels), domain);
}

// Returns true if a key in the manifest is unchanged: it was valid UTF-8, and had no password, which the
// manifest removes.
bool is_unmasked(std::string_view key) {
  return key.find("***") == std::string_view::npos && key.find("\xEF\xBF\xBD") == std::string_view::npos;
}

}  // namespace

output_lookup::output_lookup(const std::string& directory, const manifest& run, remote_context remote)
    : directory_(directory), run_(run), remote_(std::move(remote)), layout_(run), decoder_(run) {}

std::uint32_t output_lookup::number_of(const shard_summary& shard) const {
  return run_.only_shard ? *run_.only_shard : static_cast<std::uint32_t>(&shard - run_.shards.data());
}

std::string_view output_lookup::document_of(std::string_view key) const {
  return run_.edges == edge_choice::none ? key : key.substr(0, key.find('\t'));
}

void output_lookup::write_as(row_form form) {
  writer_.emplace(form, row_columns(run_));
}

result<bool> output_lookup::deliver(shard_reader& reader, const consumer_ref<output_row>& take) {
  if (writer_ && reader.is_typed()) {
    decoder_.decode(reader.values(), typed_);
    return write(reader.key(), take);
  }
  return deliver(reader.row(), reader.key(), take);
}

result<bool> output_lookup::deliver(std::string_view row, std::string_view key,
                                    const consumer_ref<output_row>& take) {
  if (writer_) {
    if (decoder_.decode(row, typed_)) return write(key, take);
    return tl::unexpected(
        error{error_code::cannot_read, directory_ + " has a row that contradicts its manifest"});
  }
  current_row_.url = key;
  current_row_.row = row;
  if (!layout_.split(row, values_)) values_.clear();
  current_row_.values = values_;
  return take(current_row_);
}

bool output_lookup::write(std::string_view key, const consumer_ref<output_row>& take) {
  written_.clear();
  writer_->append(typed_.values(), written_);
  current_row_.url = key;
  current_row_.row = std::string_view(written_).substr(0, written_.size() - 1);
  current_row_.values = {};
  return take(current_row_);
}

result<bool> output_lookup::read_whole(const shard_summary& shard, const consumer_ref<output_row>& take) {
  return read_some(shard, {}, take);
}

result<bool> output_lookup::read_some(const shard_summary& shard,
                                      const std::function<bool(const sorted_row&)>& holds,
                                      const consumer_ref<output_row>& take) {
  result<shard_reader> reader =
      shard_reader::open(directory_, shard, run_, layout_, shard_reader::default_memory, remote_);
  if (!reader) return tl::unexpected(std::move(reader.error()));
  current_row_.shard = number_of(shard);
  while (reader->next()) {
    if (is_stopped()) return false;
    if (holds && !holds({reader->key(), reader->sort_key()})) continue;
    if (const result<bool> more = deliver(*reader, take); !more || !*more) return more;
  }
  if (result<void> checked = reader->check(); !checked) return tl::unexpected(std::move(checked.error()));
  return true;
}

result<row_search*> output_lookup::search_of(const shard_summary& shard) {
  const auto number = static_cast<std::size_t>(&shard - run_.shards.data());
  auto found = searches_.find(number);
  if (found == searches_.end()) {
    if (searches_.size() == most_open) searches_.erase(searches_.begin());
    result<std::optional<row_search>> opened = row_search::open(directory_, shard, run_, remote_);
    if (!opened) return tl::unexpected(std::move(opened.error()));
    found = searches_.emplace(number, *std::move(opened)).first;
  }
  return found->second ? &*found->second : nullptr;
}

shard_filters& output_lookup::filters_of(const shard_summary& shard) {
  const auto number = static_cast<std::size_t>(&shard - run_.shards.data());
  auto found = filters_.find(number);
  if (found == filters_.end()) {
    // Each layer has an open file.
    const std::size_t most =
        std::max<std::size_t>(most_open / std::max<std::size_t>(shard.layers.size(), 1), 1);
    while (filters_.size() >= most) filters_.erase(filters_.begin());
    found = filters_.emplace(number, shard_filters::open(directory_, shard, remote_)).first;
  }
  return found->second;
}

bool output_lookup::can_hold(const shard_summary& shard, const row_range& range) const {
  if (shard.lines == 0) return false;
  std::string storage;
  const auto position_of = [&](std::string_view key) {
    assign_sort_key(run_.order, key, storage);
    return range.place_of({key, storage});
  };
  if (is_unmasked(shard.first_key) && position_of(shard.first_key) == place::behind) return false;
  return !is_unmasked(shard.last_key) || position_of(shard.last_key) != place::before;
}

result<bool> output_lookup::read_found(row_search& search, result<bool> found, const row_range& range,
                                       const consumer_ref<output_row>& take) {
  for (; found && *found && range.place_of(search.keys()) == place::inside; found = search.next()) {
    if (is_stopped()) return false;
    if (range.holds && !range.holds(search.keys())) continue;
    if (const result<bool> more = deliver(search.row(), search.keys().key, take); !more || !*more)
      return more;
  }
  if (!found) return found;
  return true;
}

result<bool> output_lookup::read_range(const shard_summary& shard, const row_range& range,
                                       const consumer_ref<output_row>& take) {
  if (!can_hold(shard, range)) return true;
  const result<row_search*> search = search_of(shard);
  if (!search) return tl::unexpected(search.error());
  current_row_.shard = number_of(shard);
  if (*search != nullptr) {
    result<bool> found =
        (*search)->find([&](const sorted_row& row) { return range.place_of(row) == place::before; });
    return read_found(**search, std::move(found), range, take);
  }
  result<shard_reader> reader =
      shard_reader::open(directory_, shard, run_, layout_, shard_reader::default_memory, remote_);
  if (!reader) return tl::unexpected(std::move(reader.error()));
  while (reader->next()) {
    if (is_stopped()) return false;
    const sorted_row row{reader->key(), reader->sort_key()};
    const place position = range.place_of(row);
    if (position == place::behind) return true;
    if (position == place::before || (range.holds && !range.holds(row))) continue;
    if (const result<bool> more = deliver(*reader, take); !more || !*more) return more;
  }
  if (result<void> checked = reader->check(); !checked) return tl::unexpected(std::move(checked.error()));
  return true;
}

std::vector<std::size_t> output_lookup::likely_urls(const shard_summary& shard,
                                                    std::span<const std::string_view> urls,
                                                    std::span<const std::size_t> indexes) {
  if (indexes.empty() || run_.edges != edge_choice::none) return {indexes.begin(), indexes.end()};
  std::vector<std::size_t> likely;
  std::vector<std::pair<std::string, std::size_t>> by_surt;
  shard_filters& filters = filters_of(shard);
  std::string sort_key;
  for (const std::size_t number : indexes) {
    assign_sort_key(run_.order, urls[number], sort_key);
    if (!filters.may_hold(urls[number], sort_key)) continue;
    if (run_.order == row_order::surt)
      by_surt.emplace_back(sort_key, number);
    else
      likely.push_back(number);
  }
  std::ranges::sort(by_surt);
  for (const auto& [surt, number] : by_surt) likely.push_back(number);
  return likely;
}

result<bool> output_lookup::read_sorted_urls(const shard_summary& shard,
                                             std::span<const std::string_view> urls,
                                             std::span<const std::size_t> sorted,
                                             const consumer_ref<output_row>& take) {
  std::size_t next = 0;  // the first URL that is not before the last row
  std::string sort_key;  // of this URL
  const auto read_key = [&] {
    if (next != sorted.size()) assign_sort_key(run_.order, urls[sorted[next]], sort_key);
  };
  read_key();
  const auto holds = [&](const sorted_row& row) {
    while (next != sorted.size() && sort_key < row.sort_key) {
      ++next;
      read_key();
    }
    return next != sorted.size() && sort_key == row.sort_key;
  };
  const auto take_each = [&](const output_row& row) {
    for (std::size_t i = next; i != sorted.size() && urls[sorted[i]] == row.url; ++i) {
      current_row_.asked = sorted[i];
      if (!take(current_row_)) return false;
    }
    return true;
  };
  return read_some(shard, holds, take_each);
}

result<bool> output_lookup::read_urls(const shard_summary& shard, std::span<const std::string_view> urls,
                                      std::span<const std::size_t> indexes,
                                      const consumer_ref<output_row>& take) {
  const bool has_edges = run_.edges != edge_choice::none;
  const bool is_sorted = run_.order != row_order::first_seen;
  const std::vector<std::size_t> likely = likely_urls(shard, urls, indexes);
  if (likely.empty()) return true;
  if (is_sorted && !has_edges && likely.size() >= least_urls_for_whole_shard &&
      likely.size() > shard.lines / rows_per_adjacent_search)
    return read_sorted_urls(shard, urls, likely, take);
  result<row_search*> search = nullptr;
  if (is_sorted) search = search_of(shard);
  if (!search) return tl::unexpected(search.error());
  if (*search == nullptr) {
    std::unordered_multimap<std::string_view, std::size_t> wanted;
    for (const std::size_t number : likely) wanted.emplace(urls[number], number);
    const auto take_each = [&](const output_row& row) {
      const auto [begin, end] = wanted.equal_range(document_of(row.url));
      for (auto at = begin; at != end; ++at) {
        current_row_.asked = at->second;
        if (!take(current_row_)) return false;
      }
      return true;
    };
    return read_some(
        shard, [&](const sorted_row& row) { return wanted.contains(document_of(row.key)); }, take_each);
  }
  for (const std::size_t number : likely) {
    row_range range;
    if (!has_edges) {
      range = equal_to(run_.order, urls[number]);
    } else if (run_.order == row_order::bytes || run_.edges != edge_choice::url) {
      range = beginning_with(std::string(urls[number]) + '\t');
    } else {
      // The order is by both ends together, so only the documents of a host are adjacent.
      const url_view document = url_view::of(urls[number]);
      const std::string host = surt_of_host(document.host());
      const std::string port = document.port().empty() ? "" : ":" + std::string(document.port());
      range = surts_beginning_with(host + port + ")");
      range.holds = [this, url = urls[number]](const sorted_row& row) { return document_of(row.key) == url; };
      if (document.host().empty()) range.place_of = [](const sorted_row&) { return place::inside; };
    }
    current_row_.asked = number;
    const result<bool> more = read_range(shard, range, take);
    if (!more || !*more) return more;
  }
  return true;
}

std::string_view output_lookup::host_of(const sorted_row& row) const {
  const std::string_view document = document_of(row.key);
  if (run_.edges == edge_choice::host || run_.edges == edge_choice::domain) return document;
  return url_view::of(document).host();
}

bool output_lookup::has_host(const sorted_row& row, std::string_view host) const {
  return is_same(host_of(row), host);
}

bool output_lookup::may_have_userinfo(const shard_summary& shard, std::string_view host) const {
  const auto in_layer = [&](const shard_summary& layer) { return may_have_userinfo(layer, host); };
  if (!shard.layers.empty()) return std::ranges::any_of(shard.layers, in_layer);
  return !shard.userinfo_hosts || std::ranges::any_of(*shard.userinfo_hosts, [&](const std::string& of_url) {
    return is_same(of_url, host);
  });
}

result<bool> output_lookup::read_host(const shard_summary& shard, std::string_view host,
                                      const consumer_ref<output_row>& take) {
  const auto holds = [this, host](const sorted_row& row) { return has_host(row, host); };
  if (run_.edges == edge_choice::host || run_.edges == edge_choice::domain) {
    if (run_.order == row_order::first_seen) return read_some(shard, holds, take);
    return read_range(shard, beginning_with(std::string(host) + '\t'), take);
  }
  if (run_.order == row_order::surt) {
    const std::string surt = surt_of_host(host);
    for (const char behind : {')', ':'}) {
      row_range range = surts_beginning_with(surt + behind);
      range.holds = holds;
      const result<bool> more = read_range(shard, range, take);
      if (!more || !*more) return more;
    }
    return true;
  }
  const std::string* const ladder = run_.option("ladder");
  const bool is_lowered = ladder != nullptr && *ladder != "null" && *ladder != "\"string\"";
  if (run_.order == row_order::first_seen || !is_lowered || may_have_userinfo(shard, host))
    return read_some(shard, holds, take);
  const result<row_search*> search = search_of(shard);
  if (!search) return tl::unexpected(search.error());
  if (*search == nullptr) return read_some(shard, holds, take);
  current_row_.shard = number_of(shard);
  return read_host_by_schemes(shard, **search, host, take);
}

result<bool> output_lookup::read_domain(const shard_summary& shard, std::string_view domain,
                                        const consumer_ref<output_row>& take) {
  const auto holds = [this, domain](const sorted_row& row) { return is_below(host_of(row), domain); };
  const bool has_names = run_.edges == edge_choice::host || run_.edges == edge_choice::domain;
  if (run_.order != row_order::surt || has_names) return read_some(shard, holds, take);
  const std::string surt = surt_of_host(domain);
  for (const char behind : {')', ',', ':'}) {
    row_range range = surts_beginning_with(surt + behind);
    range.holds = holds;
    const result<bool> more = read_range(shard, range, take);
    if (!more || !*more) return more;
  }
  return true;
}

// Searches each scheme in turn, and in it each byte that may follow the host. The manifest has the first and
// the last scheme, unless their URLs have passwords; each other scheme costs one search more.
result<bool> output_lookup::read_host_by_schemes(const shard_summary& shard, row_search& search,
                                                 std::string_view host,
                                                 const consumer_ref<output_row>& take) {
  const auto scheme_of = [](std::string_view key) { return key.substr(0, key.find(':')); };
  const std::string_view last = is_unmasked(shard.last_key) ? scheme_of(shard.last_key) : "";
  std::string scheme(is_unmasked(shard.first_key) ? scheme_of(shard.first_key) : "");
  for (std::string bound;; bound = scheme + static_cast<char>(':' + 1), scheme.clear()) {
    if (scheme.empty()) {
      const result<bool> there = search.find([&](const sorted_row& row) { return row.key < bound; });
      if (!there) return tl::unexpected(there.error());
      if (!*there) return true;
      scheme = scheme_of(search.keys().key);
    }
    const std::string begin = scheme + "://" + std::string(host);
    for (const std::string_view behind : {"", "\t", "#", "/", ":", "?"}) {
      const std::string from = begin + std::string(behind);
      const row_range range = behind.empty() ? equal_to(row_order::bytes, begin) : beginning_with(from);
      const result<bool> more =
          read_found(search, search.find([&](const sorted_row& row) { return row.key < from; }), range, take);
      if (!more || !*more) return more;
    }
    if (scheme == last) return true;
  }
}

std::optional<std::uint32_t> output_lookup::shard_of_url(std::string_view url) const {
  if (run_.shard_by == partition_key::url) {
    if (run_.edges != edge_choice::none) return std::nullopt;
    return partition(run_.shard_by, run_.shard_count).shard(url);
  }
  if (run_.shard_by == partition_key::domain &&
      run_.public_suffix_list != public_suffix_list::system().identity())
    return std::nullopt;
  return partition(run_.shard_by, run_.shard_count)
      .shard(run_.edges == edge_choice::none ? std::string(url) : std::string(url) + "\t");
}

std::optional<std::uint32_t> output_lookup::shard_of_host(std::string_view host) const {
  if (run_.shard_by == partition_key::url || run_.shard_by == partition_key::directory) return std::nullopt;
  const bool names = run_.edges == edge_choice::host || run_.edges == edge_choice::domain;
  return shard_of_url(names ? std::string(host) : "http://" + std::string(host) + "/");
}

std::optional<std::uint32_t> output_lookup::shard_of_domain(std::string_view domain) const {
  if (run_.shard_by != partition_key::domain) return std::nullopt;
  // Hosts below a public suffix, or below a name that has suffixes below it, are in several shards.
  const public_suffix_list& list = public_suffix_list::system();
  const std::string_view suffix = list.public_suffix(domain);
  if (suffix.empty() || suffix == domain || list.rules().empty() || list.rules().has(domain))
    return std::nullopt;
  return shard_of_host(domain);
}

}  // namespace urlsieve
