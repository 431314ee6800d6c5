// The files of --redirects: "from", a tab, "to" on each line, as --write-redirects gives them or anyone else;
// compressed or not, in UTF-8, UTF-16 or UTF-32. Both URLs are put into normal form first.
#ifndef URLSIEVE_PIPELINE_REDIRECT_READER_HPP
#define URLSIEVE_PIPELINE_REDIRECT_READER_HPP

#include <atomic>
#include <functional>
#include <string_view>

#include "src/dedup/observed_redirects.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// What the ends of a redirect are judged by: those of `options`, but for the choices that leave out single
// URLs. A redirect out of the schemes that are kept leads on to others; one to a dropped scheme leads
// nowhere.
[[nodiscard]] url_options for_redirects(url_options options);

// Whether a URL is one that `options` do not leave out. Holds a copy of them.
[[nodiscard]] std::function<bool(std::string_view url)> keeps_target(const url_options& options);

// Fills and settles `found` from the files of `redirects`, where the rung of `options` is `protocol`; else
// there must be none: error_code::usage. A line that is no pair of absolute URLs is damage::bad_redirect;
// empty lines and those that begin with "#" are none. error_code::no_such_input for a file that is not there;
// interrupted where `stop`, which may be null, becomes true.
[[nodiscard]] result<void> load_redirects(const url_options& options, const redirect_options& redirects,
                                          observed_redirects& found, stats& counted,
                                          const std::atomic<bool>* stop = nullptr);

}  // namespace urlsieve

#endif
