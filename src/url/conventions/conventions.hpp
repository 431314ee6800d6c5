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
#include <string>
#include <string_view>

#include "urlsieve/convention_options.hpp"

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

// Replaces "/index.html", "/default.asp" and similar names (index_pages()) at the end of a path by "/".
[[nodiscard]] std::size_t fold_index(char* url, std::size_t size);

// Replaces "https:" by "http:", except with the ports 80 and 443: "https://h:80/" is not the server of
// "http://h/".
[[nodiscard]] std::size_t fold_https(char* url, std::size_t size);

// Removes the page at the end of a path if `names`, in lower case, has the page in any case. Keeps the URLs
// for which takes_conventions() returns false.
[[nodiscard]] std::size_t fold_index_names(std::span<const std::string> names, char* url, std::size_t size);

// Removes "amp;" from the beginning of parameters that "&" separates: "&amp;" comes from a link that was
// escaped once too often. Also removes repetitions.
[[nodiscard]] std::size_t fold_amp(char* url, std::size_t size);

// Removes parameters without a value: "a=", "=" and "". Keeps names without "=".
[[nodiscard]] std::size_t drop_empty_params(char* url, std::size_t size);

// Removes the "?" of an empty query, unless "?" begins the reference.
[[nodiscard]] std::size_t drop_empty_query(char* url, std::size_t size);

// Replaces each run of "/" in the path by one "/". Keeps runs after ":", because paths of archives contain
// URLs. Keeps a path with dot segments, where ".." may remove an empty segment; the syntax rung removes dot
// segments before.
[[nodiscard]] std::size_t fold_slash_runs(char* url, std::size_t size);

// Removes "/" from the end of the path of a URL with an authority. Keeps the first "/" of the path.
[[nodiscard]] std::size_t fold_trailing_slash(char* url, std::size_t size);

// Writes the ASCII letters of the path in lower case, except in escapes.
[[nodiscard]] std::size_t fold_path_case(char* url, std::size_t size);

// A convention as canonicalizers and traces use it; its flag is in the table of options.
struct convention {
  std::string_view name;  // member of convention_options; "fold_www" is the option "fold-www"
  bool convention_options::* is_on;
  std::size_t (*fold)(char* url, std::size_t size);
  std::string_view done;  // effect on a URL, for traces
};

// The conventions in order of application. sort_query is first: if a pass over all conventions shortens no
// URL, the parameters are sorted, too.
inline constexpr std::array conventions{
    convention{"sort_query", &convention_options::sort_query, sort_query, "parameters of the query sorted"},
    convention{"fold_amp", &convention_options::fold_amp, fold_amp,
               "\"&amp;\" of the query written as \"&\""},
    convention{"drop_tracking", &convention_options::drop_tracking, drop_tracking,
               "tracking parameters dropped"},
    convention{"drop_session_ids", &convention_options::drop_session_ids, drop_session_ids,
               "session ids dropped"},
    convention{"drop_empty_params", &convention_options::drop_empty_params, drop_empty_params,
               "parameters without a value dropped"},
    convention{"drop_empty_query", &convention_options::drop_empty_query, drop_empty_query,
               "\"?\" without a query dropped"},
    convention{"fold_www", &convention_options::fold_www, fold_www, "\"www.\" dropped"},
    convention{"fold_slash_runs", &convention_options::fold_slash_runs, fold_slash_runs,
               "runs of \"/\" in the path written as \"/\""},
    convention{"fold_index", &convention_options::fold_index, fold_index, "name of an index page dropped"},
    convention{"fold_trailing_slash", &convention_options::fold_trailing_slash, fold_trailing_slash,
               "\"/\" at the end of the path dropped"},
    convention{"fold_path_case", &convention_options::fold_path_case, fold_path_case,
               "path written in lower case"},
    convention{"fold_https", &convention_options::fold_https, fold_https, "\"https\" written as \"http\""},
};

static_assert(conventions.size() == sizeof(convention_options) / sizeof(bool),
              "each member of convention_options needs a row");

// Returns true for http and https URLs, and for references without a scheme. Conventions keep other URLs,
// because their selectors and addresses may only look like queries.
[[nodiscard]] bool takes_conventions(std::string_view url);

// Applies the conventions that `options` enables, in order, to URLs for which takes_conventions() returns
// true. Idempotent: all conventions run again if the URL became shorter, because one convention may uncover
// the bytes of another.
[[nodiscard]] std::size_t fold_conventions(const convention_options& options, char* url, std::size_t size);

}  // namespace urlsieve

#endif
