// The flags that decide about URLs, shared by all subcommands that write URLs.
#include "src/cli/url_flags.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "src/cli/flag_name.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/help/suggestion.hpp"
#include "src/text/ascii.hpp"
#include "src/url/conventions.hpp"
#include "src/url/parameter_lists.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve::cli {

namespace {

const std::string conventions_group = "Beyond the ladder (equivalent by convention only)";

CLI::Option* add_scheme_list(CLI::App& app, const std::string& name, std::vector<std::string>& schemes,
                             const std::string& help) {
  return app
      .add_option_function<std::vector<std::string>>(
          name,
          [&schemes](const std::vector<std::string>& typed) {
            schemes.clear();
            for (const std::string& scheme : typed) {
              if (!scheme.empty()) schemes.push_back(ascii::lowered(scheme));
            }
          },
          help)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST");
}

std::vector<std::string> names_of(std::uint16_t known) {
  std::vector<std::string> names;
  for (const flag::named& one : flag::names)
    if ((one.bit & known) != 0) names.emplace_back(one.name);
  return names;
}

std::uint16_t flag_named(const std::string& name, std::uint16_t known) {
  for (const flag::named& one : flag::names)
    if (one.name == name && (one.bit & known) != 0) return one.bit;
  throw CLI::ValidationError("--drop",
                             "no flag is called '" + name + "'" + did_you_mean(name, names_of(known)));
}

}  // namespace

void add_url_flags(CLI::App& app, url_options& options) {
  const std::string group = "URLs";
  add_choice(app, "--ladder", options.ladder,
             "The rung to normalize to; protocol needs --redirects. `urlsieve help ladder` explains it")
      ->group(group);
  add_choice(app, "--resolution", options.resolution, "The document whose resolution algorithm is followed")
      ->group(group);
  add_choice<above_root_choice>(app, "--above-root", options.above_root,
                                {{"remove", above_root_choice::remove},
                                 {"keep", above_root_choice::keep},
                                 {"reject", above_root_choice::reject}},
                                "'..' above the root")
      ->default_str("as --resolution says")
      ->group(group);
  add_choice(app, "--same-scheme", options.same_scheme, "What http:path means against an http base")
      ->group(group);
  add_choice(
      app, "--slashes", options.slashes,
      "Slashes before a host of http, https, ws, wss and ftp: two, or any number as browsers read them")
      ->group(group);
  add_choice(app, "--unreserved", options.unreserved, "Which escapes are decoded from the syntax rung on")
      ->group(group);
  app.add_flag("--strict", options.strict, "Reject what needs repair instead of repairing it")->group(group);
  add_size(app, "--max-url", options.max_url, 1, std::size_t{1} << 24U, "8KiB",
           "Longest URL; longer ones are counted and left out")
      ->group(group);
}

void add_fragment_flag(CLI::App& app, url_options& options) {
  app.add_flag("--keep-fragment", options.keep_fragment, "Keep #fragments: they are part of the URL then")
      ->group("URLs");
}

void add_safety_flags(CLI::App& app, url_options& options, std::uint16_t known) {
  const std::string group = "Safety";
  add_choice(app, "--userinfo", options.userinfo,
             "'user:password@' before the host: keep it, write the URL without it, or leave the URL out")
      ->group(group);
  app.add_option_function<std::vector<std::string>>(
         "--drop",
         [&options, known](const std::vector<std::string>& names) {
           for (const std::string& name : names) options.drop_flags |= flag_named(name, known);
         },
         "Leave out URLs that have one of these flags, by commas; `urlsieve help flags` explains them")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name(joined(names_of(known), ','))
      ->group(group);
}

void add_convention_flags(CLI::App& app, convention_options& options) {
  for (const convention& one : conventions)
    app.add_flag(flag_of(one.name), options.*one.is_on, std::string(one.meant))->group(conventions_group);
}

void add_parameter_flags(CLI::App& app, url_options& options) {
  const auto add = [&app](const std::string& name, std::vector<std::string>& names, const std::string& help) {
    app.add_option_function<std::vector<std::string>>(
           name,
           [name, &names](const std::vector<std::string>& typed) {
             for (const std::string& one : typed)
               if (const result<void> added = add_parameter_names(one, names); !added)
                 throw CLI::ValidationError(name, added.error().message);
           },
           help)
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("LIST")
        ->group(conventions_group);
  };
  add("--drop-params", options.drop_params,
      "Drop these query parameters, by commas; @FILE has one a line, and ref* is all that begin so");
  add("--keep-params", options.keep_params, "Keep these query parameters only; likewise");
}

void add_key_flag(CLI::App& app, key_form& key) {
  add_choice(app, "--key", key, "Write a sort-friendly form beside each URL, as field 'key'")
      ->group("Output");
}

void add_same_document_flag(CLI::App& app, url_options& options) {
  add_choice<bool>(app, "--same-document", options.keep_same_document, {{"drop", false}, {"keep", true}},
                   "References to the document itself ('', '#s')")
      ->group("URLs");
}

void add_scheme_flags(CLI::App& app, url_options& options) {
  add_scheme_list(app, "--schemes", options.schemes, "Keep these schemes only")->group("URLs");
  add_scheme_list(app, "--drop-schemes", options.drop_schemes, "Leave these schemes out")
      ->default_str("javascript,data,about,blob,view-source")
      ->group("URLs");
}

void add_protocol_flag(CLI::App& app, redirect_options& options) {
  app.add_option("--redirects", options.read_from,
                 "Follow the redirects in FILE (from, tab, to on each line) at --ladder protocol")
      ->allow_extra_args(false)
      ->type_name("FILE")
      ->group("Redirects");
}

void add_protocol_flags(CLI::App& app, protocol_choice& choice) {
  add_protocol_flag(app, choice.redirects);
  add_size(app, "--memory", choice.memory, std::size_t{1} << 20U, std::size_t{1} << 50U,
           "half of the machine's or control group's",
           "Memory for the whole process; redirects that do not fit into a third of it go to disk")
      ->group("Redirects");
  app.add_option("--tmpdir", choice.temporary, "Where they go")
      ->default_str("$TMPDIR, or /tmp")
      ->type_name("DIR")
      ->group("Redirects");
}

}  // namespace urlsieve::cli
