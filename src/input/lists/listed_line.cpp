#include "src/input/lists/listed_line.hpp"

#include <algorithm>

#include "src/text/encodings/utf8.hpp"
#include "src/text/json/json_reader.hpp"
#include "src/text/json/json_writer.hpp"

namespace urlsieve {

bool is_header_value(std::string_view text) {
  return is_utf8(text) && std::all_of(text.begin(), text.end(), [](char c) {
           return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F;
         });
}

bool is_commit(std::string_view text) {
  return (text.size() == 40 || text.size() == 64) && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

listed_line read_listed_line(std::string_view line) {
  listed_line read;
  read.path = line;
  if (!line.starts_with('{')) return read;
  const result<json_value> object = read_json(line);
  if (!object || object->text_of("path").empty()) return read;
  const std::string commit = object->text_of("commit");
  if (!is_header_value(object->text_of("etag")) || !is_header_value(object->text_of("last_modified")) ||
      (!commit.empty() && !is_commit(commit)))
    return read;
  read.path = object->text_of("path");
  read.size = object->number_of("size");
  read.modified = object->number_of("modified");
  read.etag = object->text_of("etag");
  read.last_modified = object->text_of("last_modified");
  read.commit = commit;
  read.walked = object->truth_of("walked");
  const std::optional<std::uint64_t> to = object->number_of("to");
  const std::string format = object->text_of("format");
  if (to && !format.empty()) read.part = input_part{object->number_of("from").value_or(0), *to, format};
  return read;
}

std::string to_json(const listed_line& line) {
  json_writer out;
  out.begin_object(true);
  out.key("path").value(line.path);
  if (line.size) out.key("size").value(*line.size);
  if (line.modified) out.key("modified").value(*line.modified);
  if (!line.etag.empty()) out.key("etag").value(line.etag);
  if (!line.last_modified.empty()) out.key("last_modified").value(line.last_modified);
  if (!line.commit.empty()) out.key("commit").value(line.commit);
  if (line.part) {
    out.key("from").value(line.part->from);
    out.key("to").value(line.part->to);
    out.key("format").value(line.part->format);
  }
  if (line.walked) out.key("walked").value(true);
  out.end_object();
  std::string text = out.take();
  text.pop_back();
  return text;
}

}  // namespace urlsieve
