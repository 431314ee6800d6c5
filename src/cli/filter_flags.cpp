#include "src/cli/filter_flags.hpp"

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/flag_values.hpp"
#include "src/pipeline/filters/sample_part.hpp"

namespace urlsieve::cli {

namespace {

const std::string group = "Filters";

CLI::Option* add_each(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                      const std::string& type, const std::string& help) {
  return app.add_option(name, values, help)->allow_extra_args(false)->type_name(type)->group(group);
}

}  // namespace

void add_filter_flags(CLI::App& app, filter_options& options) {
  add_each(app, "--where", options.where, "LIST",
           "Keep references that stood there, as field 'where' has it, by commas; * is anything: *@href")
      ->delimiter(',');
  add_each(app, "--hosts", options.hosts, "FILE", "Keep these hosts, one a line");
  add_each(app, "--domains", options.domains, "FILE",
           "Keep these domains, one a line, and all names below them");
  add_each(app, "--drop-hosts", options.drop_hosts, "FILE", "Leave these hosts out");
  add_each(app, "--drop-domains", options.drop_domains, "FILE",
           "Leave these domains out, and all names below them");
  CLI::Option* const same =
      app.add_flag("--same-site", options.same_site, "Keep URLs of the registrable domain of their document");
  same->group(group);
  app.add_flag("--other-site", options.other_site, "Keep the others")->excludes(same)->group(group);
  add_each(app, "--extensions", options.extensions, "LIST",
           "Keep URLs whose path ends in one of these, by commas: pdf,doc")
      ->delimiter(',');
  add_each(app, "--include", options.include, "PATTERN",
           "Keep URLs that one of these expressions (RE2) matches somewhere; COLUMN=PATTERN looks at a part");
  add_each(app, "--exclude", options.exclude, "PATTERN", "Leave URLs out that one of these matches");
  app.add_option_function<std::string>(
         "--sample",
         [&options](const std::string& typed) {
           const std::optional<double> part = sample_part(typed);
           if (!part)
             throw CLI::ValidationError("--sample",
                                        "'" + typed + "' is no part of the URLs, such as 0.01 or 1%");
           options.sample = *part;
         },
         "Keep this part of the URLs, chosen by a hash: the same ones in every run")
      ->type_name("P")
      ->group(group);
  add_number(app, "--limit", options.limit, 1, std::numeric_limits<std::uint64_t>::max(), "",
             "End after so many distinct URLs on standard output; input is not read on")
      ->group(group);
}

void add_reject_flags(CLI::App& app, reject_options& options) {
  app.add_option("--rejects", options.write_to,
                 "Write references that gave no URL to FILE: reason, raw, source, where, offset")
      ->type_name("FILE")
      ->group("Running");
  add_number(app, "--rejects-limit", options.limit, 0, std::numeric_limits<std::uint64_t>::max(), "1000000",
             "How many of them FILE has, at most: the first ones")
      ->group("Running");
}

}  // namespace urlsieve::cli
