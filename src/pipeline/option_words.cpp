// A table with a row per option: its name, and how to parse its value into a member.
#include "urlsieve/option_words.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include "src/pipeline/filters/sample_part.hpp"
#include "src/text/ascii.hpp"
#include "src/url/parameter_lists.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {
namespace {

using words = std::vector<std::string_view>;

struct bounds {
  std::uint64_t least = 0;
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
};

struct row {
  std::string_view name;
  option_kind kind;
  bool (*set)(extract_options& options, std::string_view value, const bounds& within);
  words (*list)();
  bounds within = {};
};

bool read_number(std::string_view text, std::uint64_t& number) {
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  return failed == std::errc() && end == text.data() + text.size();
}

bool read_size(std::string_view text, std::uint64_t& size) {
  constexpr std::string_view units = "kmgt";
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string unit = ascii::lowered(text.substr(digits));
  if (!read_number(text.substr(0, digits), size)) return false;
  if (unit.ends_with("ib")) unit.resize(unit.size() - 2);
  if (unit.ends_with('b')) unit.pop_back();
  if (unit.empty()) return true;
  const std::size_t power = units.find(unit[0]);
  if (unit.size() != 1 || power == std::string_view::npos) return false;
  const std::size_t shift = 10 * (power + 1);
  if (size > std::numeric_limits<std::uint64_t>::max() >> shift) return false;
  size <<= shift;
  return true;
}

bool read_yes(std::string_view text, bool& yes) {
  if (!text.empty() && text != "true" && text != "1" && text != "false" && text != "0") return false;
  yes = text != "false" && text != "0";
  return true;
}

// Calls `take` for each element of a comma-separated list. Returns false if `take` rejected an element.
template <class Take>
bool each_of_list(std::string_view list, const Take& take) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (comma != 0 && !take(list.substr(0, comma))) return false;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return true;
}

// The member at the end of a path of members, and its type.
template <auto... Path>
auto& member(extract_options& options) {
  return (options.*....*Path);
}
template <auto... Path>
using member_type = std::remove_reference_t<decltype(member<Path...>(std::declval<extract_options&>()))>;

template <class Member>
constexpr option_kind kind_of() {
  if constexpr (named_choice<Member>)
    return option_kind::choice;
  else if constexpr (std::is_same_v<Member, bool>)
    return option_kind::yes;
  else if constexpr (std::is_same_v<Member, std::string>)
    return option_kind::text;
  else if constexpr (std::is_same_v<Member, std::vector<std::string>>)
    return option_kind::more;
  else
    return option_kind::number;
}

template <class Member>
bool read(std::string_view value, const bounds& within, Member& into) {
  constexpr option_kind kind = kind_of<Member>();
  if constexpr (kind == option_kind::choice) {
    const std::optional<Member> named = parse_name<Member>(value);
    if (named) into = *named;
    return named.has_value();
  } else if constexpr (kind == option_kind::yes) {
    return read_yes(value, into);
  } else if constexpr (kind == option_kind::text) {
    into = value;
    return true;
  } else if constexpr (kind == option_kind::more) {
    into.emplace_back(value);
    return true;
  } else {
    std::uint64_t number = 0;
    if (!read_number(value, number) || number < within.least || number > within.most) return false;
    into = static_cast<Member>(number);
    return true;
  }
}

template <class Member>
words words_of() {
  if constexpr (named_choice<Member>)
    return {words_for<Member>.begin(), words_for<Member>.end()};
  else
    return {};
}

template <auto... Path>
constexpr row one(std::string_view name, bounds within = {}) {
  const auto set = [](extract_options& options, std::string_view value, const bounds& limits) {
    return read(value, limits, member<Path...>(options));
  };
  return {name, kind_of<member_type<Path...>>(), set, words_of<member_type<Path...>>, within};
}

template <auto... Path>
constexpr row size(std::string_view name, bounds within) {
  const auto set = [](extract_options& options, std::string_view value, const bounds& limits) {
    std::uint64_t bytes = 0;
    if (!read_size(value, bytes) || bytes < limits.least || bytes > limits.most) return false;
    member<Path...>(options) = static_cast<member_type<Path...>>(bytes);
    return true;
  };
  return {name, option_kind::size, set, words_of<std::string>, within};
}

// A boolean with two words of its own; the second word means true.
template <const std::string_view (&Words)[2], auto... Path>
constexpr row either(std::string_view name) {
  const auto set = [](extract_options& options, std::string_view value, const bounds&) {
    if (value == Words[0] || value == Words[1]) member<Path...>(options) = value == Words[1];
    return value == Words[0] || value == Words[1];
  };
  return {name, option_kind::choice, set, [] { return words{Words[0], Words[1]}; }};
}
constexpr std::string_view keep_drop[2] = {"keep", "drop"};
constexpr std::string_view drop_keep[2] = {"drop", "keep"};
constexpr std::string_view skip_read[2] = {"skip", "read"};

template <auto... Path>
constexpr row schemes(std::string_view name) {
  const auto set = [](extract_options& options, std::string_view value, const bounds&) {
    std::vector<std::string>& listed = member<Path...>(options);
    listed.clear();
    return each_of_list(value, [&](std::string_view scheme) {
      listed.push_back(ascii::lowered(scheme));
      return true;
    });
  };
  return {name, option_kind::list, set, words_of<std::string>};
}

// A list of names, separated by commas, and stored unchanged.
template <auto... Path>
constexpr row names(std::string_view name) {
  const auto set = [](extract_options& options, std::string_view value, const bounds&) {
    return each_of_list(value, [&](std::string_view one) {
      member<Path...>(options).emplace_back(one);
      return true;
    });
  };
  return {name, option_kind::list, set, words_of<std::string>};
}

bool set_sample(extract_options& options, std::string_view value, const bounds& /*within*/) {
  const std::optional<double> part = sample_part(value);
  if (part) options.filters.sample = *part;
  return part.has_value();
}

template <auto... Path>
constexpr row parameters(std::string_view name) {
  const auto set = [](extract_options& options, std::string_view value, const bounds&) {
    return each_of_list(value, [&](std::string_view one) {
      return add_parameter_names(one, member<Path...>(options)).has_value();
    });
  };
  return {name, option_kind::list, set, words_of<std::string>};
}

bool set_fields(extract_options& options, std::string_view value, const bounds& /*within*/) {
  options.output.fields.clear();
  return each_of_list(value, [&](std::string_view name) {
    const std::optional<field> named = parse_name<field>(name);
    if (named) options.output.fields.push_back(*named);
    return named.has_value();
  });
}

const flag::named* flag_named(std::string_view name) {
  const auto* const found = std::find_if(flag::names.begin(), flag::names.end(),
                                         [&](const flag::named& one) { return one.name == name; });
  return found == flag::names.end() ? nullptr : found;
}

bool set_drop(extract_options& options, std::string_view value, const bounds& /*within*/) {
  return each_of_list(value, [&](std::string_view name) {
    const flag::named* const named = flag_named(name);
    if (named != nullptr) options.url.drop_flags |= named->bit;
    return named != nullptr;
  });
}

words words_of_flags() {
  words all;
  for (const flag::named& one : flag::names) all.push_back(one.name);
  return all;
}

bool set_no_dedup(extract_options& options, std::string_view value, const bounds& /*within*/) {
  bool off = false;
  if (!read_yes(value, off)) return false;
  options.output.dedup = !off;
  return true;
}

// Sets the short form of `rows`.
bool set_jsonl(extract_options& options, std::string_view value, const bounds& /*within*/) {
  bool on = false;
  if (!read_yes(value, on)) return false;
  options.output.rows = on ? row_form::jsonl : row_form::tsv;
  return true;
}

constexpr bounds any_size{1, std::uint64_t{1} << 50U};
constexpr bounds memory_size{std::uint64_t{1} << 20U, std::uint64_t{1} << 50U};
using all = extract_options;
using conventions = convention_options;

// Sorted by name.
constexpr row table[] = {
    one<&all::text, &text_options::abbreviated>("abbreviated"),
    one<&all::url, &url_options::above_root>("above-root"),
    one<&all::remote, &remote_options::anonymous>("anonymous"),
    one<&all::mail, &mail_options::attachments>("attachments"),
    one<&all::bad_input>("bad-input"),
    one<&all::base>("base"),
    one<&all::input, &input_options::base_of>("base-of"),
    size<&all::batch_bytes>("batch", {1, std::uint64_t{1} << 30U}),
    one<&all::redirects, &redirect_options::canonical>("canonical-redirects"),
    one<&all::input, &input_options::charset>("charset"),
    size<&all::output, &output_options::checkpoint_bytes>("checkpoint", any_size),
    names<&all::input, &input_options::columns>("columns"),
    one<&all::output, &output_options::compress>("compress"),
    either<skip_read, &all::links, &link_options::conditional_comments>("conditional-comments"),
    one<&all::remote, &remote_options::connections>("connections", {1, 64}),
    one<&all::content_location>("content-location"),
    one<&all::filters, &filter_options::domains>("domains"),
    {"drop", option_kind::list, set_drop, words_of_flags},
    one<&all::filters, &filter_options::drop_domains>("drop-domains"),
    one<&all::filters, &filter_options::drop_hosts>("drop-hosts"),
    parameters<&all::url, &url_options::drop_params>("drop-params"),
    schemes<&all::url, &url_options::drop_schemes>("drop-schemes"),
    one<&all::url, &url_options::conventions, &conventions::drop_session_ids>("drop-session-ids"),
    one<&all::url, &url_options::conventions, &conventions::drop_tracking>("drop-tracking"),
    one<&all::output, &output_options::edges>("edges"),
    one<&all::remote, &remote_options::endpoint>("endpoint"),
    one<&all::output, &output_options::exact>("exact"),
    one<&all::filters, &filter_options::exclude>("exclude"),
    one<&all::output, &output_options::expected>("expect"),
    names<&all::filters, &filter_options::extensions>("extensions"),
    {"fields", option_kind::list, set_fields, words_of<field>},
    one<&all::input, &input_options::files_from>("files-from"),
    one<&all::url, &url_options::conventions, &conventions::fold_https>("fold-https"),
    one<&all::url, &url_options::conventions, &conventions::fold_index>("fold-index"),
    one<&all::url, &url_options::conventions, &conventions::fold_www>("fold-www"),
    one<&all::output, &output_options::force>("force"),
    one<&all::input, &input_options::format>("format"),
    one<&all::mail, &mail_options::headers>("headers"),
    one<&all::filters, &filter_options::hosts>("hosts"),
    one<&all::text, &text_options::hyphen>("hyphen"),
    one<&all::filters, &filter_options::include>("include"),
    one<&all::remote, &remote_options::inputs_prefix>("inputs-prefix"),
    one<&all::text, &text_options::join_bare>("join-bare"),
    one<&all::text, &text_options::join_quoted>("join-quoted"),
    one<&all::text, &text_options::join_spaces>("join-spaces"),
    one<&all::input, &input_options::json_html>("json-html"),
    one<&all::input, &input_options::json_mail>("json-mail"),
    one<&all::input, &input_options::json_text>("json-text"),
    one<&all::input, &input_options::json_url>("json-url"),
    {"jsonl", option_kind::yes, set_jsonl, words_of<bool>},
    one<&all::url, &url_options::keep_fragment>("keep-fragment"),
    one<&all::mail, &mail_options::keep_internal>("keep-internal"),
    parameters<&all::url, &url_options::keep_params>("keep-params"),
    one<&all::output, &output_options::key>("key"),
    one<&all::url, &url_options::ladder>("ladder"),
    one<&all::redirects, &redirect_options::learn>("learn-redirects"),
    one<&all::filters, &filter_options::limit>("limit", {1}),
    one<&all::output, &output_options::line_buffered>("line-buffered"),
    one<&all::links, &link_options::links>("links"),
    one<&all::output, &output_options::mark_new>("mark-new"),
    size<&all::input, &input_options::max_document>("max-document",
                                                    {std::uint64_t{1} << 16U, std::uint64_t{1} << 31U}),
    one<&all::output, &output_options::max_sources>("max-sources", {1, 1024}),
    size<&all::url, &url_options::max_url>("max-url", {1, std::uint64_t{1} << 24U}),
    size<&all::output, &output_options::memory>("memory", memory_size),
    {"no-dedup", option_kind::yes, set_no_dedup, words_of<bool>},
    either<keep_drop, &all::links, &link_options::drop_nofollow>("nofollow"),
    one<&all::output, &output_options::order>("order"),
    one<&all::filters, &filter_options::other_site>("other-site"),
    one<&all::output, &output_options::directory>("output"),
    one<&all::redirects, &redirect_options::read_from>("redirects"),
    one<&all::text, &text_options::refang>("refang"),
    one<&all::rejects, &reject_options::write_to>("rejects"),
    one<&all::rejects, &reject_options::limit>("rejects-limit"),
    one<&all::url, &url_options::resolution>("resolution"),
    one<&all::output, &output_options::resume>("resume"),
    one<&all::remote, &remote_options::retries>("retries", {0, 100}),
    one<&all::output, &output_options::rows>("rows"),
    either<drop_keep, &all::url, &url_options::keep_same_document>("same-document"),
    one<&all::url, &url_options::same_scheme>("same-scheme"),
    one<&all::filters, &filter_options::same_site>("same-site"),
    {"sample", option_kind::text, set_sample, words_of<std::string>},
    schemes<&all::url, &url_options::schemes>("schemes"),
    one<&all::links, &link_options::scripts>("scripts"),
    one<&all::output, &output_options::seen>("seen"),
    one<&all::output, &output_options::self_loops>("self-loops"),
    one<&all::output, &output_options::shard_by>("shard-by"),
    one<&all::output, &output_options::shards>("shards", {1, 65536}),
    one<&all::output, &output_options::similar>("similar"),
    one<&all::url, &url_options::slashes>("slashes"),
    one<&all::url, &url_options::conventions, &conventions::sort_query>("sort-query"),
    one<&all::remote, &remote_options::stall>("stall", {1, 3600}),
    one<&all::url, &url_options::strict>("strict"),
    one<&all::links, &link_options::text_links>("text-links"),
    one<&all::threads>("threads", {1, 1024}),
    one<&all::output, &output_options::temporary>("tmpdir"),
    one<&all::text, &text_options::unescape>("unescape"),
    one<&all::url, &url_options::unreserved>("unreserved"),
    one<&all::mail, &mail_options::unwrap>("unwrap"),
    one<&all::url, &url_options::userinfo>("userinfo"),
    one<&all::input, &input_options::verify_inputs>("verify-inputs"),
    names<&all::filters, &filter_options::where>("where"),
    one<&all::redirects, &redirect_options::write_to>("write-redirects"),
};

const row* row_named(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(table), std::end(table), [&](const row& each) { return each.name == name; });
  return found == std::end(table) ? nullptr : found;
}

std::string listed(const words& all_words) {
  std::string list;
  for (const std::string_view word : all_words) list.append(list.empty() ? "" : ", ").append(word);
  return list;
}

}  // namespace

std::vector<option_word> option_words() {
  std::vector<option_word> all_options;
  for (const row& each : table) all_options.push_back({each.name, each.kind, each.list()});
  return all_options;
}

result<void> set_option(extract_options& options, std::string_view name, std::string_view value) {
  const row* const named = row_named(name);
  if (named == nullptr)
    return tl::unexpected(error{error_code::usage, "no option is called \"" + std::string(name) + "\""});
  if (named->set(options, value, named->within)) return {};
  const words known = named->list();
  std::string why = std::string(name) + ": \"" + std::string(value) + "\" is ";
  why += known.empty() ? "no value that it can have" : "none of " + listed(known);
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

}  // namespace urlsieve
