// The URL of <meta http-equiv=refresh> and of a Refresh header, as the HTML standard reads it (section
// 4.2.5.3, the shared declarative refresh steps).
#ifndef URLSIEVE_REFERENCES_META_REFRESH_HPP
#define URLSIEVE_REFERENCES_META_REFRESH_HPP

#include <optional>
#include <string_view>

namespace urlsieve {

// Part of `content`; nothing if it names no URL (the document itself is loaded again, or it is malformed).
[[nodiscard]] std::optional<std::string_view> meta_refresh_url(std::string_view content);

}  // namespace urlsieve

#endif
