#include "src/cli/extract_flags.hpp"

#include "src/cli/field_flags.hpp"
#include "src/cli/filter_flags.hpp"
#include "src/cli/flags.hpp"
#include "src/cli/url_flags.hpp"

namespace urlsieve::cli {

void add_extract_flags(CLI::App& flags, extract_options& options) {
  flags.add_option("--base", options.base, "Base URL of documents that have none of their own")
      ->type_name("URL");
  flags
      .add_option(
          "--base-of", options.input.base_of,
          "Files below DIR have the URL that their path has below URL, as in a mirror; of a URL such as "
          "https:// the path begins with the host")
      ->allow_extra_args(false)
      ->type_name("DIR=URL");
  flags.add_flag("--content-location", options.content_location,
                 "Content-Location of an HTTP response is the base of what it holds");
  add_input_flags(flags, options.input);
  add_remote_flags(flags, options.remote);
  add_output_flags(flags, options.output);
  add_url_flags(flags, options.url);
  add_fragment_flag(flags, options.url);
  add_key_flag(flags, options.output.key);
  add_safety_flags(flags, options.url, flags_of_text);
  add_convention_flags(flags, options.url.conventions);
  add_parameter_flags(flags, options.url);
  add_same_document_flag(flags, options.url);
  add_scheme_flags(flags, options.url);
  add_filter_flags(flags, options.filters);
  add_text_flags(flags, options.text);
  add_link_flags(flags, options.links);
  add_mail_flags(flags, options.mail);
  add_redirect_flags(flags, options.redirects);
  add_running_flags(flags, options);
  add_memory_flags(flags, options.output);
  add_reject_flags(flags, options.rejects);
}

}  // namespace urlsieve::cli
