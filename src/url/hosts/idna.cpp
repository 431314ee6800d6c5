#include "src/url/hosts/idna.hpp"

#include <unicode/uidna.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "src/text/encodings/utf8.hpp"
#include "src/text/lazy_library.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

namespace {

constexpr byte_set host_char = bytes::unreserved | bytes::sub_delims | byte_set("\"`{}");

// The UTS 46 rules of ICU, loaded for the first host beyond ASCII. Immutable after opening, so all threads
// share one object.
class uts46_rules {
 public:
  // Throws std::runtime_error if ICU is not installed or its data lack the rules.
  static const uts46_rules& get() {
    static const uts46_rules opened;
    return opened;
  }
  uts46_rules(const uts46_rules&) = delete;
  uts46_rules& operator=(const uts46_rules&) = delete;
  ~uts46_rules() { uidna_close(rules_); }

  // Calls uidna_nameToASCII_UTF8(). Returns false if `name` has no form in ASCII.
  bool to_ascii(std::string_view name, char* out, std::int32_t& size, std::uint32_t& errors) const {
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    UErrorCode failed = U_ZERO_ERROR;
    size = uidna_nameToASCII_UTF8(rules_, name.data(), static_cast<std::int32_t>(name.size()), out,
                                  longest_idna_host, &info, &failed);
    errors = info.errors;
    return U_SUCCESS(failed) != 0;
  }

 private:
  uts46_rules() {
    UErrorCode failed = U_ZERO_ERROR;
    rules_ =
        uidna_openUTS46(UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ, &failed);
    if (U_FAILURE(failed) != 0 || rules_ == nullptr)
      throw std::runtime_error(std::string("cannot load the data of ICU: rules of UTS 46: ") +
                               u_errorName(failed));
  }

  lazy_library library_{URLSIEVE_ICU_LIBRARY};
  URLSIEVE_LATE_FUNCTION(library_, uidna_openUTS46);
  URLSIEVE_LATE_FUNCTION(library_, uidna_nameToASCII_UTF8);
  URLSIEVE_LATE_FUNCTION(library_, uidna_close);
  URLSIEVE_LATE_FUNCTION(library_, u_errorName);
  UIDNA* rules_ = nullptr;
};

// Browsers do not check hyphens (CheckHyphens=false) or lengths (VerifyDnsLength=false).
constexpr std::uint32_t ignored_errors = UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN |
                                         UIDNA_ERROR_HYPHEN_3_4 | UIDNA_ERROR_EMPTY_LABEL |
                                         UIDNA_ERROR_LABEL_TOO_LONG | UIDNA_ERROR_DOMAIN_NAME_TOO_LONG;

// Characters of Unicode 15 and earlier that later revisions of UTS 46 (31 to 35, section 7) map or ignore.
// The installed ICU may still reject them; a newer ICU gives the same result. No mapping needs more bytes.
struct later_mapping {
  char32_t first;
  char32_t last;
  char32_t to;  // mapping of `first`; the others follow in order; 0: ignored
};
constexpr std::array later_mappings{
    later_mapping{0x04C0, 0x04C0, 0x04CF},   later_mapping{0x10A0, 0x10C5, 0x2D00},
    later_mapping{0x115F, 0x1160, 0},        later_mapping{0x17B4, 0x17B5, 0},
    later_mapping{0x180E, 0x180E, 0},        later_mapping{0x1E9E, 0x1E9E, 0x00DF},
    later_mapping{0x2061, 0x2063, 0},        later_mapping{0x206A, 0x206F, 0},
    later_mapping{0x2132, 0x2132, 0x214E},   later_mapping{0x2183, 0x2183, 0x2184},
    later_mapping{0x3164, 0x3164, 0},        later_mapping{0xFFA0, 0xFFA0, 0},
    later_mapping{0x1D173, 0x1D17A, 0},      later_mapping{0x2F868, 0x2F868, 0x36FC},
    later_mapping{0x2F874, 0x2F874, 0x5F53}, later_mapping{0x2F91F, 0x2F91F, 0x243AB},
    later_mapping{0x2F95F, 0x2F95F, 0x7AEE}, later_mapping{0x2F9BF, 0x2F9BF, 0x45D7},
};

// Writes `host` with the later mappings to `out` and returns the size. Copies ill-formed UTF-8, which ICU
// rejects. Requires: `host` has at most longest_idna_host bytes.
std::int32_t map_ahead(std::string_view host, char* out) {
  std::int32_t written = 0;
  while (!host.empty()) {
    const utf8_piece piece = first_utf8(host);
    const auto character = piece.well_formed ? static_cast<UChar32>(piece.character) : -1;
    const auto row =
        std::find_if(later_mappings.begin(), later_mappings.end(), [character](const later_mapping& mapping) {
          return character >= static_cast<UChar32>(mapping.first) &&
                 character <= static_cast<UChar32>(mapping.last);
        });
    if (row == later_mappings.end()) {
      written = static_cast<std::int32_t>(std::copy_n(host.data(), piece.size, out + written) - out);
    } else if (row->to != 0) {
      const auto mapped = static_cast<std::uint32_t>(row->to) + static_cast<std::uint32_t>(character) -
                          static_cast<std::uint32_t>(row->first);
      U8_APPEND_UNSAFE(out, written, mapped);
    }
    host.remove_prefix(piece.size);
  }
  return written;
}

std::optional<std::size_t> convert(std::string_view host, char* out) {
  if (host.size() > longest_idna_host) return std::nullopt;
  std::array<char, longest_idna_host> mapped;
  const auto mapped_size = static_cast<std::size_t>(map_ahead(host, mapped.data()));
  std::int32_t size = 0;
  std::uint32_t errors = 0;
  if (!uts46_rules::get().to_ascii({mapped.data(), mapped_size}, out, size, errors)) return std::nullopt;
  if ((errors & ~ignored_errors) != 0) return std::nullopt;
  if (size <= 0 || static_cast<std::size_t>(size) > longest_idna_host) return std::nullopt;
  if (!std::all_of(out, out + size, [](char c) { return host_char.contains(c); })) return std::nullopt;
  return static_cast<std::size_t>(size);
}

// Cache of recent hosts of a thread: lists repeat few hosts, and conversion by ICU is slow. A hash selects a
// pair of entries; a new host replaces the older entry of its pair.
class known_hosts {
 public:
  struct known {
    std::uint8_t host_size = 0;
    std::uint8_t labels_size = 0;  // 0: rejected
    std::array<char, 94> host{};
    std::array<char, 96> labels{};
    [[nodiscard]] bool is(std::string_view asked) const {
      return asked == std::string_view(host.data(), host_size);
    }
  };

  // Requires: `host` is not empty.
  [[nodiscard]] const known* find(std::string_view host) const {
    const pair& both = pairs_[place_of(host)];
    return both[0].is(host) ? &both[0] : both[1].is(host) ? &both[1] : nullptr;
  }

  void keep(std::string_view host, std::string_view labels) {
    pair& both = pairs_[place_of(host)];
    if (host.size() > both[0].host.size() || labels.size() > both[0].labels.size()) return;
    both[1] = both[0];
    both[0].host_size = static_cast<std::uint8_t>(host.copy(both[0].host.data(), host.size()));
    both[0].labels_size = static_cast<std::uint8_t>(labels.copy(both[0].labels.data(), labels.size()));
  }

 private:
  using pair = std::array<known, 2>;

  // FNV-1a.
  static std::size_t place_of(std::string_view host) {
    std::uint32_t hash = 0x811C9DC5U;
    for (const char c : host) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193U;
    return (hash ^ hash >> 16U) % places;
  }

  static constexpr std::size_t places = 256;
  std::array<pair, places> pairs_{};
};

}  // namespace

std::optional<std::size_t> to_a_labels(std::string_view host, char* out) {
  if (host.empty()) return std::nullopt;
  // Allocated on first use: thread-local objects slow down the start of every thread.
  static thread_local std::unique_ptr<known_hosts> before;
  if (!before) before = std::make_unique<known_hosts>();
  if (const known_hosts::known* const found = before->find(host)) {
    if (found->labels_size == 0) return std::nullopt;
    std::copy_n(found->labels.data(), found->labels_size, out);
    return found->labels_size;
  }
  const auto size = convert(host, out);
  before->keep(host, {out, size.value_or(0)});
  return size;
}

}  // namespace urlsieve
