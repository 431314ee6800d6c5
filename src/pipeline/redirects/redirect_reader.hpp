// Reads the files of --redirects: "from", a tab, "to" on each line, as --write-redirects writes them. Files
// may be compressed, and in UTF-8, UTF-16 or UTF-32. Both URLs are normalized first.
#ifndef URLSIEVE_PIPELINE_REDIRECT_READER_HPP
#define URLSIEVE_PIPELINE_REDIRECT_READER_HPP

#include <atomic>
#include <functional>
#include <string_view>

#include "src/dedup/observed_redirects.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

struct redirect_options;
struct url_options;

// Returns the options for the two ends of a redirect: `options` without the choices that drop single URLs. A
// redirect from a scheme that is not kept may lead to a kept scheme; a redirect to a dropped scheme leads
// nowhere.
[[nodiscard]] url_options for_redirects(url_options options);

// Returns a function that is true for URLs that `options` keep. The function holds a copy of `options` and
// scratch memory: one thread at a time may call it.
[[nodiscard]] std::function<bool(std::string_view url)> keeps_target(const url_options& options);

// Fills and settles `found` from the files of `redirects`, if `options` are at rung::protocol. At other
// rungs, files are an error_code::usage. A line that is no pair of absolute URLs counts as
// damage::bad_redirect; empty lines, and lines that begin with "#", are ignored. Fails with
// error_code::no_such_input if a file is missing, and with interrupted if `stop`, which may be null, becomes
// true.
[[nodiscard]] result<void> load_redirects(const url_options& options, const redirect_options& redirects,
                                          observed_redirects& found, stats& counted,
                                          const std::atomic<bool>* stop = nullptr);

}  // namespace urlsieve

#endif
