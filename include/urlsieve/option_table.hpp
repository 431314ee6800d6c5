// The table of options: a row for each option of `urlsieve extract` except those for statistics and messages,
// in the order of its help.
//
// The rows make the options by name (option_words.hpp) and the range checks of all runs.
#ifndef URLSIEVE_OPTION_TABLE_HPP
#define URLSIEVE_OPTION_TABLE_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "urlsieve/member_count.hpp"
#include "urlsieve/option_row.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

namespace option_table_parts {

using all = extract_options;
using conventions = convention_options;

inline constexpr std::uint64_t mib = std::uint64_t{1} << 20U;
inline constexpr std::uint64_t gib = std::uint64_t{1} << 30U;
inline constexpr std::uint64_t pib = std::uint64_t{1} << 50U;
inline constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

inline constexpr std::array rows{
    option_at<&all::base>("base"),
    option_at<&all::input, &input_options::base_of>("base-of"),
    option_at<&all::content_location>("content-location"),

    option_at<&all::input, &input_options::format>("format"),
    option_at<&all::input, &input_options::files_from>("files-from"),
    option_at<&all::input, &input_options::charset>("charset"),
    option_at<&all::input, &input_options::json_url>("json-url"),
    option_at<&all::input, &input_options::json_text>("json-text"),
    option_at<&all::input, &input_options::json_html>("json-html"),
    option_at<&all::input, &input_options::json_mail>("json-mail"),
    option_at<&all::input, &input_options::columns>("columns").list(),
    option_at<&all::input, &input_options::verify_inputs>("verify-inputs"),
    option_at<&all::input, &input_options::max_document>("max-document").bytes(256, 2 * gib),

    option_at<&all::remote, &remote_options::inputs_prefix>("inputs-prefix"),
    option_at<&all::remote, &remote_options::connections>("connections").from_to(1, 64),
    option_at<&all::remote, &remote_options::endpoint>("endpoint"),
    option_at<&all::remote, &remote_options::anonymous>("anonymous"),
    option_at<&all::remote, &remote_options::retries>("retries").from_to(0, 100),
    option_at<&all::remote, &remote_options::stall>("stall").from_to(1, 3600),

    option_at<&all::output, &output_options::directory>("output"),
    option_at<&all::output, &output_options::shards>("shards").from_to(1, 65536),
    option_at<&all::output, &output_options::shard_by>("shard-by"),
    option_at<&all::output, &output_options::order>("order"),
    option_at<&all::output, &output_options::compress>("compress"),
    option_at<&all::output, &output_options::force>("force"),
    option_at<&all::output, &output_options::fields>("fields"),
    option_at<&all::output, &output_options::rows>("rows"),
    option_at<&all::output, &output_options::rows>("jsonl").short_for("jsonl"),
    option_at<&all::output, &output_options::similar>("similar"),
    option_at<&all::output, &output_options::edges>("edges"),
    option_at<&all::output, &output_options::self_loops>("self-loops"),
    option_at<&all::output, &output_options::seen>("seen"),
    option_at<&all::output, &output_options::mark_new>("mark-new"),
    option_at<&all::output, &output_options::max_sources>("max-sources").from_to(1, 1024),
    option_at<&all::output, &output_options::dedup>("no-dedup").negated(),
    option_at<&all::output, &output_options::exact>("exact"),
    option_at<&all::output, &output_options::line_buffered>("line-buffered"),

    option_at<&all::url, &url_options::ladder>("ladder"),
    option_at<&all::url, &url_options::resolution>("resolution"),
    option_at<&all::url, &url_options::above_root>("above-root"),
    option_at<&all::url, &url_options::same_scheme>("same-scheme"),
    option_at<&all::url, &url_options::slashes>("slashes"),
    option_at<&all::url, &url_options::unreserved>("unreserved"),
    option_at<&all::url, &url_options::strict>("strict"),
    option_at<&all::url, &url_options::max_url>("max-url").bytes(1, 16 * mib),
    option_at<&all::url, &url_options::keep_fragment>("keep-fragment"),

    option_at<&all::output, &output_options::key>("key"),

    option_at<&all::url, &url_options::userinfo>("userinfo"),
    option_at<&all::url, &url_options::drop_flags>("drop"),

    option_at<&all::url, &url_options::conventions, &conventions::drop_tracking>("drop-tracking"),
    option_at<&all::url, &url_options::conventions, &conventions::drop_session_ids>("drop-session-ids"),
    option_at<&all::url, &url_options::conventions, &conventions::sort_query>("sort-query"),
    option_at<&all::url, &url_options::conventions, &conventions::fold_www>("fold-www"),
    option_at<&all::url, &url_options::conventions, &conventions::fold_index>("fold-index"),
    option_at<&all::url, &url_options::conventions, &conventions::fold_https>("fold-https"),
    option_at<&all::url, &url_options::drop_params>("drop-params").list(list_element::parameter),
    option_at<&all::url, &url_options::keep_params>("keep-params").list(list_element::parameter),

    option_at<&all::url, &url_options::keep_same_document>("same-document").words("drop", "keep"),
    option_at<&all::url, &url_options::schemes>("schemes").list(list_element::scheme),
    option_at<&all::url, &url_options::drop_schemes>("drop-schemes").list(list_element::scheme),

    option_at<&all::filters, &filter_options::where>("where").list(),
    option_at<&all::filters, &filter_options::hosts>("hosts"),
    option_at<&all::filters, &filter_options::domains>("domains"),
    option_at<&all::filters, &filter_options::drop_hosts>("drop-hosts"),
    option_at<&all::filters, &filter_options::drop_domains>("drop-domains"),
    option_at<&all::filters, &filter_options::same_site>("same-site"),
    option_at<&all::filters, &filter_options::other_site>("other-site"),
    option_at<&all::filters, &filter_options::extensions>("extensions").list(),
    option_at<&all::filters, &filter_options::include>("include"),
    option_at<&all::filters, &filter_options::exclude>("exclude"),
    option_at<&all::filters, &filter_options::sample>("sample"),
    option_at<&all::filters, &filter_options::limit>("limit").from_to(1, unlimited),

    option_at<&all::text, &text_options::join_quoted>("join-quoted"),
    option_at<&all::text, &text_options::join_spaces>("join-spaces"),
    option_at<&all::text, &text_options::join_bare>("join-bare"),
    option_at<&all::text, &text_options::hyphen>("hyphen"),
    option_at<&all::text, &text_options::abbreviated>("abbreviated"),
    option_at<&all::text, &text_options::unescape>("unescape"),
    option_at<&all::text, &text_options::refang>("refang"),

    option_at<&all::links, &link_options::links>("links"),
    option_at<&all::links, &link_options::drop_nofollow>("nofollow").words("keep", "drop"),
    option_at<&all::links, &link_options::conditional_comments>("conditional-comments").words("skip", "read"),
    option_at<&all::links, &link_options::scripts>("scripts"),
    option_at<&all::links, &link_options::text_links>("text-links"),

    option_at<&all::mail, &mail_options::headers>("headers"),
    option_at<&all::mail, &mail_options::attachments>("attachments"),
    option_at<&all::mail, &mail_options::keep_internal>("keep-internal"),
    option_at<&all::mail, &mail_options::unwrap>("unwrap"),

    option_at<&all::redirects, &redirect_options::read_from>("redirects"),
    option_at<&all::redirects, &redirect_options::write_to>("write-redirects"),
    option_at<&all::redirects, &redirect_options::learn>("learn-redirects"),
    option_at<&all::redirects, &redirect_options::canonical>("canonical-redirects"),

    option_at<&all::threads>("threads").from_to(1, 1024),
    option_at<&all::batch_bytes>("batch").bytes(1, gib),
    option_at<&all::output, &output_options::resume>("resume"),
    option_at<&all::output, &output_options::checkpoint_bytes>("checkpoint").bytes(1, pib),
    option_at<&all::bad_input>("bad-input"),
    option_at<&all::output, &output_options::memory>("memory").bytes(mib, pib),
    option_at<&all::output, &output_options::temporary>("tmpdir"),
    option_at<&all::output, &output_options::expected>("expect").from_to(0, pib),
    option_at<&all::rejects, &reject_options::write_to>("rejects"),
    option_at<&all::rejects, &reject_options::limit>("rejects-limit"),
};

// Members that only the C++ interface has.
inline constexpr std::array<std::string_view, 5> members_without_row{
    "input_options::paths", "link_options::note_canonical", "link_options::note_context",
    "remote_options::on_retry", "extract_options::also_written"};

// Returns true if each member of `Struct`, called `name`, has a row or is in members_without_row. `nested`:
// the number of members that are structs of options.
template <class Struct>
[[nodiscard]] consteval bool has_rows(std::string_view name, std::size_t nested = 0) {
  const auto belongs = [name](std::string_view member) {
    return member.starts_with(name) && member.substr(name.size()).starts_with("::");
  };
  auto known = static_cast<std::size_t>(
      std::count_if(members_without_row.begin(), members_without_row.end(), belongs));
  for (const auto* row = rows.begin(); row != rows.end(); ++row)
    if (belongs(row->member) && std::none_of(rows.begin(), row, [row](const option_row& earlier) {
          return earlier.member == row->member;
        }))
      ++known;
  return known + nested == member_count<Struct>;
}

static_assert(has_rows<input_options>("input_options") && has_rows<remote_options>("remote_options") &&
                  has_rows<url_options>("url_options", 1) &&
                  has_rows<convention_options>("convention_options") &&
                  has_rows<text_options>("text_options") && has_rows<link_options>("link_options") &&
                  has_rows<mail_options>("mail_options") && has_rows<filter_options>("filter_options") &&
                  has_rows<output_options>("output_options") && has_rows<reject_options>("reject_options") &&
                  has_rows<redirect_options>("redirect_options") &&
                  has_rows<extract_options>("extract_options", 10),
              "each member of the options needs a row");

}  // namespace option_table_parts

inline constexpr const auto& option_table = option_table_parts::rows;

// Returns the row of the option `word`, or nullptr.
[[nodiscard]] constexpr const option_row* find_option(std::string_view word) {
  const auto* const row = std::find_if(option_table.begin(), option_table.end(),
                                       [&](const option_row& each) { return each.word == word; });
  return row == option_table.end() ? nullptr : row;
}

}  // namespace urlsieve

#endif
