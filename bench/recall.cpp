// Accuracy of URL boundaries in text. Renders real pages to text; a link whose text equals its address is a
// label, the ground truth. Prints precision, recall and misses, no times.
//
//     recall_bench [--misses N] [--wrap N [--fill]] [--join-bare] [FOLDER...]
//
// --wrap first wraps the text at column N and splits words longer than a line; with --fill, a split word
// begins on the current line. --join-bare repairs such splits and is measured by --wrap.
//
// Only references that overlap a label are judged, because other URLs have no ground truth. Labels with the
// same address between the same two characters count once, because pages repeat headers and footers, and
// translations repeat pages.
//
// Two kinds of links are counted apart: addresses with characters that no URL contains (url-syntax-05
// section 2.4.3: a space, "<"); and links without a visible border, next to a letter, a digit, "/", or one
// of ". - :" before a letter, or truncated by the linker.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "src/markup/html_tokenizer.hpp"
#include "src/references/text/in_text.hpp"
#include "src/references/text/in_text_character.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/character_reference.hpp"
#include "src/text/lines/hard_wrap.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

struct label {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string address;
};

struct page {
  std::string text;
  std::vector<label> labels;
};

std::string decoded(std::string_view input, reference_context context) {
  std::string out(3 * input.size() + 4, '\0');
  out.resize(static_cast<std::size_t>(decode_character_references(input, context, out.data()) - out.data()));
  return out;
}

std::string trimmed(std::string_view text) {
  while (!text.empty() && bytes::html_space.contains(text.front())) text.remove_prefix(1);
  while (!text.empty() && bytes::html_space.contains(text.back())) text.remove_suffix(1);
  return std::string(text);
}

// Renders a page as a browser shows it: blocks on separate lines, white space collapsed except in <pre>.
class renderer {
 public:
  page render(std::string_view html) {
    for (std::size_t at = 0; at < html.size();) {
      const std::size_t open = std::min(html.find('<', at), html.size());
      add_text(html.substr(at, open - at));
      if (open == html.size()) break;
      const markup found = read_markup(html, open, false);
      if (found.kind == markup_kind::text) {
        add_text(html.substr(open, found.end - open));
        at = std::max(found.end, open + 1);
      } else if (found.kind == markup_kind::tag) {
        at = read_tag(html, open, tag_);
        if (at == unfinished) break;
        at = take_tag(html, at);
      } else {
        at = std::max(found.end, open + 1);
      }
    }
    return std::move(made_);
  }

 private:
  void add_text(std::string_view source) {
    std::string& text = made_.text;
    for (const char c : decoded(source, reference_context::text)) {
      const bool white = !pre_ && bytes::html_space.contains(c);
      if (white && (text.empty() || bytes::html_space.contains(text.back()))) continue;
      text += white ? ' ' : c;
    }
  }

  static bool is_inline(std::string_view name) {
    static const std::set<std::string, std::less<>> names{
        "a",    "abbr",   "acronym", "b",   "bdi", "bdo",  "big",  "cite", "code", "data", "del",
        "dfn",  "em",     "font",    "i",   "ins", "kbd",  "mark", "q",    "s",    "samp", "small",
        "span", "strike", "strong",  "sub", "sup", "time", "tt",   "u",    "var",  "wbr",  "nobr"};
    return names.contains(name);
  }

  std::size_t take_tag(std::string_view html, std::size_t at) {
    std::string name(tag_.name);
    for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    if (name == "a") take_anchor();
    if (name == "pre") pre_ = !tag_.closing;
    if (!is_inline(name) && !made_.text.empty() && made_.text.back() != '\n') made_.text += '\n';
    if (tag_.closing) return at;
    if (name == "script" || name == "style" || name == "title" || name == "textarea")
      return raw_text_end(html, at, name, name == "script" ? text_mode::script : text_mode::rcdata);
    return at;
  }

  void take_anchor() {
    if (inside_) {
      const std::string shown = trimmed(std::string_view(made_.text).substr(anchor_.begin));
      const std::size_t begin = made_.text.find(shown, anchor_.begin);
      if (shown == anchor_.address) made_.labels.push_back({begin, begin + shown.size(), shown});
    }
    inside_ = false;
    if (tag_.closing) return;
    for (const html_attribute& attribute : tag_.attributes)
      if (ascii::same(attribute.name, "href")) {
        inside_ = true;
        anchor_ = {made_.text.size(), 0, trimmed(decoded(attribute.value, reference_context::attribute))};
        return;
      }
  }

  page made_;
  html_tag tag_;
  label anchor_;
  bool inside_ = false;
  bool pre_ = false;
};

// Wraps the text at column `width`: a word that does not fit goes to the next line; a longer word is split.
page wrapped(const page& read, std::size_t width, bool fill) {
  page made;
  const std::string& text = read.text;
  std::vector<std::size_t> places(text.size() + 1);
  std::size_t column = 0;
  const auto add = [&](char c) {
    made.text += c;
    column = c == '\n' ? 0 : column + ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1U : 0U);
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \t\r\n", at), text.size());
    const std::size_t size = hard_wrap::width_of(std::string_view(text).substr(at, end - at));
    if (column != 0 && column + size > width && !(fill && size > width)) {
      if (made.text.back() == ' ') made.text.pop_back();
      add('\n');
    }
    for (; at < end; ++at) {
      const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
      if (begins && column == width) add('\n');
      places[at] = made.text.size();
      add(text[at]);
    }
    if (at == text.size()) break;
    places[at] = made.text.size();
    if (text[at] == '\n')
      add('\n');
    else if (column != 0 && column < width)
      add(' ');
    ++at;
  }
  places[text.size()] = made.text.size();
  for (const label& one : read.labels)
    made.labels.push_back({places[one.begin], one.end == 0 ? 0 : places[one.end - 1] + 1, one.address});
  return made;
}

struct tally {
  std::size_t joined = 0;        // references over a line break
  std::size_t joined_exact = 0;  // that are a label
  std::size_t pages = 0;
  std::size_t labels = 0;
  std::size_t without_border = 0;
  std::size_t no_urls = 0;
  std::size_t exact = 0;
  std::size_t found = 0;  // references that overlap a label
  std::map<std::string, std::string> misses;
  std::set<std::string> seen;
};

// Returns the text around the label on one line, with the label between bars.
std::string shown(const page& read, const label& one) {
  constexpr std::size_t reach = 24;
  const std::size_t from = one.begin > reach ? one.begin - reach : 0;
  std::string line =
      read.text.substr(from, one.begin - from) + "|" + one.address + "|" + read.text.substr(one.end, reach);
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

std::string between_neighbours(const page& read, const label& one) {
  const std::string before = one.begin == 0 ? "" : read.text.substr(one.begin - 1, 1);
  return before + one.address + read.text.substr(one.end, 1);
}

bool has_borders(const page& read, const label& one) {
  const auto letter = [&](std::size_t at) {
    return at < read.text.size() &&
           (bytes::alphanum.contains(read.text[at]) ||
            (bytes::non_ascii.contains(read.text[at]) && url_character_beyond_ascii(read.text, at) != 0));
  };
  if (one.begin != 0 && (letter(one.begin - 1) || read.text[one.begin - 1] == '/')) return false;
  if (one.end == read.text.size()) return true;
  const char behind = read.text[one.end];
  const bool joins = (behind == '.' || behind == '-' || behind == ':') && letter(one.end + 1);
  return !letter(one.end) && behind != '/' && !joins;
}

void judge(const page& read, text_finder& finder, tally& all) {
  if (read.labels.empty()) return;
  findings found;
  stats counted;
  document searched;
  searched.body = read.text;
  finder.find(searched, found, counted);
  std::size_t next = 0;
  for (const label& one : read.labels) {
    if (one.address.find("://") == std::string::npos && !one.address.starts_with("mailto:")) continue;
    if (!all.seen.insert(between_neighbours(read, one)).second) continue;
    if (std::any_of(one.address.begin(), one.address.end(),
                    [](char c) { return bytes::ends_text_url.contains(c); })) {
      ++all.no_urls;
      continue;
    }
    if (!has_borders(read, one)) {
      ++all.without_border;
      continue;
    }
    ++all.labels;
    while (next < found.references.size() &&
           found.references[next].position + found.references[next].raw.size() <= one.begin)
      ++next;
    std::string got;
    bool exact = false;
    for (std::size_t i = next; i < found.references.size() && found.references[i].position < one.end; ++i) {
      ++all.found;
      const bool is_label =
          found.references[i].position == one.begin && found.references[i].raw == one.address;
      exact = exact || is_label;
      if ((found.references[i].flags & flag::joined) != 0) {
        ++all.joined;
        all.joined_exact += is_label ? 1U : 0U;
      }
      got.append(" [").append(found.references[i].raw).append("]");
    }
    all.exact += exact ? 1U : 0U;
    if (!exact) all.misses.emplace(shown(read, one), got);
  }
}

struct wrapping {
  std::size_t width = 0;  // 0: none
  bool fill = false;
};

void judge_folder(const std::filesystem::path& folder, const wrapping& how, text_finder& finder, tally& all) {
  std::error_code failed;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, failed)) {
    const std::string ending = entry.path().extension().string();
    if (!entry.is_regular_file(failed) || (ending != ".html" && ending != ".htm")) continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string html{std::istreambuf_iterator<char>(stream), {}};
    ++all.pages;
    const page read = renderer().render(html);
    judge(how.width == 0 ? read : wrapped(read, how.width, how.fill), finder, all);
  }
}

double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace
}  // namespace urlsieve

int main(int count, char** arguments) {
  using namespace urlsieve;
  std::vector<std::filesystem::path> folders;
  std::size_t told = 20;
  wrapping how;
  text_search options;
  for (int i = 1; i < count; ++i) {
    if (std::string_view(arguments[i]) == "--misses" && i + 1 < count)
      told = static_cast<std::size_t>(std::strtoul(arguments[++i], nullptr, 10));
    else if (std::string_view(arguments[i]) == "--wrap" && i + 1 < count)
      how.width = static_cast<std::size_t>(std::strtoul(arguments[++i], nullptr, 10));
    else if (std::string_view(arguments[i]) == "--fill")
      how.fill = true;
    else if (std::string_view(arguments[i]) == "--join-bare")
      options.join_bare = true;
    else
      folders.emplace_back(arguments[i]);
  }
  if (folders.empty())
    folders = {std::filesystem::path(URLSIEVE_SOURCE_DIR) / "build/corpora/html",
               std::filesystem::path(URLSIEVE_SOURCE_DIR) / "build/corpora/manuals", "/usr/share/doc"};
  text_finder finder{options};
  tally all;
  for (const std::filesystem::path& folder : folders) judge_folder(folder, how, finder, all);
  if (all.labels == 0) {
    std::printf("skipped: no page with such a link in");
    for (const std::filesystem::path& folder : folders) std::printf(" %s", folder.c_str());
    std::printf("\n");
    return 0;
  }
  std::printf(
      "%zu pages, %zu links whose text is their address; left out: %zu without a border, %zu no URLs\n",
      all.pages, all.labels, all.without_border, all.no_urls);
  std::printf("recall %.2f %% (%zu), precision %.2f %% (%zu of %zu)\n", percent(all.exact, all.labels),
              all.exact, percent(all.exact, all.found), all.exact, all.found);
  if (options.join_bare) std::printf("joined %zu, of them exact %zu\n", all.joined, all.joined_exact);
  for (const auto& [line, got] : all.misses) {
    if (told-- == 0) break;
    std::printf("  %s\n      found%s\n", line.c_str(), got.empty() ? " nothing" : got.c_str());
  }
  return 0;
}
