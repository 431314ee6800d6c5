#include "src/url/parse/repair.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "src/text/scan/byte_class.hpp"
#include "src/text/scan/copy_and_classify.hpp"
#include "src/url/hosts/host.hpp"
#include "src/url/hosts/idna.hpp"
#include "src/url/parse/checked_parse.hpp"
#include "src/url/parse/parse.hpp"
#include "src/url/percent.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

namespace {

constexpr byte_set repaired_space_or_control = byte_set::range(0x00, 0x20);
constexpr byte_set repaired_line_break = byte_set("\t\r\n");

// Brackets are reserved and never escaped; browsers also keep brackets in paths and queries.
constexpr byte_set component_bytes = bytes::query_char | byte_set("[]%");

// Excluded characters that invalidate a host (browsers reject them).
constexpr byte_set refused_in_host = bytes::c0_and_delete | byte_set(" <>^|[]\\");

constexpr unsigned refused_mark = 1;
constexpr unsigned non_ascii_mark = 2;
constexpr unsigned percent_mark = 4;
constexpr std::array<std::uint8_t, 256> host_marks = [] {
  std::array<std::uint8_t, 256> marks{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    const auto c = static_cast<unsigned char>(byte);
    marks[byte] = static_cast<std::uint8_t>((refused_in_host.contains(c) ? refused_mark : 0U) |
                                            (bytes::non_ascii.contains(c) ? non_ascii_mark : 0U) |
                                            (byte == '%' ? percent_mark : 0U));
  }
  return marks;
}();

std::uint16_t repair_bit(repair_kind kind) {
  return static_cast<std::uint16_t>(1U << static_cast<unsigned>(kind));
}

class repairer {
 public:
  repairer(std::string_view reference, const scheme_info* base_scheme, repair_options options, char* scratch)
      : text_(reference),
        base_scheme_(base_scheme),
        strict_(options.strict),
        browser_slashes_(options.slashes == slashes_choice::browser),
        scratch_(scratch),
        decoded_(scratch + 4 * reference.size() + 3 * longest_idna_host) {}

  repaired_reference run() {
    trim();
    const auto plain = parse_if_plain(text_);
    if (plain && !(browser_slashes_ && plain->path == plain->authority)) {
      result_.scheme = find_scheme(text_.substr(0, plain->scheme_end));
      result_.url = url_view::at(text_.data(), *plain);
      if (strict_ && result_.repairs != 0) reject(rejection::excluded_character);
      return result_;
    }
    bool rewrite = needs_rewriting();
    if (rewrite) drop_line_breaks();
    read_scheme();
    if (rewrite) turn_backslashes();
    if (browser_slashes_) correct_slashes();
    url_offsets at = parse(text_);
    check(at);
    rewrite |= domain_ && host_escaped_;
    if (rewrite && result_.rejected == rejection::none) {
      text_ = encode(at);
      at = parse(text_);
    }
    constexpr std::uint16_t valid_syntax = 1U << static_cast<unsigned>(repair_kind::host_decoded);
    if (strict_ && (result_.repairs & ~valid_syntax) != 0 && result_.rejected == rejection::none)
      result_.rejected = (result_.repairs & repair_bit(repair_kind::lone_percent)) != 0
                             ? rejection::invalid_escape
                             : rejection::excluded_character;
    result_.url = url_view::at(text_.data(), at);
    return result_;
  }

 private:
  void record(repair_kind kind) {
    result_.repairs = static_cast<std::uint16_t>(result_.repairs | repair_bit(kind));
  }
  void reject(rejection reason) {
    if (result_.rejected == rejection::none) result_.rejected = reason;
  }

  void trim() {
    const std::size_t first = end_of_leading_space(text_);
    std::size_t last = text_.size();
    while (last > first && repaired_space_or_control.contains(text_[last - 1])) --last;
    if (last - first != text_.size()) record(repair_kind::trimmed);
    text_ = text_.substr(first, last - first);
  }

  // Returns false only if the text consists of RFC 3986 characters, well-formed escapes, and at most one "#"
  // and one "@". Brackets require a check, because a userinfo must not have brackets.
  [[nodiscard]] bool needs_rewriting() const {
    static constexpr byte_classes terms{rows_of(bytes::query_char - byte_set("@")), {}, {}};
    unsigned hashes = 0;
    unsigned ats = 0;
    class_maps maps;
    for (std::size_t from = 0; from < text_.size(); from += class_window) {
      copy_and_classify(text_.data() + from, std::min(text_.size() - from, class_window), terms, scratch_,
                        maps);
      for (std::size_t word = 0; word < 2; ++word) {
        for (std::uint64_t bits = maps.outside_first[word]; bits != 0; bits &= bits - 1) {
          const std::size_t at = from + word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
          const char c = text_[at];
          const bool is_allowed =
              (c == '%' && is_escape(text_, at)) || (c == '#' && ++hashes == 1) || (c == '@' && ++ats == 1);
          if (!is_allowed) return true;
        }
      }
    }
    return false;
  }

  void drop_line_breaks() {
    if (std::none_of(text_.begin(), text_.end(), [](char c) { return repaired_line_break.contains(c); }))
      return;
    record(repair_kind::line_break);
    char* out = scratch_;
    for (const char c : text_)
      if (!repaired_line_break.contains(c)) *out++ = c;
    text_ = {scratch_, static_cast<std::size_t>(out - scratch_)};
  }

  void read_scheme() {
    if (const std::size_t length = scheme_length(text_); length != 0) {
      result_.scheme = find_scheme(text_.substr(0, length));
      backslash_ = result_.scheme != nullptr && result_.scheme->has(scheme_rule::backslash);
      domain_ = result_.scheme != nullptr && result_.scheme->has(scheme_rule::domain_host);
    } else {
      backslash_ = base_scheme_ != nullptr && base_scheme_->has(scheme_rule::backslash);
      domain_ = base_scheme_ != nullptr && base_scheme_->has(scheme_rule::domain_host);
    }
  }

  void turn_backslashes() {
    const std::size_t end = std::min(text_.find_first_of("?#"), text_.size());
    if (!backslash_ || text_.substr(0, end).find('\\') == std::string_view::npos) return;
    record(repair_kind::backslash);
    std::memmove(scratch_, text_.data(), text_.size());
    std::replace(scratch_, scratch_ + end, '\\', '/');
    text_ = {scratch_, text_.size()};
  }

  // URL Standard, "special authority ignore slashes state" and "special relative or authority state".
  void correct_slashes() {
    const std::size_t length = scheme_length(text_);
    const scheme_info* const scheme = length != 0 ? result_.scheme : base_scheme_;
    constexpr std::uint16_t special = scheme_rule::backslash | scheme_rule::host_required;
    if (scheme == nullptr || (scheme->rules & special) != special) return;
    const std::size_t begin = length == 0 ? 0 : length + 1;
    const std::size_t behind = std::min(text_.find_first_not_of('/', begin), text_.size());
    const std::size_t slashes = behind - begin;
    if (length == 0 ? slashes < 3 : slashes == 2) return;
    if (length != 0 && slashes < 2 && scheme == base_scheme_) {
      const std::string_view relative = text_.substr(begin);
      if (scheme_length(relative) != 0) return;
      text_ = relative;
      result_.scheme = nullptr;
    } else {
      std::memmove(scratch_ + begin + 2, text_.data() + behind, text_.size() - behind);
      std::memmove(scratch_, text_.data(), begin);
      scratch_[begin] = scratch_[begin + 1] = '/';
      text_ = {scratch_, text_.size() - slashes + 2};
    }
    record(repair_kind::slashes);
  }

  // Rejects an invalid host or port.
  void check(const url_offsets& at) {
    const url_view url = url_view::at(text_.data(), at);
    const std::string_view host = url.host();
    if (host.starts_with('[')) {
      if (classify_host(host) == host_kind::invalid) reject(rejection::invalid_host);
    } else {
      unsigned seen = 0;
      for (const char c : host) seen |= host_marks[static_cast<unsigned char>(c)];
      host_escaped_ = (seen & percent_mark) != 0;
      // Beyond ASCII, a combining mark may change "<" to a letter, so UTS 46 decides.
      const bool to_convert = domain_ && (seen & non_ascii_mark) != 0;
      if ((seen & refused_mark) != 0 && !to_convert) reject(rejection::invalid_host);
    }
    for (const char c : url.port())
      if (!bytes::digit.contains(c)) reject(rejection::invalid_port);
  }

  std::string_view encode(const url_offsets& at) {
    char* const start = scratch_ + text_.size();
    out_ = start;
    const url_view url = url_view::at(text_.data(), at);
    const auto copy_to = [this](std::size_t from, std::size_t to) {
      std::memcpy(out_, text_.data() + from, to - from);
      out_ += to - from;
    };
    copy_to(0, url.has_authority() ? at.authority : at.path);
    if (url.has_authority()) {
      if (url.has_userinfo()) {
        encode_component(url.userinfo(), component_bytes - byte_set("@/?[]"), repair_kind::userinfo_at);
        *out_++ = '@';
      }
      if (url.host().starts_with('[')) {
        copy_to(at.host, at.host + url.host().size());
      } else if (domain_) {
        write_domain(url.host());
      } else {
        encode_component(url.host(), component_bytes - byte_set("@/?[]:"), repair_kind::escaped);
      }
      if (url.has_port()) copy_to(at.port, at.path);
    }
    encode_component(url.path(), component_bytes - byte_set("?"), repair_kind::escaped);
    if (url.has_query()) {
      *out_++ = '?';
      encode_component(url.query(), component_bytes, repair_kind::escaped);
    }
    if (url.has_fragment()) {
      *out_++ = '#';
      encode_component(url.fragment(), component_bytes, repair_kind::escaped);
    }
    return {start, static_cast<std::size_t>(out_ - start)};
  }

  // Writes a host that is a domain: decodes escapes of unreserved and non-ASCII bytes, then converts to
  // A-labels.
  void write_domain(std::string_view host) {
    char* end = decoded_;
    bool beyond_ascii = false;
    std::size_t escapes = 0;
    for (std::size_t i = 0; i < host.size(); ++i) {
      char c = host[i];
      if (is_escape(host, i)) {
        const char decoded = decoded_escape(host, i);
        if (bytes::unreserved.contains(decoded) || bytes::non_ascii.contains(decoded)) {
          record(repair_kind::host_decoded);
          c = decoded;
          i += 2;
        } else {
          ++escapes;  // an escaped delimiter: a reg-name (RFC 3986 section 3.2.2)
        }
      }
      beyond_ascii |= bytes::non_ascii.contains(c);
      *end++ = c;
    }
    std::string_view domain(decoded_, static_cast<std::size_t>(end - decoded_));
    if (host_escaped_ && escapes_in(domain) != escapes) return reject(rejection::invalid_host);
    if (beyond_ascii) {
      // A label has no "%", and no escape survives UTS 46.
      if (domain.find('%') != std::string_view::npos) return reject(rejection::invalid_host);
      record(repair_kind::host_idna);
      const auto size = to_a_labels(domain, end);
      if (!size) return reject(rejection::invalid_host);
      domain = {end, *size};
    }
    encode_component(domain, component_bytes - byte_set("@/?[]:"), repair_kind::escaped);
  }

  // A "%" that begins no escape may begin an escape after decoding.
  static std::size_t escapes_in(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++i) count += is_escape(text, i) ? 1U : 0U;
    return count;
  }

  void encode_component(std::string_view component, const byte_set& allowed, repair_kind for_at) {
    for (std::size_t i = 0; i < component.size(); ++i) {
      const char c = component[i];
      if (c == '%' && !is_escape(component, i)) {
        record(repair_kind::lone_percent);
        out_ = write_escape(out_, '%');
      } else if (allowed.contains(c)) {
        *out_++ = c;
      } else {
        record(c == '@' ? for_at : repair_kind::escaped);
        out_ = write_escape(out_, c);
      }
    }
  }

  std::string_view text_;
  const scheme_info* base_scheme_;
  bool strict_;
  bool browser_slashes_;
  char* scratch_;
  char* decoded_;  // the last part of the scratch memory: the decoded host, then its A-labels
  char* out_ = nullptr;
  bool backslash_ = false;
  bool domain_ = false;
  bool host_escaped_ = false;
  repaired_reference result_;
};

}  // namespace

std::size_t end_of_leading_space(std::string_view reference) {
  std::size_t first = 0;
  while (first < reference.size() && repaired_space_or_control.contains(reference[first])) ++first;
  return first;
}

repaired_reference repair(std::string_view reference, const scheme_info* base_scheme, repair_options options,
                          char* scratch) {
  return repairer(reference, base_scheme, options, scratch).run();
}

}  // namespace urlsieve
