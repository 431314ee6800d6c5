#include "src/pipeline/redirects/redirect_reader.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "src/input/byte_source.hpp"
#include "src/input/lists/list_source.hpp"
#include "src/input/lists/named_paths.hpp"
#include "src/text/arena.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/url/normalize/canonical.hpp"
#include "urlsieve/fault.hpp"
#include "urlsieve/redirect_options.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

namespace {

class pair_reader {
 public:
  pair_reader(const url_options& options, observed_redirects& found, stats& counted,
              const std::atomic<bool>* stop)
      : stop_(stop),
        max_line_(2 * std::size_t{options.max_url} + 2),
        canonicalizer_(for_redirects(options)),
        found_(found),
        counted_(counted) {}

  result<void> read(const std::string& path) {
    stats of_file;
    std::unique_ptr<byte_source> source = byte_source::open(path, of_file, stop_);
    if (!source) return fail(error_code::cannot_open, path, of_file);
    source = as_list(std::move(source));
    path_ = path;
    pending_.clear();
    offset_ = 0;
    in_long_line_ = false;
    while (true) {
      const std::size_t before = pending_.size();
      pending_.resize(before + piece);
      pending_.resize(before + source->read(std::span(pending_.data() + before, piece), of_file));
      const bool ended = pending_.size() == before;
      if (stop_ != nullptr && *stop_) return tl::unexpected(error{error_code::interrupted, "interrupted"});
      if (ended && source->exhaustion() != 0) {
        return tl::unexpected(
            error{error_code::cannot_read, "cannot read redirects from " + path + ": " +
                                               std::system_category().message(source->exhaustion())});
      }
      // Damage is an error, because redirects behind it would silently be missing.
      if (!of_file.examples.empty()) return fail(error_code::cannot_read, path, of_file);
      take_lines(ended);
      if (ended || !added_) {
        counted_.add(of_file);
        return added_;
      }
    }
  }

 private:
  static constexpr std::size_t piece = std::size_t{256} << 10;

  static tl::unexpected<error> fail(error_code code, const std::string& path, const stats& of_file) {
    std::string why;
    if (!of_file.examples.empty()) {
      const damage_example& first = of_file.examples.front();
      why = ": " + std::string(description_of(first.reason));
      if (!first.detail.empty()) why += ", " + first.detail;
    }
    return tl::unexpected(error{code, "cannot read redirects from " + path + why});
  }

  void take_lines(bool last) {
    std::size_t begin = 0;
    for (std::size_t end = 0; added_ && (end = pending_.find('\n', begin)) != std::string::npos;
         begin = end + 1)
      take(std::string_view(pending_).substr(begin, end - begin), offset_ + begin);
    const std::string_view rest = std::string_view(pending_).substr(begin);
    // A line longer than any pair is invalid, so it is not held whole.
    if (last ? !rest.empty() : rest.size() > max_line_) {
      if (!in_long_line_) take(rest, offset_ + begin);
      in_long_line_ = !last;
      begin = pending_.size();
    }
    offset_ += begin;
    pending_.erase(0, begin);
  }

  void take(std::string_view line, std::uint64_t offset) {
    if (in_long_line_) {
      in_long_line_ = false;
      return;
    }
    if (line.ends_with('\r')) line.remove_suffix(1);
    line = without_utf8_mark(line);
    if (line.empty() || line.starts_with('#')) return;
    const std::size_t tab = line.find('\t');
    const std::string_view from =
        tab == std::string_view::npos ? std::string_view{} : end(line.substr(0, tab));
    const std::string_view to = from.empty() ? std::string_view{} : end(line.substr(tab + 1));
    if (to.empty() || line.find('\t', tab + 1) != std::string_view::npos)
      counted_.damaged_at(damage::bad_redirect, path_, offset, "a line that is not a pair of absolute URLs");
    else if (added_)
      added_ = found_.add(from, to);
    buffer_.clear();
  }

  std::string_view end(std::string_view written) {
    char* const place = buffer_.reserve(canonicalizer::capacity_for(written.size(), nullptr));
    const canonical_url normal_form = canonicalizer_.canonicalize(written, nullptr, place);
    return normal_form.rejected == rejection::none ? buffer_.commit(normal_form.size) : std::string_view{};
  }

  const std::atomic<bool>* stop_;
  std::size_t max_line_;
  canonicalizer canonicalizer_;
  observed_redirects& found_;
  stats& counted_;
  arena buffer_;
  std::string path_;
  std::string pending_;
  std::uint64_t offset_ = 0;
  bool in_long_line_ = false;
  result<void> added_;  // the first error of adding pairs
};

}  // namespace

url_options for_redirects(url_options options) {
  options.schemes.clear();
  options.drop_flags = 0;
  options.keep_same_document = true;
  return options;
}

std::function<bool(std::string_view url)> keeps_target(const url_options& options) {
  url_options choices = options;
  choices.keep_same_document = true;
  return [canonical = canonicalizer(choices), buffer = std::string()](std::string_view url) mutable {
    buffer.resize(canonicalizer::capacity_for(url.size(), nullptr));
    return canonical.canonicalize(url, nullptr, buffer.data()).rejected == rejection::none;
  };
}

result<void> load_redirects(const url_options& options, const redirect_options& redirects,
                            observed_redirects& found, stats& counted, const std::atomic<bool>* stop) {
  const bool reads_files = !redirects.read_from.empty();
  if (options.ladder != rung::protocol && reads_files)
    return tl::unexpected(
        error{error_code::usage, "redirect_options::read_from needs url_options::ladder = protocol"});
  if (options.ladder == rung::protocol && !reads_files && !redirects.learn) {
    return tl::unexpected(
        error{error_code::usage,
              "url_options::ladder = protocol follows redirects: it needs redirect_options::read_from"});
  }
  if (result<void> status = find_named(redirects.read_from); !status) return status;
  pair_reader reader(options, found, counted, stop);
  for (const std::string& path : redirects.read_from) {
    if (result<void> done = reader.read(path); !done) return done;
  }
  return found.settle(observed_redirects::use::lookups, keeps_target(options));
}

}  // namespace urlsieve
