// Beyond the ladder: equivalences that hold by convention only, each its own function and switch, never mixed
// into the rungs. All rewrite a URL in place, take its size and give the new one; none makes it longer, none
// moves the border of another component, and each is idempotent, alone and with any of the others.
#ifndef URLSIEVE_URL_CONVENTIONS_HPP
#define URLSIEVE_URL_CONVENTIONS_HPP

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "urlsieve/options.hpp"

namespace urlsieve {

// A query parameter that only says where a visitor came from, and whose it is; the names of
// tracking_parameters.inc.
struct tracking_parameter {
  std::string_view name;  // one that ends in "*" stands for all that begin so
  std::string_view origin;
};
[[nodiscard]] std::span<const tracking_parameter> tracking_parameters();

// The names of parameters that hold session ids, and of pages that stand for their folder.
[[nodiscard]] std::span<const std::string_view> session_parameters();
[[nodiscard]] std::span<const std::string_view> index_pages();

// Whether a parameter has the listed name, without regard to case; or begins so, where that ends in "*".
[[nodiscard]] bool fits_parameter(std::string_view listed, std::string_view name);

// Those parameters.
[[nodiscard]] std::size_t drop_tracking(char* url, std::size_t size);

// ";jsessionid=..." and the like in the path, "PHPSESSID=..." and the like in the query. One without which a
// segment would be one of dots stays, and so does all there is of a segment where no authority stands before.
[[nodiscard]] std::size_t drop_session_ids(char* url, std::size_t size);

// The same for a path, and for a query whose parameters "&" separates, by itself.
[[nodiscard]] std::size_t drop_path_sessions(char* path, std::size_t size, bool has_authority);
[[nodiscard]] std::size_t drop_query_sessions(char* query, std::size_t size);

// Parameters in the order of their bytes; equal ones keep their order. Queries of more than 256 parameters
// or 8 KiB stay.
[[nodiscard]] std::size_t sort_query(char* url, std::size_t size);

// The same for a query by itself, whose parameters `separator` separates.
void sort_parameters(char* query, std::size_t size, char separator);

// "www." before a host that has two labels or more without it, and is no address then. Of "www.www." both go
// or none.
[[nodiscard]] std::size_t fold_www(char* url, std::size_t size);

// "/index.html", "/default.asp" and the like at the end of a path become "/".
[[nodiscard]] std::size_t fold_index(char* url, std::size_t size);

// "https:" becomes "http:", but for the ports 80 and 443: "https://h:80/" is not the server of "http://h/".
[[nodiscard]] std::size_t fold_https(char* url, std::size_t size);

// One of them, as everything else that speaks of it reads it: flags, manifests, traces.
struct convention {
  std::string_view name;  // of the member of convention_options; "fold_www" is --fold-www
  bool convention_options::* is_on;
  std::size_t (*fold)(char* url, std::size_t size);
  std::string_view done;   // to a URL, for traces
  std::string_view meant;  // by the switch, for help
};

// In the order in which they are applied.
inline constexpr std::array conventions{
    convention{"drop_tracking", &convention_options::drop_tracking, drop_tracking,
               "tracking parameters dropped",
               "Drop query parameters that only say where a visitor came from"},
    convention{"drop_session_ids", &convention_options::drop_session_ids, drop_session_ids,
               "session ids dropped", "Drop parameters that only name a session"},
    convention{"sort_query", &convention_options::sort_query, sort_query, "parameters of the query sorted",
               "Put query parameters in the order of their bytes"},
    convention{"fold_www", &convention_options::fold_www, fold_www, "\"www.\" dropped",
               "www.example.com = example.com"},
    convention{"fold_index", &convention_options::fold_index, fold_index, "name of an index page dropped",
               "/index.html = /"},
    convention{"fold_https", &convention_options::fold_https, fold_https, "\"https\" written as \"http\"",
               "https: = http:"},
};

// Those that are switched on, in this order: of http and https URLs, and of references without a scheme. A
// selector or an address that looks like a query is none. Idempotent: if one drops the last "&", what
// separates parameters is another character (parameter_separator()), so all are asked once more.
[[nodiscard]] std::size_t fold_conventions(const convention_options& options, char* url, std::size_t size);

}  // namespace urlsieve

#endif
