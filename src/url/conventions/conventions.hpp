// Conventions: opt-in normalization by equivalences that hold only by convention. Each convention is a
// function with a switch and never part of the rungs.
//
// The functions rewrite `size` bytes at `url` in place and return the new size. No convention makes a URL
// longer or moves the border of another component. Each convention is idempotent, alone and combined with
// others.
#ifndef URLSIEVE_URL_CONVENTIONS_CONVENTIONS_HPP
#define URLSIEVE_URL_CONVENTIONS_CONVENTIONS_HPP

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "urlsieve/url_options.hpp"

namespace urlsieve {

// A query parameter that only tracks the origin of visitors (tracking_parameters.inc).
struct tracking_parameter {
  std::string_view name;  // "*" at the end matches any suffix
  std::string_view origin;
};
[[nodiscard]] std::span<const tracking_parameter> tracking_parameters();

// Return the names of parameters that hold session ids, and of pages that are the index of their folder.
[[nodiscard]] std::span<const std::string_view> session_parameters();
[[nodiscard]] std::span<const std::string_view> index_pages();

// Returns true if parameter `name` matches `listed`, ignoring case. A "*" at the end of `listed` matches any
// suffix.
[[nodiscard]] bool fits_parameter(std::string_view listed, std::string_view name);

// Removes tracking parameters.
[[nodiscard]] std::size_t drop_tracking(char* url, std::size_t size);

// Removes session ids: ";jsessionid=..." in the path, "PHPSESSID=..." in the query. Keeps a session id if the
// segment would become a dot segment, or would become empty in a URL without an authority.
[[nodiscard]] std::size_t drop_session_ids(char* url, std::size_t size);

// Remove session ids from a path alone, and from a query alone whose separator is "&".
[[nodiscard]] std::size_t drop_path_sessions(char* path, std::size_t size, bool has_authority);
[[nodiscard]] std::size_t drop_query_sessions(char* query, std::size_t size);

// Sorts query parameters by their bytes; the sort is stable. Keeps queries of more than 256 parameters or 8
// KiB.
[[nodiscard]] std::size_t sort_query(char* url, std::size_t size);

// Sorts the parameters of a query alone, divided by `separator`, within the same limits.
void sort_parameters(char* query, std::size_t size, char separator);

// Removes "www." if the rest of the host has two labels or more and is not an IPv4 address. Removes all
// repetitions ("www.www.") or none.
[[nodiscard]] std::size_t fold_www(char* url, std::size_t size);

// Replaces "/index.html", "/default.asp" and similar names at the end of a path by "/".
[[nodiscard]] std::size_t fold_index(char* url, std::size_t size);

// Replaces "https:" by "http:", except with the ports 80 and 443: "https://h:80/" is not the server of
// "http://h/".
[[nodiscard]] std::size_t fold_https(char* url, std::size_t size);

// A convention as canonicalizers and traces use it; its flag is in the table of options.
struct convention {
  std::string_view name;  // member of convention_options; "fold_www" is the option "fold-www"
  bool convention_options::* is_on;
  std::size_t (*fold)(char* url, std::size_t size);
  std::string_view done;  // effect on a URL, for traces
};

// The conventions in order of application.
inline constexpr std::array conventions{
    convention{"drop_tracking", &convention_options::drop_tracking, drop_tracking,
               "tracking parameters dropped"},
    convention{"drop_session_ids", &convention_options::drop_session_ids, drop_session_ids,
               "session ids dropped"},
    convention{"sort_query", &convention_options::sort_query, sort_query, "parameters of the query sorted"},
    convention{"fold_www", &convention_options::fold_www, fold_www, "\"www.\" dropped"},
    convention{"fold_index", &convention_options::fold_index, fold_index, "name of an index page dropped"},
    convention{"fold_https", &convention_options::fold_https, fold_https, "\"https\" written as \"http\""},
};

static_assert(conventions.size() == sizeof(convention_options) / sizeof(bool),
              "each member of convention_options needs a row");

// Applies the conventions that `options` enables, in order, to http and https URLs and to references without
// a scheme. Other schemes stay unchanged, because selectors and addresses may only look like queries.
// Idempotent: if a convention drops the last "&", parameter_separator() changes, so all conventions run
// again.
[[nodiscard]] std::size_t fold_conventions(const convention_options& options, char* url, std::size_t size);

}  // namespace urlsieve

#endif
