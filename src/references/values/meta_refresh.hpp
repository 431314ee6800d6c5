// Reads the URL of <meta http-equiv=refresh> and of a Refresh header (HTML standard section 4.2.5.3, the
// shared declarative refresh steps).
#ifndef URLSIEVE_REFERENCES_META_REFRESH_HPP
#define URLSIEVE_REFERENCES_META_REFRESH_HPP

#include <optional>
#include <string_view>

namespace urlsieve {

// Returns the URL as a part of `content`; nullopt if `content` names no URL (reload of the same document) or
// is malformed.
[[nodiscard]] std::optional<std::string_view> meta_refresh_url(std::string_view content);

}  // namespace urlsieve

#endif
