// robots.txt (RFC 9309, and Sitemap of sitemaps.org): lines "Field: value", comments behind "#".
#ifndef URLSIEVE_DOCUMENTS_ROBOTS_HPP
#define URLSIEVE_DOCUMENTS_ROBOTS_HPP

#include "src/documents/input_head.hpp"
#include "src/documents/lines/line_runs.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// Whether the first lines are fields of it and nothing else, among them a User-agent, or a Sitemap that names
// an absolute URL. A file that is refused is read as text, in which its sitemaps are found as well.
[[nodiscard]] bool begins_robots(const input_head& head);

// Slices are windows of one document of media::robots.
class robots_splitter final : public line_run_splitter {
 public:
  explicit robots_splitter(const input_options& options)
      : line_run_splitter(slice_kind::whole, media::robots, options) {}
};

}  // namespace urlsieve

#endif
