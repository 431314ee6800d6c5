// urlsieve normalize: lines in, lines out, one for one.
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/command.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/line_reader.hpp"
#include "src/cli/line_writer.hpp"
#include "src/cli/report.hpp"
#include "src/cli/url_flags.hpp"
#include "src/dedup/redirect_table.hpp"
#include "src/input/byte_source.hpp"
#include "src/pipeline/redirect_reader.hpp"
#include "src/url/base.hpp"
#include "src/url/canonical.hpp"
#include "src/url/surt.hpp"
#include "src/url/typed_reference.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::uint64_t most_named = 100;

constexpr const char* examples =
    R"(Reads references from standard input, one a line, and writes their normal forms, one a line. A reference that is
rejected gives an empty line, is named on standard error, and makes the exit code 1. White space around a reference,
one pair of <...> or "..." and a "URL:" before its scheme are no part of it.

Examples:
  echo 'HTTP://Example.COM:80/%7Euser/../a' | urlsieve normalize
  urlsieve normalize --base http://example.com/dir/ < links.txt)";

class normalize_command final : public command {
 public:
  void declare(CLI::App& app) override {
    flags_ = app.add_subcommand("normalize", "Normalize references, line for line");
    flags_->footer(examples);
    flags_->add_option("--base", base_, "Resolve against this URL first")->type_name("URL");
    add_key_flag(*flags_, key_);
    add_url_flags(*flags_, options_, true);
    add_protocol_flag(*flags_, redirects_);
    add_safety_flags(*flags_, options_);
    add_convention_flags(*flags_, options_.conventions);
  }

  int run() override {
    options_.drop_schemes.clear();
    options_.keep_same_document = true;
    base_ = std::string(typed_reference(base_));
    base_url base;
    if (!base_.empty() && !base.assign(base_, options_)) {
      fmt::print(stderr, "urlsieve: --base is no absolute URL\n");
      return wrong_usage;
    }
    stats counted;
    result<void> written = load_redirects(options_, redirects_, observed_, counted);
    if (!written) {
      fmt::print(stderr, "urlsieve: {}\n", written.error().message);
      return exit_code_of(written.error().code);
    }
    const std::unique_ptr<byte_source> source = byte_source::open("-", counted);
    if (source) written = normalize_lines(*source, base.empty() ? nullptr : &base, counted);
    for (const damage_example& one : counted.examples) fmt::print(stderr, "{}\n", damage_line(one));
    if (!written) {
      if (written.error().code != error_code::closed_output) {
        fmt::print(stderr, "urlsieve: {}\n", written.error().message);
      }
      return exit_code_of(written.error().code);
    }
    return rejected_ != 0 || counted.total_damage() != 0 ? some_damaged : all_read;
  }

 private:
  result<void> normalize_lines(byte_source& source, const base_url* base, stats& counted) {
    const canonicalizer canonical(options_);
    line_reader lines(source, options_.max_url, counted);
    line_writer out;
    std::vector<char> place(canonicalizer::room_for(options_.max_url, base));
    std::uint64_t number = 0;
    while (const auto line = lines.next()) {
      ++number;
      canonical_url made;
      if (line->too_long) {
        made.rejected = rejection::too_long;
      } else if (base != nullptr) {
        made = canonical.canonicalize(typed_reference(line->text), base, place.data());
      } else {
        made = canonical.normalize(typed_reference(line->text), place.data());
      }
      if (made.rejected != rejection::none) reject(number, made.rejected, counted);
      const std::string_view form(place.data(), made.rejected == rejection::none ? made.size : 0);
      const std::string_view target = observed_.find_inheriting(form, moved_);
      write(target.empty() ? form : target, out);
      if (out.failed()) break;
    }
    result<void> written = out.flush();
    if (rejected_ > most_named) fmt::print(stderr, "urlsieve: {} lines rejected in all\n", rejected_);
    return written;
  }

  // With --key surt the key stands behind the URL, after a TAB.
  void write(std::string_view url, line_writer& out) {
    if (key_ == key_form::none || url.empty()) return out.add(url);
    row_.assign(url).push_back('\t');
    const std::size_t begin = row_.size();
    row_.resize(begin + surt_room(url.size()));
    row_.resize(begin + write_surt(url, row_.data() + begin));
    out.add(row_);
  }

  // Names the line, not what stands in it: that may hold a password.
  void reject(std::uint64_t number, rejection reason, stats& counted) {
    counted.reject(reason);
    if (++rejected_ <= most_named) fmt::print(stderr, "urlsieve: line {}: {}\n", number, name_of(reason));
  }

  url_options options_;
  redirect_options redirects_;
  std::string base_;
  key_form key_ = key_form::none;
  redirect_table observed_;
  std::string moved_;
  std::string row_;
  std::uint64_t rejected_ = 0;
};

}  // namespace

std::unique_ptr<command> make_normalize_command() {
  return std::make_unique<normalize_command>();
}

}  // namespace urlsieve::cli
