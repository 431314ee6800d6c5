#include "src/url/normalize/fast_normalizer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "src/text/hex.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/text/scan/copy_and_classify.hpp"
#include "src/url/hosts/host.hpp"
#include "src/url/hosts/idna.hpp"
#include "src/url/hosts/plain_host.hpp"
#include "src/url/normalize/dot_segments.hpp"
#include "src/url/normalize/normal_terms.hpp"
#include "src/url/percent.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/stats.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

namespace {

// normal_url_terms for a host with capital letters.
constexpr byte_classes capital_terms{normal_url_terms.first, rows_of(bytes::alphanum),
                                     normal_url_terms.marks};

// "%XX" for each byte, padded to four bytes.
constexpr std::array<std::array<char, 4>, 256> escapes = [] {
  std::array<std::array<char, 4>, 256> all{};
  for (unsigned byte = 0; byte < 256; ++byte)
    all[byte] = {'%', upper_hex_digits[byte >> 4U], upper_hex_digits[byte & 15U], '\0'};
  return all;
}();

std::uint16_t kind_bit(repair_kind kind) {
  return static_cast<std::uint16_t>(1U << static_cast<unsigned>(kind));
}

struct web_scheme {
  std::string_view written;
  std::string_view port;
};

// Finds the scheme in any case.
const web_scheme* find_written_scheme(std::string_view url) {
  static constexpr web_scheme plain{"http://", "80"};
  static constexpr web_scheme secure{"https://", "443"};
  if (url.size() < secure.written.size()) return nullptr;
  using letters = std::array<char, 8>;
  constexpr char fold = 0x20;  // converts an upper-case letter to lower case
  constexpr letters https{'h', 't', 't', 'p', 's', ':', '/', '/'};
  constexpr letters http{'h', 't', 't', 'p', ':', '/', '/', '\xFF'};
  constexpr letters five{fold, fold, fold, fold, fold, 0, 0, 0};
  constexpr letters four{fold, fold, fold, fold, 0, 0, 0, '\xFF'};  // ignores the eighth byte
  const auto word_of = [](const char* text) {
    std::uint64_t word;
    std::memcpy(&word, text, sizeof(word));
    return word;
  };
  const std::uint64_t front = word_of(url.data());
  if ((front | word_of(five.data())) == word_of(https.data())) return &secure;
  return (front | word_of(four.data())) == word_of(http.data()) ? &plain : nullptr;
}

// The time at which dot segments are removed: when they are read, or after the whole URL.
enum class dot_handling : std::uint8_t { at_once, at_the_end };

// Normalizes one URL; each step returns false if the URL needs the slow path.
//
// Each window is copied before it is read: out_ is the destination of text_[read_], and the rest of the
// window follows there already. Unchanged bytes cost nothing, and an escape is normalized in place. Only
// changes of size copy the rest of the window again.
class normalization_pass {
 public:
  normalization_pass(std::string_view url, char* out) : text_(url), start_(out), out_(out) {}

  bool authority(const web_scheme& scheme, const web_front& front, bool scheme_rung);
  bool rest(bool keep_fragment, dot_handling dots);
  // Removes the dot segments that rest() left in the path. Returns false if ".." above the root is rejected.
  bool remove_dots(bool keep_above_root, bool refuse_above_root);
  void slash_path();

  [[nodiscard]] fast_form result() const {
    const auto flags = static_cast<std::uint16_t>(flags_ | (repairs_ != 0 ? flag::repaired : 0U));
    return {static_cast<std::size_t>(out_ - start_), repairs_, flags};
  }

 private:
  void repaired(repair_kind kind) { repairs_ = static_cast<std::uint16_t>(repairs_ | kind_bit(kind)); }
  void write_escaped(char byte) {
    std::memcpy(out_, escapes[static_cast<unsigned char>(byte)].data(), 4);
    out_ += 3;
    ++read_;
  }
  void map(std::size_t from, const byte_classes& terms);
  // Copies the rest of the current window, and the bytes after it in window_.
  void copy_ahead() { std::memcpy(out_, window_.data() + (read_ - window_at_), class_window); }
  void advance_to(std::size_t at) {
    out_ += at - read_;
    read_ = at;
  }
  [[nodiscard]] std::size_t converted_host(std::size_t begin);
  bool port(std::string_view digits, const web_scheme& scheme);
  bool handle_byte(std::size_t at, bool keep_fragment, dot_handling dots);
  bool handle_escape(std::size_t at);
  void escape_run(std::size_t at);
  void dot_segment(std::size_t slash);
  [[nodiscard]] bool is_clean(std::size_t from) const;

  std::string_view text_;
  char* start_;
  char* out_;
  char* path_ = nullptr;
  std::size_t read_ = 0;      // input before this offset is written
  std::size_t end_ = 0;       // end of the input to write: the text's end or a fragment
  std::size_t path_end_ = 0;  // 0: unknown
  std::size_t window_at_ = 0;
  class_maps maps_;                            // of the current window
  std::array<char, 2 * class_window> window_;  // the current window, and space that copy_ahead() may read
  bool is_ahead_ = false;                      // the current window is already copied
  bool in_fragment_ = false;
  bool may_have_dots_ = false;
  std::uint16_t repairs_ = 0;
  unsigned flags_ = 0;
};

bool normalization_pass::authority(const web_scheme& scheme, const web_front& front, bool scheme_rung) {
  const std::size_t begin = scheme.written.size();
  if (front.host != 0) {
    maps_ = front.maps;
    std::memcpy(window_.data(), start_, class_window);
    if (front.path != 0) {
      advance_to(front.path);
      path_ = out_;
      is_ahead_ = true;
      return true;
    }
  } else {
    map(0, capital_terms);
  }
  std::memcpy(out_, scheme.written.data(), scheme.written.size());
  out_ += scheme.written.size();
  const auto host_end = [&] {
    const std::uint64_t ends =
        (maps_.outside_second[0] & ~(maps_.marks[1][0] | maps_.marks[2][0])) >> begin << begin;
    return ends != 0 ? static_cast<std::size_t>(std::countr_zero(ends)) : text_.size();
  };
  std::size_t end = host_end();
  if (end < text_.size() && bytes::upper.contains(text_[end])) {
    map(0, capital_terms);
    end = host_end();
  }
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
  is_ahead_ = front.host != 0 && out_ == start_ + read_;
  return true;
}

// Writes a host beyond ASCII as A-labels. Returns its end, or 0 if the host needs the slow path.
std::size_t normalization_pass::converted_host(std::size_t begin) {
  constexpr byte_set in_host = bytes::alphanum | bytes::non_ascii | byte_set("-.");
  std::size_t end = begin;
  while (end < text_.size() && in_host.contains(text_[end])) ++end;
  std::array<char, longest_idna_host> labels;
  const auto size = to_a_labels(text_.substr(begin, end - begin), labels.data());
  if (!size) return 0;
  const std::string_view host(labels.data(), *size);
  // UTS 46 returns lower case, but may return any name.
  const std::size_t last_label = host.rfind('.') + 1;
  if (classify_host(host) != host_kind::hostname || host.back() == '.' ||
      bytes::digit.contains(host[last_label]))
    return 0;
  repaired(repair_kind::host_idna);
  out_ += host.copy(out_, host.size());
  return end;
}

// Writes a port as normalize.cpp does (rfc2396bis-01 section 6.2.3).
bool normalization_pass::port(std::string_view digits, const web_scheme& scheme) {
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

void normalization_pass::map(std::size_t from, const byte_classes& terms) {
  window_at_ = from;
  copy_and_classify(text_.data() + from, std::min(text_.size() - from, class_window), terms, window_.data(),
                    maps_);
}

bool normalization_pass::rest(bool keep_fragment, dot_handling dots) {
  end_ = text_.size();
  bool after_slash = false;
  for (std::size_t from = 0; from < end_; from += class_window) {
    if (from != 0) map(from, normal_url_terms);
    const std::size_t window_end = std::min(from + class_window, end_);
    const text_map before_dots = slashes_before_dots(maps_);
    may_have_dots_ |= after_slash && (maps_.marks[1][0] & 1U) != 0;
    after_slash = (maps_.marks[0][1] >> 63U) != 0;
    if (read_ < window_end && !std::exchange(is_ahead_, false)) copy_ahead();
    for (std::size_t word = 0; word < 2; ++word) {
      const std::size_t first = from + word * 64;
      std::uint64_t bits = maps_.outside_first[word] | before_dots[word];
      if (read_ > first) bits = read_ - first < 64 ? bits >> (read_ - first) << (read_ - first) : 0;
      for (; bits != 0; bits &= bits - 1) {
        const std::size_t at = first + static_cast<std::size_t>(std::countr_zero(bits));
        if (at < read_) continue;
        if (at >= end_) break;
        advance_to(at);
        if (!handle_byte(at, keep_fragment, dots)) return false;
      }
    }
    if (const std::size_t stop = std::min(window_end, end_); read_ < stop) advance_to(stop);
  }
  return true;
}

// Handles the byte at `at`, which is not a character of a path or query, or is a "/" before ".".
bool normalization_pass::handle_byte(std::size_t at, bool keep_fragment, dot_handling dots) {
  const char c = text_[at];
  if (c == '%') return handle_escape(at);
  if (c == '/') {
    // After an escaped dot, the segment is not known yet.
    if (dots == dot_handling::at_the_end || may_have_dots_)
      may_have_dots_ = true;
    else
      dot_segment(at);
    return true;
  }
  if (c == '#' && !in_fragment_) {
    if (!keep_fragment) {
      end_ = at;
      return is_clean(at + 1);
    }
    in_fragment_ = true;
    return true;
  }
  if (c == '\\' || bytes::c0_and_delete.contains(c)) return false;
  escape_run(at);
  return true;
}

bool normalization_pass::handle_escape(std::size_t at) {
  if (!is_escape(text_, at)) {
    repaired(repair_kind::lone_percent);
    write_escaped('%');
    copy_ahead();
    return true;
  }
  const char byte = decoded_escape(text_, at);
  if (bytes::c0_and_delete.contains(byte)) return false;  // sets a flag
  if (!bytes::unreserved.contains(byte)) {
    std::memcpy(out_, escapes[static_cast<unsigned char>(byte)].data(), 3);
    advance_to(at + 3);
    return true;
  }
  may_have_dots_ |= byte == '.';
  *out_++ = byte;
  read_ = at + 3;
  if (read_ < window_at_ + class_window) copy_ahead();
  return true;
}

void normalization_pass::escape_run(std::size_t at) {
  repaired(repair_kind::escaped);
  char* to = out_;
  const auto write = [&to](char byte) {
    std::memcpy(to, escapes[static_cast<unsigned char>(byte)].data(), 4);
    to += 3;
  };
  write(text_[at++]);
  constexpr std::uint64_t all_high = 0x8080808080808080U;
  for (std::uint64_t word = all_high; at + 8 <= end_; at += 8) {
    std::memcpy(&word, text_.data() + at, sizeof(word));
    if ((word & all_high) != all_high) break;
    for (std::size_t i = 0; i < 8; ++i) write(text_[at + i]);
  }
  while (at < end_ && bytes::non_ascii.contains(text_[at])) write(text_[at++]);
  read_ = at;
  out_ = to;
  if (read_ < window_at_ + class_window) copy_ahead();
}

// Removes the dot segment at `slash`, if any, and for ".." also the segment before (RFC 3986 section 5.2.4).
// Requires: the output before has no dot segments.
void normalization_pass::dot_segment(std::size_t slash) {
  if (path_end_ == 0) {
    path_end_ = std::min(text_.find('?'), text_.size());
    path_end_ = std::min(text_.substr(0, path_end_).find('#'), path_end_);
  }
  if (slash >= path_end_) return;
  std::size_t end = slash + 1;
  while (end < path_end_ && end < slash + 3 && text_[end] == '.') ++end;
  if (end < path_end_ && text_[end] != '/') return;
  if (end == slash + 3 && out_ != path_) do
      --out_;
    while (out_ != path_ && *out_ != '/');
  read_ = end;
  if (end == path_end_) *out_++ = '/';
  if (read_ < window_at_ + class_window) copy_ahead();
}

// Returns true if repair would change nothing in the fragment, which is removed.
bool normalization_pass::is_clean(std::size_t from) const {
  constexpr byte_set allowed = bytes::query_char | byte_set("[]");
  for (std::size_t i = from; i < text_.size(); ++i)
    if (!allowed.contains(text_[i]) && !is_escape(text_, i)) return false;
  return true;
}

void normalization_pass::slash_path() {
  if (out_ != path_ && *path_ == '/') return;
  std::memmove(path_ + 1, path_, static_cast<std::size_t>(out_ - path_));
  *path_ = '/';
  ++out_;
}

bool normalization_pass::remove_dots(bool keep_above_root, bool refuse_above_root) {
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

fast_normalizer::fast_normalizer(const url_options& options)
    : is_applicable_(!options.strict && options.ladder != rung::string &&
                     options.unreserved == unreserved_set::rfc3986 &&
                     options.same_scheme == same_scheme_choice::strict),
      scheme_rung_(options.ladder == rung::scheme || options.ladder == rung::protocol),
      keep_fragment_(options.keep_fragment),
      keep_above_root_(options.above_root == above_root_choice::keep ||
                       (options.above_root == above_root_choice::as_resolution &&
                        options.resolution != resolution_choice::rfc3986)),
      refuse_above_root_(options.above_root == above_root_choice::reject) {}

fast_form fast_normalizer::normalize(std::string_view url, const web_front& front, char* out) const {
  const web_scheme* const scheme = is_applicable_ ? find_written_scheme(url) : nullptr;
  // Repair trims trailing white space and does not escape it.
  if (scheme == nullptr || static_cast<unsigned char>(url.back()) <= ' ') return {};
  const bool drops_above_root = !keep_above_root_ && !refuse_above_root_;
  normalization_pass url_pass(url, out);
  if (!url_pass.authority(*scheme, front, scheme_rung_) ||
      !url_pass.rest(keep_fragment_, drops_above_root ? dot_handling::at_once : dot_handling::at_the_end) ||
      !url_pass.remove_dots(keep_above_root_, refuse_above_root_))
    return {};
  if (scheme_rung_) url_pass.slash_path();
  return url_pass.result();
}

}  // namespace urlsieve
