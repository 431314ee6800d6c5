// Options of the inputs: names, formats, charsets, columns.
#ifndef URLSIEVE_INPUT_OPTIONS_HPP
#define URLSIEVE_INPUT_OPTIONS_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "urlsieve/enum_table.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

enum class input_format : std::uint8_t {
  automatic,
  text,
  urls,
  html,
  warc,
  jsonl,
  mail,
  mbox,
  maildir,
  news
};
template <>
inline constexpr auto words_for<input_format> = enum_table<input_format>({{input_format::automatic, "auto"},
                                                                          {input_format::text, "text"},
                                                                          {input_format::urls, "urls"},
                                                                          {input_format::html, "html"},
                                                                          {input_format::warc, "warc"},
                                                                          {input_format::jsonl, "jsonl"},
                                                                          {input_format::mail, "mail"},
                                                                          {input_format::mbox, "mbox"},
                                                                          {input_format::maildir, "maildir"},
                                                                          {input_format::news, "news"}});

struct input_options {
  input_format format = input_format::automatic;
  std::vector<std::string> paths;  // files, directories, "-"; empty: standard input
  // A file of paths, one a line, or an index of records in web archives; then only these records are read.
  // "-": standard input; empty: none.
  std::string files_from;
  // The charset of text, pages and style sheets without declaration and byte order mark: a label of the
  // Encoding standard. Empty: guess the charset of text.
  std::string charset;
  std::string json_url = "url";      // the field of JSON Lines that holds the document's URL
  std::string json_text = "text";    // the field with plain text
  std::string json_html = "html";    // the field with HTML
  std::string json_mail;             // a field with a message in base64url (Gmail's "raw"); empty: none
  std::vector<std::string> columns;  // table columns: numbers from 1, or names of the header line; empty: all
  // The column, separated by TABs, that holds the count of the URL in the first column of a list: a number
  // from 0 to 2^63 - 1. 0: every URL counts once. Requires: format is input_format::urls.
  std::uint32_t count_column = 0;
  // "DIR=URL": the URL of a file DIR/PATH is URL followed by PATH. A URL of a scheme and "://" alone means
  // that PATH begins with the host.
  std::vector<std::string> base_of;
  bool verify_inputs = false;  // check the checksums that a collection of web archives lists
  std::size_t max_document = std::size_t{64} << 20;  // bytes; at most an eighth of output.memory
};

}  // namespace urlsieve

#endif
