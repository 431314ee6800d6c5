// urlsieve get: looks up rows of an output directory by URL, prefix, host or domain.
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/amounts.hpp"
#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/line_command.hpp"
#include "src/cli/reader_flags.hpp"
#include "src/cli/reference_normalizer.hpp"
#include "src/cli/stats_text.hpp"
#include "src/datasets/request_reader.hpp"
#include "src/rows/text_writer.hpp"
#include "src/shards/row_layout.hpp"
#include "src/text/encodings/visible.hpp"
#include "src/url/explain/explained_rejection.hpp"
#include "urlsieve/output_reader.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::uint64_t get_most_named = 100;

constexpr std::array<std::string_view, 2> get_paragraphs{
    "Prints the rows of DIR that have these URLs, in the order of the request. Each URL is normalized first "
    "like the URLs of DIR, by the ladder and the conventions in the manifest. In an output of --edges, get "
    "looks up the rows of a document; with --edges host or domain, a name may stand for its URLs.",
    "A lookup takes some milliseconds if DIR is in the order bytes or surt, and compressed by zstd or not at "
    "all: get reads a few KiB at about ten places, and checks only the checksums of zstd there. Shards of "
    "gzip, of Parquet, in the order first-seen, and of zstd by versions before 0.1.0 are read from front to "
    "back. --prefix is used as written; in the order surt, a prefix is fast if it includes the first / after "
    "the host."};
constexpr std::array<help_example, 5> get_examples{{
    {"One URL", "urlsieve get links http://example.com/"},
    {"A list of URLs", "urlsieve get links --files-from wanted.txt.gz"},
    {"All URLs of a host, with any scheme and port", "urlsieve get links --host example.com"},
    {"All URLs of a domain and of all names below it", "urlsieve get links --domain example.com"},
    {"All URLs with a prefix", "urlsieve get links --prefix https://example.com/news/"},
}};
constexpr std::array<explained_word, 4> get_exit_codes{{
    {"0", "every request has rows"},
    {"1", "a request has no rows, or is not a URL; standard error names the request"},
    {"2", "wrong usage, no such DIR, or a missing file"},
    {"3", "DIR is damaged or has no _SUCCESS, a list could not be read whole, or writing failed"},
}};
constexpr std::array<std::string_view, 5> get_common{"--files-from", "--prefix", "--host", "--domain",
                                                     "--quiet"};
constexpr command_words words_of_get{"get",        "look up rows of a run by URL, prefix, host or domain",
                                     get_common,   get_paragraphs,
                                     get_examples, get_exit_codes};

class get_command final : public line_command {
 public:
  get_command() : line_command(words_of_get) {}

  void declare(CLI::App& flags) override {
    flags.add_option("DIR", directory_, "Output directory")->required()->type_name("");
    flags.add_option("URL", references_.arguments,
                     "URLs, or - for the lines of standard input (the default)");
    references_.declare(flags, "URLs");
    flags.add_option("--prefix", prefixes_, "Print the rows whose URL begins with P")
        ->allow_extra_args(false)
        ->type_name("P");
    flags.add_option("--host", hosts_, "Print the rows whose URL has the host H")
        ->allow_extra_args(false)
        ->type_name("H");
    flags.add_option("--domain", domains_, "Print the rows whose URL has the host D or a host below D")
        ->allow_extra_args(false)
        ->type_name("D");
    add_choice<std::optional<row_form>>(
        flags, "--output-format", form_,
        {{"tsv", row_form::tsv}, {"csv", row_form::csv}, {"jsonl", row_form::jsonl}},
        "Form of the printed rows")
        ->default_str("as stored; tsv for Parquet");
    flags.add_flag("--header", has_header_, "Name the columns in the first line");
    add_mark_flag(flags, mark_);
    add_request_flags(flags, remote_);
  }

  result<int> execute() override {
    references_.set_wait_callback([this] {
      if (lookup_state_) lookup_state_ = look_up();
      static_cast<void>(out_.flush());
    });
    return line_command::execute();
  }

 private:
  result<void> prepare() override {
    if (!references_.quiet) remote_.on_retry = [](std::string_view sentence) { print_message(sentence); };
    result<output_reader> opened = output_reader::open(directory_, mark_, remote_);
    if (!opened) return tl::unexpected(std::move(opened.error()));
    reader_ = std::make_unique<output_reader>(std::move(*opened));
    if (result<void> same = reader_->check_rules(); !same) return same;
    requests_.emplace(*reader_);
    return check_hosts("--host", hosts_)
        .and_then([this] { return check_hosts("--domain", domains_); })
        .and_then([this] { return choose_form(); });
  }

  result<void> check_hosts(std::string_view option, const std::vector<std::string>& names) {
    for (const std::string& name : names)
      if (!requests_->is_host(name))
        return tl::unexpected(error{error_code::usage,
                                    fmt::format("{}: {} is no host", option, in_quotes(name.substr(0, 80)))});
    return {};
  }

  result<void> choose_form() {
    const row_form stored = reader_->described().form;
    const row_form form = form_.value_or(stored == row_form::parquet ? row_form::tsv : stored);
    if (form != stored) reader_->write_as(form);
    if (!has_header_) return {};
    if (form == row_form::jsonl)
      return tl::unexpected(
          error{error_code::usage, "--header names columns of tsv and csv: rows of " + directory_ +
                                       " are printed as JSON objects, which name their columns"});
    text_writer(form, row_columns(reader_->described())).append_header(header_);
    header_.pop_back();
    return {};
  }

  // Prints the header, unless it is printed.
  void add_header() {
    if (!std::exchange(has_header_, false)) return;
    out_.add(header_);
  }

  void add_row(std::string_view row) {
    add_header();
    out_.add(row);
  }

  result<bool> begin() override {
    return read_prefixes()
        .and_then([this] { return read_hosts(); })
        .and_then([this] { return read_domains(); })
        .map([this] {
          return !references_.arguments.empty() || references_.has_files() ||
                 (prefixes_.empty() && hosts_.empty() && domains_.empty());
        });
  }

  [[nodiscard]] std::size_t longest() const override { return requests_->options().max_url; }

  void miss(std::string_view name, std::string_view remedy = "") {
    if (++missing_ <= get_most_named && !references_.quiet)
      print_message(fmt::format("{} is not in {}{}", without_password(name), directory_, remedy));
  }

  [[nodiscard]] bool write(const output_row& row) {
    ++found_;
    add_row(row.row);
    return !out_.failed();
  }

  // Prints the rows of each of `names` by read(name), and reports names without rows with remedy(name).
  template <class Read, class Remedy>
  [[nodiscard]] result<void> read_each(const std::vector<std::string>& names, const Read& read,
                                       const Remedy& remedy) {
    for (const std::string& name : names) {
      const std::uint64_t before = found_;
      if (result<void> done = read(name); !done) return done;
      if (found_ != before || out_.failed()) continue;
      const result<std::string> hint = remedy(name);
      if (!hint) return tl::unexpected(hint.error());
      miss(name, *hint);
    }
    return {};
  }

  [[nodiscard]] static result<std::string> no_remedy(const std::string&) { return std::string(); }

  [[nodiscard]] auto write_row() {
    return [this](const output_row& row) { return write(row); };
  }

  result<void> read_prefixes() {
    return read_each(
        prefixes_, [this](const std::string& prefix) { return reader_->read_prefix(prefix, write_row()); },
        no_remedy);
  }

  result<void> read_hosts() {
    return read_each(
        hosts_, [this](const std::string& host) { return requests_->read_host(host, write_row()); },
        [this](const std::string& host) { return alternative_host(requests_->host(host)); });
  }

  // Returns the remedy for a host without rows if the host with or without "www." has rows; empty otherwise.
  [[nodiscard]] result<std::string> alternative_host(const std::string& host) const {
    constexpr std::string_view www = "www.";
    if (host.empty() || requests_->has_names() || references_.quiet) return std::string();
    const bool has_www = host.starts_with(www);
    const std::string alternative = has_www ? host.substr(www.size()) : std::string(www) + host;
    std::uint64_t rows = 0;
    const result<void> done = reader_->read_host(alternative, [&rows](const output_row&) {
      ++rows;
      return true;
    });
    if (!done) return tl::unexpected(done.error());
    if (rows == 0) return std::string();
    return fmt::format("; {} has {}, and --domain {} prints the rows of all names below {}", alternative,
                       counted(rows, "row"), has_www ? alternative : host, has_www ? alternative : host);
  }

  result<void> read_domains() {
    return read_each(
        domains_, [this](const std::string& domain) { return requests_->read_domain(domain, write_row()); },
        no_remedy);
  }

  bool take(const input_reference& reference) override {
    if (reference.is_blank) return true;
    const auto outcome =
        reference.too_long ? normalizer::outcome{"", rejection::too_long} : requests_->url(reference.text);
    if (outcome.rejected != rejection::none) {
      if (++missing_ <= get_most_named && !references_.quiet)
        print_message(rejection_line(reference.place(), reference.text, outcome.rejected,
                                     explain(reference, outcome.rejected)));
      return true;
    }
    pending_.emplace_back(outcome.url);
    if (pending_.size() == request_reader::batch_size || references_.is_line_buffered())
      lookup_state_ = look_up();
    return lookup_state_.has_value() && !out_.failed();
  }

  result<void> finish() override {
    if (lookup_state_ && !pending_.empty()) lookup_state_ = look_up();
    if (lookup_state_) add_header();
    return lookup_state_;
  }

  void print_totals() const override {
    if (missing_ > get_most_named) print_message(fmt::format("{} requests without rows in total", missing_));
  }

  [[nodiscard]] std::string summary() const override {
    const std::uint64_t requests = references_.count() + prefixes_.size() + hosts_.size() + domains_.size();
    return fmt::format("{} for {}, {} without rows", counted(found_, "row"), counted(requests, "request"),
                       in_thousands(missing_));
  }

  // Damage in a list hides URLs that were asked for; unlike a missing URL, this is a failure.
  [[nodiscard]] int code() const override {
    return counted_.total_damage() != 0 ? run_failed : missing_ != 0 ? some_damaged : all_read;
  }

  [[nodiscard]] explanation explain(const input_reference& reference, rejection why) const {
    const url_options& options = requests_->options();
    if (reference.too_long && reference.text.empty()) return line_too_long(options.max_url);
    return explain_rejection(reference.text, why, nullptr, options);
  }

  // Prints the rows of the pending URLs, in the order of the request.
  result<void> look_up() {
    const std::vector<std::string> pending = std::exchange(pending_, {});
    const std::vector<std::string_view> urls(pending.begin(), pending.end());
    if (urls.size() == 1) {
      const std::uint64_t before = found_;
      result<void> done = reader_->read_urls(urls, [this](const output_row& row) { return write(row); });
      if (done && found_ == before && !out_.failed()) miss(pending.front());
      return done;
    }
    const result<std::vector<std::vector<std::string>>> rows = requests_->read_urls(urls);
    if (!rows) return tl::unexpected(rows.error());
    for (std::size_t i = 0; i < pending.size() && !out_.failed(); ++i) {
      if ((*rows)[i].empty()) miss(pending[i]);
      for (const std::string& row : (*rows)[i]) add_row(row);
      found_ += (*rows)[i].size();
    }
    return {};
  }

  std::string directory_;
  std::vector<std::string> prefixes_;
  std::vector<std::string> hosts_;
  std::vector<std::string> domains_;
  std::optional<row_form> form_;  // empty: as stored
  bool has_header_ = false;       // the header is to be printed
  std::string header_;
  remote_options remote_;
  success_marker_policy mark_ = success_marker_policy::required;
  std::unique_ptr<output_reader> reader_;
  std::optional<request_reader> requests_;
  std::vector<std::string> pending_;  // pending URLs
  result<void> lookup_state_;
  std::uint64_t found_ = 0;    // rows
  std::uint64_t missing_ = 0;  // URLs, prefixes, hosts and domains without rows
};

}  // namespace

std::unique_ptr<command> make_get_command() {
  return std::make_unique<get_command>();
}

}  // namespace urlsieve::cli
