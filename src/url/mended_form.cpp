#include "src/url/mended_form.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "src/text/byte_class.hpp"
#include "src/text/copy_and_classify.hpp"
#include "src/text/hex.hpp"
#include "src/url/dot_segments.hpp"
#include "src/url/host.hpp"
#include "src/url/idna.hpp"
#include "src/url/percent.hpp"
#include "src/url/plain_host.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

namespace {

// Brackets stay as they are (see repair.cpp); everything else is looked at.
constexpr byte_classes terms{
    rows_of(bytes::query_char | byte_set("[]")), rows_of(bytes::alphanum), {'/', '.', '-'}};

// "%XX" of each byte, and one byte to fill a word.
constexpr std::array<std::array<char, 4>, 256> escapes = [] {
  std::array<std::array<char, 4>, 256> all{};
  for (unsigned byte = 0; byte < 256; ++byte)
    all[byte] = {'%', upper_hex_digits[byte >> 4U], upper_hex_digits[byte & 15U], '\0'};
  return all;
}();

std::uint16_t bit(repair_kind kind) {
  return static_cast<std::uint16_t>(1U << static_cast<unsigned>(kind));
}

struct web_scheme {
  std::string_view written;
  std::string_view port;
};

// In any case.
const web_scheme* find_web_scheme(std::string_view url) {
  static constexpr web_scheme plain{"http://", "80"};
  static constexpr web_scheme secure{"https://", "443"};
  if (url.size() < secure.written.size()) return nullptr;
  using letters = std::array<char, 8>;
  constexpr char fold = 0x20;  // makes an upper-case letter a lower-case one
  constexpr letters https{'h', 't', 't', 'p', 's', ':', '/', '/'};
  constexpr letters http{'h', 't', 't', 'p', ':', '/', '/', '\xFF'};
  constexpr letters five{fold, fold, fold, fold, fold, 0, 0, 0};
  constexpr letters four{fold, fold, fold, fold, 0, 0, 0, '\xFF'};  // and whatever comes behind
  const auto word_of = [](const char* text) {
    std::uint64_t word;
    std::memcpy(&word, text, sizeof(word));
    return word;
  };
  const std::uint64_t front = word_of(url.data());
  if ((front | word_of(five.data())) == word_of(https.data())) return &secure;
  return (front | word_of(four.data())) == word_of(http.data()) ? &plain : nullptr;
}

// One URL on its way; each step says false where the long way is needed.
class pass {
 public:
  pass(std::string_view url, char* out) : text_(url), start_(out), out_(out) {}

  bool authority(const web_scheme& scheme, bool scheme_rung);
  bool rest(bool keep_fragment);
  // Of the path; false: one led above the root, which is refused.
  bool remove_dots(bool keep_above_root, bool refuse_above_root);
  void slash_path();

  [[nodiscard]] mended_form made() const {
    const auto flags = static_cast<std::uint16_t>(flags_ | (repairs_ != 0 ? flag::repaired : 0U));
    return {static_cast<std::size_t>(out_ - start_), repairs_, flags};
  }

 private:
  void repaired(repair_kind kind) { repairs_ = static_cast<std::uint16_t>(repairs_ | bit(kind)); }
  void put_escape(char byte) {
    std::memcpy(out_, escapes[static_cast<unsigned char>(byte)].data(), 4);
    out_ += 3;
  }
  void map(std::size_t from);
  [[nodiscard]] std::size_t converted_host(std::size_t begin);
  bool port(std::string_view digits, const web_scheme& scheme);
  bool look(std::size_t at, bool keep_fragment);
  bool settle_escape(std::size_t at);
  void escape_run(std::size_t at);
  [[nodiscard]] bool is_clean(std::size_t from) const;

  std::string_view text_;
  char* start_;
  char* out_;
  char* path_ = nullptr;
  std::size_t read_ = 0;  // what comes before is written
  std::size_t end_ = 0;   // where nothing more is to be written: behind the text, or at a fragment
  class_maps maps_;       // of the window at hand
  std::array<char, class_window + 32> window_{};  // longer, so that a run is copied in whole steps
  bool in_fragment_ = false;
  bool may_have_dots_ = false;
  std::uint16_t repairs_ = 0;
  unsigned flags_ = 0;
};

bool pass::authority(const web_scheme& scheme, bool scheme_rung) {
  std::memcpy(out_, scheme.written.data(), scheme.written.size());
  out_ += scheme.written.size();
  const std::size_t begin = scheme.written.size();
  map(0);
  const std::uint64_t ends =
      (maps_.outside_second[0] & ~(maps_.marks[1][0] | maps_.marks[2][0])) >> begin << begin;
  std::size_t end = ends != 0 ? static_cast<std::size_t>(std::countr_zero(ends)) : text_.size();
  if (end >= 64) return false;
  if (end < text_.size() && bytes::non_ascii.contains(text_[end])) {
    end = converted_host(begin);
    if (end == 0) return false;
  } else {
    if (end == begin || !is_plain_host(text_.data(), begin, end, maps_)) return false;
    copy_lowered(text_.substr(begin, end - begin), out_);
    out_ += end - begin;
  }
  if (end < text_.size() && text_[end] == ':') {
    const std::size_t first = ++end;
    while (end < text_.size() && bytes::digit.contains(text_[end])) ++end;
    if (!scheme_rung || !port(text_.substr(first, end - first), scheme)) return false;
  }
  constexpr byte_set after_authority{std::string_view("/?#")};
  if (end < text_.size() && !after_authority.contains(text_[end])) return false;
  read_ = end;
  path_ = out_;
  return true;
}

// A host with letters beyond ASCII, converted; where it ends, 0 if the long way has to look at it.
std::size_t pass::converted_host(std::size_t begin) {
  constexpr byte_set in_host = bytes::alphanum | bytes::non_ascii | byte_set("-.");
  std::size_t end = begin;
  while (end < text_.size() && in_host.contains(text_[end])) ++end;
  std::array<char, longest_idna_host> labels;
  const auto size = to_a_labels(text_.substr(begin, end - begin), labels.data());
  if (!size) return 0;
  const std::string_view host(labels.data(), *size);
  // What UTS 46 gives is in lower case, but may be any name.
  const std::size_t last_label = host.rfind('.') + 1;
  if (classify_host(host) != host_kind::hostname || host.back() == '.' ||
      bytes::digit.contains(host[last_label]))
    return 0;
  repaired(repair_kind::host_idna);
  out_ += host.copy(out_, host.size());
  return end;
}

// rfc2396bis-01 section 6.2.3, as normalize.cpp writes it.
bool pass::port(std::string_view digits, const web_scheme& scheme) {
  constexpr std::size_t most = 9;
  if (digits.size() > most) return false;
  while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
  if (digits.empty() || digits == scheme.port) return true;
  flags_ |= flag::odd_port;
  *out_++ = ':';
  std::memcpy(out_, digits.data(), digits.size());
  out_ += digits.size();
  return true;
}

void pass::map(std::size_t from) {
  copy_and_classify(text_.data() + from, std::min(text_.size() - from, class_window), terms, window_.data(),
                    maps_);
}

bool pass::rest(bool keep_fragment) {
  end_ = text_.size();
  bool after_slash = false;
  for (std::size_t from = 0; from < end_; from += class_window) {
    if (from != 0) map(from);
    const text_map& slashes = maps_.marks[0];
    const text_map& dots = maps_.marks[1];
    may_have_dots_ |= ((slashes[0] & (dots[0] >> 1U | dots[1] << 63U)) | (slashes[1] & dots[1] >> 1U)) != 0 ||
                      (after_slash && (dots[0] & 1U) != 0);
    after_slash = (slashes[1] >> 63U) != 0;
    const auto copy_to = [&](std::size_t at) {
      for (std::size_t i = read_; i < at; i += 32)
        std::memcpy(out_ + (i - read_), window_.data() + (i - from), 32);
      out_ += at - read_;
      read_ = at;
    };
    for (std::size_t word = 0; word < 2; ++word) {
      const std::size_t first = from + word * 64;
      std::uint64_t bits = maps_.outside_first[word];
      if (read_ > first) bits = read_ - first < 64 ? bits >> (read_ - first) << (read_ - first) : 0;
      for (; bits != 0; bits &= bits - 1) {
        const std::size_t at = first + static_cast<std::size_t>(std::countr_zero(bits));
        if (at < read_) continue;
        if (at >= end_) break;
        copy_to(at);
        if (!look(at, keep_fragment)) return false;
      }
    }
    const std::size_t window_end = std::min(from + class_window, end_);
    if (read_ < window_end) copy_to(window_end);
  }
  return true;
}

// What stands at `at` is no character of a path or query.
bool pass::look(std::size_t at, bool keep_fragment) {
  const char c = text_[at];
  if (c == '%') return settle_escape(at);
  if (c == '#' && !in_fragment_) {
    if (!keep_fragment) {
      end_ = at;
      return is_clean(at + 1);
    }
    in_fragment_ = true;
    *out_++ = '#';
    ++read_;
    return true;
  }
  if (c == '\\' || bytes::c0_and_delete.contains(c)) return false;
  escape_run(at);
  return true;
}

bool pass::settle_escape(std::size_t at) {
  if (!is_escape(text_, at)) {
    repaired(repair_kind::lone_percent);
    put_escape('%');
    ++read_;
    return true;
  }
  const char byte = decoded_escape(text_, at);
  read_ += 3;
  if (bytes::c0_and_delete.contains(byte)) return false;  // flagged
  if (bytes::unreserved.contains(byte)) {
    may_have_dots_ |= byte == '.';
    *out_++ = byte;
  } else {
    put_escape(byte);
  }
  return true;
}

void pass::escape_run(std::size_t at) {
  repaired(repair_kind::escaped);
  char* to = out_;
  const auto put = [&to](char byte) {
    std::memcpy(to, escapes[static_cast<unsigned char>(byte)].data(), 4);
    to += 3;
  };
  put(text_[at++]);
  constexpr std::uint64_t all_high = 0x8080808080808080U;
  for (std::uint64_t word = all_high; at + 8 <= end_; at += 8) {
    std::memcpy(&word, text_.data() + at, sizeof(word));
    if ((word & all_high) != all_high) break;
    for (std::size_t i = 0; i < 8; ++i) put(text_[at + i]);
  }
  while (at < end_ && bytes::non_ascii.contains(text_[at])) put(text_[at++]);
  read_ = at;
  out_ = to;
}

// Nothing in the fragment, which is cut off, would have been repaired.
bool pass::is_clean(std::size_t from) const {
  constexpr byte_set kept = bytes::query_char | byte_set("[]");
  for (std::size_t i = from; i < text_.size(); ++i)
    if (!kept.contains(text_[i]) && !is_escape(text_, i)) return false;
  return true;
}

void pass::slash_path() {
  if (out_ != path_ && *path_ == '/') return;
  std::memmove(path_ + 1, path_, static_cast<std::size_t>(out_ - path_));
  *path_ = '/';
  ++out_;
}

bool pass::remove_dots(bool keep_above_root, bool refuse_above_root) {
  if (!may_have_dots_) return true;
  const std::string_view written(path_, static_cast<std::size_t>(out_ - path_));
  std::size_t size = std::min(written.find('?'), written.size());
  if (in_fragment_) size = std::min(written.find('#'), size);
  char* const end = path_ + size;
  const shortened_path left = remove_dot_segments(path_, size, keep_above_root);
  if (left.above_root && refuse_above_root) return false;
  if (left.size != size) {
    std::memmove(path_ + left.size, end, static_cast<std::size_t>(out_ - end));
    out_ -= size - left.size;
  }
  return true;
}

}  // namespace

mender::mender(const url_options& options)
    : able_(!options.strict && options.ladder != rung::string &&
            options.unreserved == unreserved_set::rfc3986 &&
            options.same_scheme == same_scheme_choice::strict && !options.conventions.any()),
      scheme_rung_(options.ladder == rung::scheme || options.ladder == rung::protocol),
      keep_fragment_(options.keep_fragment),
      keep_above_root_(options.above_root == above_root_choice::keep ||
                       (options.above_root == above_root_choice::as_resolution &&
                        options.resolution != resolution_choice::rfc3986)),
      refuse_above_root_(options.above_root == above_root_choice::reject) {}

mended_form mender::mend(std::string_view url, char* out) const {
  const web_scheme* const scheme = able_ ? find_web_scheme(url) : nullptr;
  // White space at the end is trimmed, not escaped.
  if (scheme == nullptr || static_cast<unsigned char>(url.back()) <= ' ') return {};
  pass one(url, out);
  if (!one.authority(*scheme, scheme_rung_) || !one.rest(keep_fragment_) ||
      !one.remove_dots(keep_above_root_, refuse_above_root_))
    return {};
  if (scheme_rung_) one.slash_path();
  return one.made();
}

}  // namespace urlsieve
