// urlsieve resolve: references against one base, a line each.
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/command.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/line_reader.hpp"
#include "src/cli/line_writer.hpp"
#include "src/cli/url_flags.hpp"
#include "src/input/byte_source.hpp"
#include "src/url/base.hpp"
#include "src/url/canonical.hpp"
#include "src/url/typed_reference.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve::cli {

namespace {

constexpr const char* examples =
    R"(Prints the target of each reference, one a line; an empty line for one that is rejected (exit code 1).
White space around BASE or REF, one pair of <...> or "..." and a "URL:" before a scheme are no part of it.

Examples:
  urlsieve resolve http://a/b/c/d;p?q ../g '?y' '#s'
  urlsieve resolve --resolution url-syntax-05 http://a/b/c/d;p?q '?y'
  urlsieve resolve http://example.com/dir/page < references.txt)";

class resolve_command final : public command {
 public:
  void declare(CLI::App& app) override {
    flags_ = app.add_subcommand("resolve", "Resolve references against a base URL");
    flags_->footer(examples);
    flags_->add_option("BASE", base_, "The base URL")->required();
    flags_->add_option("REF", references_, "References (default: lines of standard input)");
    options_.ladder = rung::string;
    add_url_flags(*flags_, options_, false);
  }

  int run() override {
    options_.drop_schemes.clear();
    options_.keep_same_document = true;
    options_.keep_fragment = true;
    base_ = std::string(typed_reference(base_));
    base_url base;
    base_is_relative_ = options_.ladder == rung::string && parse(base_).scheme_end == url_offsets::omitted;
    if (!base_is_relative_ && !base.assign(base_, options_)) {
      fmt::print(stderr, "urlsieve: BASE is no absolute URL\n");
      return wrong_usage;
    }
    const canonicalizer canonical(options_);
    std::uint64_t number = 0;
    for (const std::string& reference : references_) {
      resolve({reference, reference.size() > options_.max_url}, ++number, canonical, base);
    }
    if (references_.empty()) {
      const std::unique_ptr<byte_source> source = byte_source::open("-", counted_);
      if (source) resolve_lines(*source, canonical, base);
    }
    const result<void> written = out_.flush();
    if (!written) {
      if (written.error().code != error_code::closed_output) {
        fmt::print(stderr, "urlsieve: {}\n", written.error().message);
      }
      return exit_code_of(written.error().code);
    }
    return rejected_ || counted_.total_damage() != 0 ? some_damaged : all_read;
  }

 private:
  void resolve_lines(byte_source& source, const canonicalizer& canonical, const base_url& base) {
    line_reader lines(source, options_.max_url, counted_);
    std::uint64_t number = 0;
    while (const auto line = lines.next()) {
      resolve(*line, ++number, canonical, base);
      if (out_.failed()) return;
    }
  }

  void resolve(const line_reader::line& reference, std::uint64_t number, const canonicalizer& canonical,
               const base_url& base) {
    canonical_url made;
    const std::string_view text = typed_reference(reference.text);
    if (reference.too_long) {
      made.rejected = rejection::too_long;
    } else if (base_is_relative_) {
      return resolve_relative(text, number, canonical);
    } else {
      place_.resize(canonicalizer::room_for(text.size(), &base));
      made = options_.ladder == rung::string ? canonical.resolve(text, &base, place_.data())
                                             : canonical.canonicalize(text, &base, place_.data());
    }
    if (made.rejected != rejection::none) {
      rejected_ = true;
      fmt::print(stderr, "urlsieve: reference {}: {}\n", number, name_of(made.rejected));
    }
    out_.add({place_.data(), made.rejected == rejection::none ? made.size : 0});
  }

  // The algorithm knows nothing of what its base is, so a relative one gives a relative target.
  void resolve_relative(std::string_view reference, std::uint64_t number, const canonicalizer& canonical) {
    place_.resize(canonicalizer::room_for(reference.size(), nullptr));
    const canonical_url repaired = canonical.normalize(reference, place_.data());
    const auto target = urlsieve::resolve(base_, {place_.data(), repaired.size}, options_);
    if (repaired.rejected != rejection::none || !target) {
      rejected_ = true;
      const rejection why = target ? repaired.rejected : rejection::above_root;
      fmt::print(stderr, "urlsieve: reference {}: {}\n", number, name_of(why));
    }
    out_.add(repaired.rejected == rejection::none && target ? std::string_view(*target) : std::string_view());
  }

  url_options options_;
  std::string base_;
  bool base_is_relative_ = false;
  std::vector<std::string> references_;
  std::vector<char> place_;
  line_writer out_;
  stats counted_;
  bool rejected_ = false;
};

}  // namespace

std::unique_ptr<command> make_resolve_command() {
  return std::make_unique<resolve_command>();
}

}  // namespace urlsieve::cli
