// Compares link attributes with parse5, a full HTML parser, on collected documentation and on random
// documents of SVG, MathML, integration points and stray end tags: each page must yield the same multiset of
// (element, attribute, value). Skipped without Node.js, parse5 or the corpus.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "src/markup/html_names.hpp"
#include "src/references/html/in_html.hpp"
#include "src/references/values/attribute_values.hpp"
#include "src/references/values/html_links.hpp"
#include "src/text/scan/byte_class.hpp"
#include "tests/shared_data.hpp"

namespace urlsieve {
namespace html_parse5_test {

namespace fs = std::filesystem;

using link_counts = std::map<std::string, int>;  // "where value"

// Returns the folder of parse5: of Debian's package, of the environment, or of npm in the project.
fs::path parse5_folder() {
  const fs::path source(URLSIEVE_SOURCE_DIR);
  std::vector<fs::path> places{source / "node_modules/parse5", source / "build/node_modules/parse5",
                               "/usr/share/nodejs/parse5"};
  if (const char* const given = std::getenv("URLSIEVE_PARSE5")) places.insert(places.begin(), given);
  for (const fs::path& place : places)
    if (fs::exists(place / "dist/parser/index.js")) return place;
  return {};
}

std::string cleaned(std::string_view value) {
  while (!value.empty() && bytes::html_space.contains(value.front())) value.remove_prefix(1);
  while (!value.empty() && bytes::html_space.contains(value.back())) value.remove_suffix(1);
  std::string kept;
  for (const char c : value)
    if (c != '\t' && c != '\n' && c != '\r') kept += c;
  return kept;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\' || at + 1 == text.size()) {
      out += text[at];
      continue;
    }
    const char c = text[++at];
    out += c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
  }
  return out;
}

bool is_compared(const link_row* row) {
  return row != nullptr && (row->kind == link_kind::url || row->kind == link_kind::urls ||
                            row->kind == link_kind::srcset || row->kind == link_kind::base);
}

// Adds an attribute of parse5's output: "svg TAB a TAB xlink:href TAB value".
void add_theirs(const link_table& table, std::string_view line, bool& base_seen, link_counts& counts) {
  std::string_view columns[3];
  for (std::string_view& column : columns) {
    column = line.substr(0, line.find('\t'));
    line.remove_prefix(column.size() + 1);
  }
  const markup_space space = columns[0] == "svg"    ? markup_space::svg
                             : columns[0] == "math" ? markup_space::math
                                                    : markup_space::html;
  const html_element element = element_named(columns[1]);
  const link_attribute attribute = attribute_named(columns[2]);
  if (attribute == link_attribute::unknown) return;
  const link_row* const row = table.row(space, element, attribute);
  if (!is_compared(row)) return;
  const std::string where = (columns[0] == "html" ? "" : std::string(columns[0]) + ":") +
                            std::string(columns[1]) + "@" + std::string(columns[2]) + " ";
  const std::string value = unescaped(line);
  if (row->kind == link_kind::base) {
    if (!std::exchange(base_seen, true)) ++counts["base@href " + cleaned(value)];
  } else if (row->kind == link_kind::urls) {
    for_each_word(value, [&](std::string_view word) { ++counts[where + cleaned(word)]; });
  } else if (row->kind == link_kind::srcset) {
    srcset_reader reader(value);
    for (std::string_view url = reader.next(); !url.empty(); url = reader.next())
      ++counts[where + cleaned(url)];
  } else {
    ++counts[where + cleaned(value)];
  }
}

link_counts ours(html_finder& finder, const link_table& table, const std::string& page) {
  document doc;
  doc.body = page;
  doc.type = media::html;
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  link_counts counts;
  if (found.embedded_base) ++counts["base@href " + std::string(*found.embedded_base)];
  for (const reference& link : found.references) {
    std::string_view element = link.where.substr(0, link.where.find('@'));
    if (element.size() == link.where.size()) continue;  // links in CSS
    const std::string_view attribute = link.where.substr(element.size() + 1);
    markup_space space = markup_space::html;
    if (element.starts_with("svg:")) {
      space = markup_space::svg;
      element.remove_prefix(4);
    } else if (element.starts_with("math:")) {
      space = markup_space::math;
      element.remove_prefix(5);
    }
    const link_attribute name = attribute_named(attribute);
    if (name == link_attribute::unknown || !is_compared(table.row(space, element_named(element), name)))
      continue;
    ++counts[std::string(link.where) + " " + std::string(link.raw)];
  }
  return counts;
}

struct close_pipe {
  void operator()(std::FILE* pipe) const { ::pclose(pipe); }
};

// Iterates over the lines of a command's output.
class command_lines {
 public:
  explicit command_lines(const std::string& command) : pipe_(::popen(command.c_str(), "r")) {}
  ~command_lines() { std::free(buffer_); }
  command_lines(const command_lines&) = delete;
  command_lines& operator=(const command_lines&) = delete;

  bool next(std::string_view& line) {
    const ssize_t got = ::getline(&buffer_, &capacity_, pipe_.get());
    if (got <= 0) return false;
    line = {buffer_, static_cast<std::size_t>(got)};
    if (line.ends_with('\n')) line.remove_suffix(1);
    return true;
  }

 private:
  std::unique_ptr<std::FILE, close_pipe> pipe_;
  char* buffer_ = nullptr;
  std::size_t capacity_ = 0;
};

struct comparison {
  std::size_t pages = 0;
  std::size_t links = 0;
  std::size_t differences = 0;
  std::size_t differing = 0;  // number of pages

  void add(const std::string& path, const link_counts& theirs, const link_counts& mine) {
    ++pages;
    const std::size_t before = differences;
    for (const auto& [link, times] : theirs) {
      links += static_cast<std::size_t>(times);
      const auto found = mine.find(link);
      tell(path, link, times, found == mine.end() ? 0 : found->second);
    }
    for (const auto& [link, times] : mine)
      if (!theirs.contains(link)) tell(path, link, 0, times);
    if (differences != before) ++differing;
  }

  void tell(const std::string& path, const std::string& link, int expected, int got) {
    if (expected == got || ++differences > 20) return;
    ADD_FAILURE() << path << ": " << link << ": parse5 " << expected << ", we " << got;
  }
};

TEST(html_parse5, every_link_of_the_grown_documentation) {
  const fs::path parse5 = parse5_folder();
  if (parse5.empty()) GTEST_SKIP() << "no parse5 (apt install node-parse5, or npm install parse5)";
  if (std::system("node --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "no Node.js";
  const char* const given = std::getenv("URLSIEVE_CORPORA");
  const fs::path folder =
      (given != nullptr ? fs::path(given) : fs::path(URLSIEVE_SOURCE_DIR) / "build/corpora") / "html";
  if (!fs::exists(folder)) GTEST_SKIP() << "no " << folder << ": bash corpora/grow.sh makes it";
  const std::string script = URLSIEVE_SOURCE_DIR "/tests/references/html/parse5_links.mjs";
  command_lines lines("find '" + folder.string() + "' -type f -name '*.html' | sort | node '" + script +
                      "' '" + parse5.string() + "'");
  link_options options;
  options.conditional_comments = false;  // comments for parse5
  html_finder finder(options);
  const link_table& table = link_table::of(options.links);
  comparison result;
  std::string path;
  link_counts theirs;
  bool base_seen = false;
  const auto compare = [&] {
    if (!path.empty()) result.add(path, theirs, ours(finder, table, testing::read_file(path)));
  };
  for (std::string_view line; lines.next(line);) {
    if (line.starts_with("# ")) {
      compare();
      path = line.substr(2);
      theirs.clear();
      base_seen = false;
    } else {
      add_theirs(table, line, base_seen, theirs);
    }
  }
  compare();
  EXPECT_EQ(result.differences, 0U);
  EXPECT_GT(result.pages, 10000U);
  EXPECT_GT(result.links, 1000000U);
  std::printf("%zu pages, %zu links\n", result.pages, result.links);
}

// Returns a random document. Start tags are numbered, which identifies each tag in the output.
std::string make_document(std::mt19937& random) {
  static const std::vector<std::string> starts{"svg",
                                               "svg",
                                               "math",
                                               "math",
                                               "g",
                                               "path",
                                               "foreignObject",
                                               "desc",
                                               "title",
                                               "mi",
                                               "mtext",
                                               "ms",
                                               "mrow",
                                               "a",
                                               "a",
                                               "div",
                                               "span",
                                               "p",
                                               "script",
                                               "style",
                                               "template",
                                               "td",
                                               "font",
                                               "image",
                                               "use",
                                               "li",
                                               "ul",
                                               "mglyph",
                                               "malignmark",
                                               "br",
                                               "annotation-xml",
                                               "table",
                                               "img"};
  static const std::vector<std::string> specials{"font color=x", "annotation-xml encoding=text/html",
                                                 "annotation-xml encoding=Application/XHTML+xml",
                                                 "annotation-xml encoding=x"};
  static const std::vector<std::string> ends{"svg",
                                             "math",
                                             "g",
                                             "foreignObject",
                                             "desc",
                                             "title",
                                             "mi",
                                             "mtext",
                                             "annotation-xml",
                                             "a",
                                             "div",
                                             "span",
                                             "p",
                                             "br",
                                             "script",
                                             "style",
                                             "template",
                                             "mrow",
                                             "td",
                                             "table",
                                             "li",
                                             "ul",
                                             "body",
                                             "html",
                                             "ms",
                                             "font",
                                             "x"};
  // parse5 does not support CDATA sections in integration points, the standard does (section 13.2.5.42); this
  // variant parses alike.
  static const std::vector<std::string> others{"<![CDATA[<a href=c>]]>", "<!-- <a href=c> -->", "]]>"};
  std::string text;
  const auto count = 4 + random() % 16;
  for (std::size_t i = 0; i < count; ++i) {
    const auto kind = random() % 16;
    if (kind < 9) {
      text += "<" +
              (random() % 12 == 0 ? specials[random() % specials.size()] : starts[random() % starts.size()]);
      text += " data-src=" + std::to_string(i) + (random() % 8 == 0 ? " />" : ">");
    } else if (kind < 15) {
      text += "</" + ends[random() % ends.size()] + ">";
    } else {
      text += others[random() % others.size()];
    }
  }
  return text;
}

// URLSIEVE_DOCUMENTS: the number of documents; URLSIEVE_SEED: the seed.
std::size_t number_from(const char* name, std::size_t otherwise) {
  const char* const given = std::getenv(name);
  return given == nullptr ? otherwise : std::strtoul(given, nullptr, 10);
}

TEST(html_parse5, foreign_content_of_random_documents) {
  const fs::path parse5 = parse5_folder();
  if (parse5.empty()) GTEST_SKIP() << "no parse5 (apt install node-parse5, or npm install parse5)";
  if (std::system("node --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "no Node.js";
  const std::size_t count = number_from("URLSIEVE_DOCUMENTS", 5000);
  std::mt19937 random(static_cast<unsigned>(number_from("URLSIEVE_SEED", 1)));
  std::vector<std::string> documents;
  const fs::path file = fs::path(::testing::TempDir()) / ("foreign-" + std::to_string(::getpid()));
  {
    std::ofstream out(file, std::ios::binary);
    for (std::size_t i = 0; i < count; ++i) out << documents.emplace_back(make_document(random)) << '\x1e';
  }
  command_lines lines("node '" URLSIEVE_SOURCE_DIR "/tests/references/html/parse5_links.mjs' '" +
                      parse5.string() + "' '" + file.string() + "'");
  link_options options;
  options.conditional_comments = false;
  html_finder fast(options);
  html_finder exact(options, reading::exact);
  const link_table& table = link_table::of(options.links);
  comparison result;
  const std::string* page = nullptr;
  link_counts theirs;
  bool base_seen = false;
  const auto compare = [&] {
    if (page == nullptr) return;
    const link_counts mine = ours(exact, table, *page);
    result.add(*page, theirs, mine);
    EXPECT_EQ(ours(fast, table, *page), mine) << *page;
  };
  for (std::string_view line; lines.next(line);) {
    if (line.starts_with("# ")) {
      compare();
      page = &documents.at(std::stoul(std::string(line.substr(2))));
      theirs.clear();
    } else {
      add_theirs(table, line, base_seen, theirs);
    }
  }
  compare();
  fs::remove(file);
  EXPECT_EQ(result.pages, count);
  EXPECT_EQ(result.differing, 0U);
}

}  // namespace html_parse5_test
}  // namespace urlsieve
