// Compares references of the mail reader with those of GMime, and reads the table of permitted differences.
#ifndef URLSIEVE_TESTS_DOCUMENTS_MAIL_COMPARISON_HPP
#define URLSIEVE_TESTS_DOCUMENTS_MAIL_COMPARISON_HPP

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/inline_block.hpp"
#include "src/documents/message/flowed_text.hpp"
#include "src/documents/message/mail_message.hpp"
#include "src/references/html/in_html.hpp"
#include "src/references/in_css.hpp"
#include "src/references/text/in_text.hpp"
#include "tests/oracle/content_lines_twin.hpp"
#include "tests/oracle/gmime_mail.hpp"
#include "tests/shared_data.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve::testing {

namespace fs = std::filesystem;
using url_set = std::set<std::string>;

class comparison {
 public:
  comparison()
      : reader_({header_choice::none, false, true, false}, url_options()),
        text_(text_search()),
        html_(link_options(), text_search()),
        css_(link_options()) {}

  void compare(std::string_view message, line_stuffing stuffing = line_stuffing::none) {
    ours_.clear();
    theirs_.clear();
    slice part;
    part.kind = slice_kind::message;
    part.bytes = message;
    part.stuffing = stuffing;
    stats counted;
    reader_.read(
        part, "message", counted, [&](const document& opened) { find(opened, counted, ours_); },
        [](const document&, std::span<const reference>) {});
    std::vector<oracle::gmime_text> texts;
    gmime_.read(message, texts);
    for (const oracle::gmime_text& text : texts) find_in(text, counted);
  }

  [[nodiscard]] url_set only_ours() const { return difference(ours_, theirs_); }
  [[nodiscard]] url_set only_theirs() const { return difference(theirs_, ours_); }
  [[nodiscard]] std::size_t common() const { return ours_.size() - only_ours().size(); }

 private:
  static url_set difference(const url_set& a, const url_set& b) {
    url_set left;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::inserter(left, left.end()));
    return left;
  }

  void find(document opened, stats& counted, url_set& into) {
    opened.base = {};
    found_.clear();
    if (opened.type == media::html) {
      html_.find(opened, found_, counted);
    } else if (opened.type == media::css) {
      css_.find(opened, found_, counted);
    } else {
      text_.find(opened, found_, counted);
    }
    for (const reference& each : found_.references) into.emplace(each.raw);
  }

  void find_in(const oracle::gmime_text& text, stats& counted) {
    document opened;
    opened.body = text.utf8;
    opened.type = text.type == "text/html" ? media::html : text.type == "text/css" ? media::css : media::text;
    if (opened.type != media::text) {
      if (opened.type == media::html) opened.charset = text.charset;
      return find(opened, counted, theirs_);
    }
    arena buffer;
    std::string_view body = text.utf8;
    std::string lines;
    if (text.type == "text/calendar") body = lines = oracle::plain_content_lines(text.utf8);
    if (g_ascii_strcasecmp(text.format.c_str(), "flowed") == 0) body = unflowed(body, text.del_sp, buffer);
    inline_block file;
    std::size_t from = 0;
    while (from < body.size() && find_inline_block(body, from, file)) {
      opened.body = body.substr(from, file.begin - from);
      find(opened, counted, theirs_);
      from = file.end;
    }
    opened.body = body.substr(from);
    find(opened, counted, theirs_);
  }

  mail_reader reader_;
  text_finder text_;
  html_finder html_;
  css_finder css_;
  findings found_;
  oracle::gmime_reader gmime_;
  url_set ours_;
  url_set theirs_;
};

// A row "| `file` | only ours | only GMime's | why |" of the table under a heading.
struct deviation {
  std::size_t ours = 0;
  std::size_t theirs = 0;
};
inline std::map<std::string, deviation> read_table(const std::string& heading) {
  std::map<std::string, deviation> rows;
  std::istringstream file(
      read_file(fs::path(URLSIEVE_SOURCE_DIR) / "tests/documents/message/mail_deviations.md"));
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) inside = line == "## " + heading;
    if (!inside || !line.starts_with("| `")) continue;
    const std::size_t close = line.find('`', 3);
    std::istringstream numbers(line.substr(close + 1));
    char bar = 0;
    deviation row;
    numbers >> bar >> row.ours >> bar >> row.theirs;
    rows[line.substr(3, close - 3)] = row;
  }
  return rows;
}

inline std::string listed(const url_set& urls) {
  std::string text;
  std::size_t shown = 0;
  for (const std::string& url : urls)
    if (shown++ < 6) text += "\n    " + url.substr(0, 160);
  return text;
}

}  // namespace urlsieve::testing

#endif
