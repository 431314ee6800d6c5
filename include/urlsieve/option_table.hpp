// The table of options: a row for each option of `urlsieve extract` except those for statistics and messages,
// in the order of its help.
//
// The rows make the options by name (option_words.hpp), the range checks of all runs, the options in
// manifests, and the options that must be equal in outputs to merge.
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
    option_at<&all::base>("base").manifest(10, manifest_form::masked),
    option_at<&all::input, &input_options::base_of>("base-of").manifest(11, manifest_form::masked),
    option_at<&all::content_location>("content-location").manifest(12),

    option_at<&all::input, &input_options::format>("format").manifest(1),
    option_at<&all::input, &input_options::files_from>("files-from"),
    option_at<&all::input, &input_options::charset>("charset").manifest(2, manifest_form::charset),
    option_at<&all::input, &input_options::json_url>("json-url").manifest(3),
    option_at<&all::input, &input_options::json_text>("json-text").manifest(4),
    option_at<&all::input, &input_options::json_html>("json-html").manifest(5),
    option_at<&all::input, &input_options::json_mail>("json-mail").manifest(6),
    option_at<&all::input, &input_options::columns>("columns").list().manifest(7),
    option_at<&all::input, &input_options::verify_inputs>("verify-inputs").manifest(8),
    option_at<&all::input, &input_options::max_document>("max-document").bytes(256, 2 * gib).manifest(9),

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
    option_at<&all::output, &output_options::similar>("similar").manifest(69).shapes_urls("\"none\""),
    option_at<&all::output, &output_options::edges>("edges"),
    option_at<&all::output, &output_options::self_loops>("self-loops").manifest(64),
    option_at<&all::output, &output_options::seen>("seen").manifest(66, manifest_form::presence),
    option_at<&all::output, &output_options::mark_new>("mark-new").manifest(67),
    option_at<&all::output, &output_options::max_sources>("max-sources").from_to(1, 1024).manifest(65),
    option_at<&all::output, &output_options::dedup>("no-dedup").negated().manifest(68).shapes_urls(),
    option_at<&all::output, &output_options::exact>("exact"),
    option_at<&all::output, &output_options::line_buffered>("line-buffered"),

    option_at<&all::url, &url_options::ladder>("ladder").manifest(13).shapes_urls(),
    option_at<&all::url, &url_options::resolution>("resolution").manifest(14).shapes_urls(),
    option_at<&all::url, &url_options::above_root>("above-root").manifest(15).shapes_urls(),
    option_at<&all::url, &url_options::same_scheme>("same-scheme").manifest(16).shapes_urls(),
    option_at<&all::url, &url_options::slashes>("slashes").manifest(17).shapes_urls("\"strict\""),
    option_at<&all::url, &url_options::unreserved>("unreserved").manifest(18).shapes_urls(),
    option_at<&all::url, &url_options::strict>("strict").manifest(21),
    option_at<&all::url, &url_options::max_url>("max-url").bytes(1, 16 * mib).manifest(24),
    option_at<&all::url, &url_options::keep_fragment>("keep-fragment").manifest(19).shapes_urls(),

    option_at<&all::output, &output_options::key>("key"),

    option_at<&all::url, &url_options::userinfo>("userinfo").manifest(25).shapes_urls(),
    option_at<&all::url, &url_options::drop_flags>("drop").manifest(26, "drop"),

    option_at<&all::url, &url_options::conventions, &conventions::drop_tracking>("drop-tracking")
        .manifest(29)
        .shapes_urls(),
    option_at<&all::url, &url_options::conventions, &conventions::drop_session_ids>("drop-session-ids")
        .manifest(30)
        .shapes_urls(),
    option_at<&all::url, &url_options::conventions, &conventions::sort_query>("sort-query")
        .manifest(31)
        .shapes_urls(),
    option_at<&all::url, &url_options::conventions, &conventions::fold_www>("fold-www")
        .manifest(32)
        .shapes_urls(),
    option_at<&all::url, &url_options::conventions, &conventions::fold_index>("fold-index")
        .manifest(33)
        .shapes_urls(),
    option_at<&all::url, &url_options::conventions, &conventions::fold_https>("fold-https")
        .manifest(34)
        .shapes_urls(),
    option_at<&all::url, &url_options::drop_params>("drop-params")
        .list(list_element::parameter)
        .manifest(27)
        .shapes_urls("[]"),
    option_at<&all::url, &url_options::keep_params>("keep-params")
        .list(list_element::parameter)
        .manifest(28)
        .shapes_urls("[]"),

    option_at<&all::url, &url_options::keep_same_document>("same-document")
        .words("drop", "keep")
        .manifest(20),
    option_at<&all::url, &url_options::schemes>("schemes").list(list_element::scheme).manifest(22),
    option_at<&all::url, &url_options::drop_schemes>("drop-schemes").list(list_element::scheme).manifest(23),

    option_at<&all::filters, &filter_options::where>("where").list().manifest(53),
    option_at<&all::filters, &filter_options::hosts>("hosts").manifest(54, manifest_form::presence),
    option_at<&all::filters, &filter_options::domains>("domains").manifest(55, manifest_form::presence),
    option_at<&all::filters, &filter_options::drop_hosts>("drop-hosts").manifest(56, manifest_form::presence),
    option_at<&all::filters, &filter_options::drop_domains>("drop-domains")
        .manifest(57, manifest_form::presence),
    option_at<&all::filters, &filter_options::same_site>("same-site").manifest(58),
    option_at<&all::filters, &filter_options::other_site>("other-site").manifest(59),
    option_at<&all::filters, &filter_options::extensions>("extensions").list().manifest(60),
    option_at<&all::filters, &filter_options::include>("include").manifest(61),
    option_at<&all::filters, &filter_options::exclude>("exclude").manifest(62),
    option_at<&all::filters, &filter_options::sample>("sample").manifest(63),
    option_at<&all::filters, &filter_options::limit>("limit").from_to(1, unlimited),

    option_at<&all::text, &text_options::join_quoted>("join-quoted").manifest(40),
    option_at<&all::text, &text_options::join_spaces>("join-spaces").manifest(41),
    option_at<&all::text, &text_options::join_bare>("join-bare").manifest(46),
    option_at<&all::text, &text_options::hyphen>("hyphen").manifest(42),
    option_at<&all::text, &text_options::abbreviated>("abbreviated").manifest(43),
    option_at<&all::text, &text_options::unescape>("unescape").manifest(44),
    option_at<&all::text, &text_options::refang>("refang").manifest(45),

    option_at<&all::links, &link_options::links>("links").manifest(35),
    option_at<&all::links, &link_options::drop_nofollow>("nofollow").words("keep", "drop").manifest(36),
    option_at<&all::links, &link_options::conditional_comments>("conditional-comments")
        .words("skip", "read")
        .manifest(37),
    option_at<&all::links, &link_options::scripts>("scripts").manifest(39),
    option_at<&all::links, &link_options::text_links>("text-links").manifest(38),

    option_at<&all::mail, &mail_options::headers>("headers").manifest(47),
    option_at<&all::mail, &mail_options::attachments>("attachments").manifest(48),
    option_at<&all::mail, &mail_options::keep_internal>("keep-internal").manifest(49),
    option_at<&all::mail, &mail_options::unwrap>("unwrap").manifest(50),

    option_at<&all::redirects, &redirect_options::read_from>("redirects"),
    option_at<&all::redirects, &redirect_options::write_to>("write-redirects"),
    option_at<&all::redirects, &redirect_options::learn>("learn-redirects").manifest(52, "learn_redirects"),
    option_at<&all::redirects, &redirect_options::canonical>("canonical-redirects")
        .manifest(51, "canonical_redirects"),

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

namespace option_table_parts {

inline constexpr auto manifest_size = static_cast<std::size_t>(
    std::count_if(rows.begin(), rows.end(), [](const option_row& row) { return row.entry.place != 0; }));

[[nodiscard]] consteval std::array<const option_row*, manifest_size> sorted_by_place() {
  std::array<const option_row*, manifest_size> sorted{};
  for (const option_row& row : rows) {
    if (row.entry.place == 0) continue;
    const option_row*& at = sorted.at(row.entry.place - std::size_t{1});
    if (at != nullptr) throw "two options have the same place in the manifest";
    at = &row;
  }
  return sorted;
}

}  // namespace option_table_parts

// The rows of the options in the manifest, in the order of the manifest. A new option takes the next place.
inline constexpr auto manifest_options = option_table_parts::sorted_by_place();

// Returns the row of the option `word`, or nullptr.
[[nodiscard]] constexpr const option_row* find_option(std::string_view word) {
  const auto* const row = std::find_if(option_table.begin(), option_table.end(),
                                       [&](const option_row& each) { return each.word == word; });
  return row == option_table.end() ? nullptr : row;
}

}  // namespace urlsieve

#endif
