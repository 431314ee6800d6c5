#include "src/pipeline/redirects/redirect_reader.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <system_error>

#include "src/input/byte_source.hpp"
#include "src/input/named_paths.hpp"
#include "src/pipeline/resources.hpp"
#include "src/text/arena.hpp"
#include "src/url/canonical.hpp"

namespace urlsieve {

namespace {

constexpr std::uint64_t part_of_memory = 3;

class pair_reader {
 public:
  pair_reader(const url_options& options, redirect_table& table, stats& counted, std::uint64_t memory,
              const std::atomic<bool>* stop)
      : memory_(memory),
        stop_(stop),
        max_line_(2 * std::size_t{options.max_url} + 2),
        canonicalizer_(for_redirects(options)),
        table_(table),
        counted_(counted) {}

  // What all pairs take if that is more than there may be; 0: it is not.
  [[nodiscard]] std::uint64_t needed_beyond() const { return table_.memory() > memory_ ? needed_ : 0; }

  result<void> read(const std::string& path) {
    const std::unique_ptr<byte_source> source = byte_source::open(path, counted_, stop_);
    if (!source) {
      const std::string why = counted_.examples.empty() ? "" : ": " + counted_.examples.back().detail;
      return tl::make_unexpected(error{error_code::cannot_open, "cannot read redirects from " + path + why});
    }
    path_ = path;
    pending_.clear();
    offset_ = 0;
    in_long_line_ = false;
    while (true) {
      const std::size_t before = pending_.size();
      pending_.resize(before + piece);
      pending_.resize(before + source->read(std::span(pending_.data() + before, piece), counted_));
      const bool ended = pending_.size() == before;
      if (stop_ != nullptr && *stop_)
        return tl::make_unexpected(error{error_code::interrupted, "interrupted"});
      if (ended && source->shortage() != 0) {
        return tl::make_unexpected(
            error{error_code::cannot_read, "cannot read redirects from " + path + ": " +
                                               std::system_category().message(source->shortage())});
      }
      take_lines(ended);
      if (ended) return {};
    }
  }

 private:
  static constexpr std::size_t piece = std::size_t{256} << 10;

  void take_lines(bool last) {
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = pending_.find('\n', begin)) != std::string::npos; begin = end + 1)
      take(std::string_view(pending_).substr(begin, end - begin), offset_ + begin);
    const std::string_view rest = std::string_view(pending_).substr(begin);
    // What is longer than any pair is not kept whole to learn that it is none.
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
    if (line.empty() || line.starts_with('#')) return;
    const std::size_t tab = line.find('\t');
    const std::string_view from =
        tab == std::string_view::npos ? std::string_view{} : end(line.substr(0, tab));
    const std::string_view to = from.empty() ? std::string_view{} : end(line.substr(tab + 1));
    if (to.empty() || line.find('\t', tab + 1) != std::string_view::npos)
      counted_.damaged_at(damage::bad_redirect, path_, offset, "a line that is no pair of absolute URLs");
    else
      add(from, to);
    room_.clear();
  }

  // Past the bound pairs are only counted, to tell how much they take.
  void add(std::string_view from, std::string_view to) {
    if (table_.memory() > memory_) {
      needed_ += from.size() + to.size() + memory_of_counted;
      return;
    }
    table_.add(from, to);
    needed_ = table_.memory();
  }

  std::string_view end(std::string_view written) {
    char* const place = room_.reserve(canonicalizer::room_for(written.size(), nullptr));
    const canonical_url made = canonicalizer_.canonicalize(written, nullptr, place);
    return made.rejected == rejection::none ? room_.commit(made.size) : std::string_view{};
  }

  static constexpr std::uint64_t memory_of_counted = redirect_table::memory_of_pair + 32;

  std::uint64_t memory_;
  const std::atomic<bool>* stop_;
  std::uint64_t needed_ = 0;
  std::size_t max_line_;
  canonicalizer canonicalizer_;
  redirect_table& table_;
  stats& counted_;
  arena room_;
  std::string path_;
  std::string pending_;
  std::uint64_t offset_ = 0;
  bool in_long_line_ = false;
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
  return [canonical = canonicalizer(choices), room = std::string()](std::string_view url) mutable {
    room.resize(canonicalizer::room_for(url.size(), nullptr));
    return canonical.canonicalize(url, nullptr, room.data()).rejected == rejection::none;
  };
}

result<void> load_redirects(const url_options& options, const redirect_options& redirects,
                            redirect_table& table, stats& counted, std::uint64_t memory,
                            const std::atomic<bool>* stop) {
  const bool given = !redirects.read_from.empty();
  if (options.ladder != rung::protocol && given)
    return tl::make_unexpected(error{error_code::usage, "--redirects needs --ladder protocol"});
  if (options.ladder == rung::protocol && !given && !redirects.learn) {
    return tl::make_unexpected(
        error{error_code::usage, "--ladder protocol follows redirects: it needs --redirects"});
  }
  if (result<void> found = find_named(redirects.read_from); !found) return found;
  pair_reader reader(options, table, counted, memory, stop);
  for (const std::string& path : redirects.read_from) {
    if (result<void> done = reader.read(path); !done) return done;
  }
  if (const std::uint64_t needed = reader.needed_beyond(); needed != 0)
    return tl::make_unexpected(redirects_too_many("--redirects", needed, false));
  table.settle(keeps_target(options));
  return {};
}

std::uint64_t memory_for_redirects(std::uint64_t asked) {
  return memory_or_half(asked) / part_of_memory;
}

error redirects_too_many(std::string_view option, std::uint64_t needed, bool at_least) {
  const auto mebibytes = [](std::uint64_t bytes) { return std::to_string((bytes >> 20U) + 1) + "MiB"; };
  return {error_code::out_of_memory,
          std::string(option) + ": chains of redirects are followed in a third of --memory; these take " +
              mebibytes(needed) + (at_least ? " already" : "") + ": give --memory " +
              mebibytes(part_of_memory * needed) + (at_least ? " or much more" : " or more")};
}

}  // namespace urlsieve
