// Functions on single URLs: components, invalid characters, reasons for rejection, comparison.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "src/python/binding.hpp"
#include "src/python/docstring.hpp"
#include "src/url/explain/explained_rejection.hpp"
#include "src/url/explain/explanation.hpp"
#include "src/url/explain/ladder_trace.hpp"
#include "src/url/normalize/base.hpp"
#include "src/url/normalize/canonical.hpp"
#include "src/url/normalize/safety.hpp"
#include "src/url/parse/checked_parse.hpp"
#include "src/url/parse/scheme_parts.hpp"
#include "src/url/parse/validity.hpp"
#include "src/url/url_columns.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve::python {
namespace {

using text = std::optional<std::string>;

py::object part_or_none(bool is_there, std::string_view part) {
  return is_there ? py::object(text_of(part)) : py::none();
}

py::list violations_of(const url_view& url, bool valid, std::vector<named_part>& parts) {
  std::vector<violation> of_syntax;
  if (!valid) find_violations(url, of_syntax);
  std::vector<violation> all = of_syntax;
  name_parts(url, parts, all);
  py::list descriptions;
  for (const violation& fault : all) {
    const bool by_syntax =
        std::any_of(of_syntax.begin(), of_syntax.end(), [&](const violation& syntax_fault) {
          return syntax_fault.where == fault.where && syntax_fault.position == fault.position &&
                 syntax_fault.rule == fault.rule;
        });
    const explanation why = by_syntax ? explain_syntax(url, fault) : explain_grammar(url, fault);
    descriptions.append(py::make_tuple(std::string(name_of(fault.where)), why.position,
                                       std::string(fault.rule), text_of(explanation_text(why))));
  }
  return descriptions;
}

py::dict parse_url(const std::string& input) {
  const checked_url checked = checked_parse(input);
  const url_view url = url_view::at(input.data(), checked.at);
  std::vector<named_part> parts;
  py::dict all;
  all["scheme"] = part_or_none(url.has_scheme(), url.scheme());
  all["authority"] = part_or_none(url.has_authority(), url.authority());
  all["userinfo"] = part_or_none(url.has_userinfo(), url.userinfo());
  all["host"] = part_or_none(url.has_authority(), url.host());
  all["port"] = part_or_none(url.has_port(), url.port());
  all["path"] = text_of(url.path());
  all["query"] = part_or_none(url.has_query(), url.query());
  all["fragment"] = part_or_none(url.has_fragment(), url.fragment());
  url_columns columns(url);
  std::string buffer;
  for (const field name : {field::subdomain, field::domain, field::suffix, field::extension, field::surt}) {
    const std::string_view value = columns.value(name, buffer);
    all[std::string(name_of(name)).c_str()] = part_or_none(value.data() != nullptr, value);
  }
  all["valid"] = checked.valid;
  all["violations"] = violations_of(url, checked.valid, parts);
  py::list named;
  for (const named_part& part : parts)
    named.append(py::make_tuple(std::string(part.name), text_of(part.value)));
  all["parts"] = named;
  const std::uint16_t flags = safety_flags(url, find_scheme(url.scheme()));
  py::list raised;
  flag::each_name(flags, [&](std::string_view name) { raised.append(std::string(name)); });
  all["flags"] = raised;
  return all;
}

// Returns None, or the reason why the reference is rejected.
py::object explain(const std::string& reference, const text& base, const py::kwargs& keywords) {
  const url_options options = single_url_group(keywords);
  base_url from;
  if (base && !from.assign(*base, options, opaque_base_policy::resolve_all))
    throw failure({error_code::invalid_url, "the base is not an absolute URL"});
  const base_url* const against = base ? &from : nullptr;
  std::string buffer(canonicalizer::capacity_for(reference.size(), against), '\0');
  const canonicalizer canonical(options);
  const canonical_url url = against != nullptr ? canonical.canonicalize(reference, against, buffer.data())
                                               : canonical.normalize(reference, buffer.data());
  if (url.rejected == rejection::none) return py::none();
  const explanation why = explain_rejection(reference, url.rejected, against, options);
  return text_of(explanation_text(why) + " (" + std::string(name_of(url.rejected)) + ")");
}

// Returns the lowest rung at which two URLs are equal, and the rules that changed each URL up to that rung.
py::dict compare(const std::string& a, const std::string& b, const py::kwargs& keywords) {
  const url_options options = single_url_group(keywords);
  const auto of_a = trace_ladder(a, nullptr, options);
  const auto of_b = trace_ladder(b, nullptr, options);
  const auto rules_of = [](const auto& trace, std::size_t up_to) {
    py::list rules;
    for (std::size_t i = 0; i <= up_to; ++i)
      for (const applied_rule& rule : trace[i].rules) rules.append(std::string(rule.rule));
    return rules;
  };
  std::size_t rung_found = 0;
  const auto equal_at = [&](std::size_t i) {
    const bool both = of_a[i].rejected == rejection::none && of_b[i].rejected == rejection::none;
    return both && of_a[i].form == of_b[i].form;
  };
  while (rung_found < rung_count && !equal_at(rung_found)) ++rung_found;
  const std::size_t last = std::min(rung_found, rung_count - 1);
  py::dict all;
  all["equal"] = rung_found < rung_count;
  all["rung"] =
      rung_found < rung_count ? py::object(py::str(std::string(words_for<rung>[rung_found]))) : py::none();
  all["a"] = text_of(of_a[last].form);
  all["b"] = text_of(of_b[last].form);
  all["a_rules"] = rules_of(of_a, last);
  all["b_rules"] = rules_of(of_b, last);
  return all;
}

}  // namespace

void add_url_questions(py::module_& module) {
  module.def("parse", parse_url, py::arg("url"));
  module.def("explain", explain, py::arg("url"), py::arg("base") = py::none(), docstring("explain"));
  module.def("compare", compare, py::arg("a"), py::arg("b"));
}

}  // namespace urlsieve::python
