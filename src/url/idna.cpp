#include "src/url/idna.hpp"

#include <unicode/uidna.h>

#include <algorithm>
#include <memory>

#include "src/text/byte_class.hpp"

namespace urlsieve {

namespace {

constexpr byte_set host_char = bytes::unreserved | bytes::sub_delims | byte_set("\"`{}");

struct close_converter {
  void operator()(UIDNA* converter) const { uidna_close(converter); }
};

// Immutable once opened, so one serves all threads.
const UIDNA* converter() {
  static const std::unique_ptr<UIDNA, close_converter> opened = [] {
    UErrorCode failed = U_ZERO_ERROR;
    UIDNA* const made =
        uidna_openUTS46(UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ, &failed);
    return std::unique_ptr<UIDNA, close_converter>(U_SUCCESS(failed) ? made : nullptr);
  }();
  return opened.get();
}

// Browsers ask UTS 46 neither for hyphens (CheckHyphens=false) nor for lengths (VerifyDnsLength=false).
constexpr std::uint32_t not_asked = UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN |
                                    UIDNA_ERROR_HYPHEN_3_4 | UIDNA_ERROR_EMPTY_LABEL |
                                    UIDNA_ERROR_LABEL_TOO_LONG | UIDNA_ERROR_DOMAIN_NAME_TOO_LONG;

}  // namespace

std::optional<std::size_t> to_a_labels(std::string_view host, char* out) {
  const UIDNA* const uts46 = converter();
  if (uts46 == nullptr || host.size() > longest_idna_host) return std::nullopt;
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  UErrorCode failed = U_ZERO_ERROR;
  const std::int32_t size = uidna_nameToASCII_UTF8(uts46, host.data(), static_cast<std::int32_t>(host.size()),
                                                   out, longest_idna_host, &info, &failed);
  if (U_FAILURE(failed) || (info.errors & ~not_asked) != 0) return std::nullopt;
  if (size <= 0 || static_cast<std::size_t>(size) > longest_idna_host) return std::nullopt;
  if (!std::all_of(out, out + size, [](char c) { return host_char.contains(c); })) return std::nullopt;
  return static_cast<std::size_t>(size);
}

}  // namespace urlsieve
