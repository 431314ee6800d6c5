// The options of a run by groups, for the parts of the pipeline and for modules below. A source file that
// includes the headers of its groups, but not options.hpp, is not recompiled when another group changes.
#ifndef URLSIEVE_PIPELINE_OPTION_PARTS_HPP
#define URLSIEVE_PIPELINE_OPTION_PARTS_HPP

#include <cstddef>
#include <cstdint>
#include <string>

#include "urlsieve/fault.hpp"

namespace urlsieve {

struct batch_memory;
struct extract_options;
struct filter_options;
struct input_options;
struct link_options;
struct mail_options;
struct output_options;
struct redirect_options;
struct reject_options;
struct remote_options;
struct splitter_options;
struct text_options;
struct url_options;
enum class script_bodies : std::uint8_t;

// Views of the groups, and copies of the options without a group. Requires: the options outlive the parts and
// do not change.
struct option_parts {
  explicit option_parts(const extract_options& options);

  const extract_options& all;
  const input_options& input;
  const remote_options& remote;
  const url_options& url;
  const text_options& text;
  const link_options& links;
  const mail_options& mail;
  const filter_options& filters;
  const output_options& output;
  const reject_options& rejects;
  const redirect_options& redirects;
  const std::string& base;
  bool content_location;
  bool note_pages;
  bool whole_records;
  unsigned threads;
  std::size_t batch_bytes;
  error_policy on_error;
};

// Returns the options of splitters. Requires: `options` outlives the result.
[[nodiscard]] splitter_options splitter_options_of(const extract_options& options);

[[nodiscard]] batch_memory batch_memory_of(const extract_options& options);

[[nodiscard]] script_bodies script_bodies_of(const link_options& links);

}  // namespace urlsieve

#endif
