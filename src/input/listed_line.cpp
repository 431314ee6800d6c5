#include "src/input/listed_line.hpp"

#include "src/text/json_reader.hpp"
#include "src/text/json_writer.hpp"

namespace urlsieve {
namespace {

using kind = json_value::kind;

std::optional<std::uint64_t> number_in(const json_value& object, std::string_view name) {
  const json_value* const found = object.find(name);
  if (found == nullptr || found->is != kind::number) return std::nullopt;
  return found->number;
}

}  // namespace

listed_line read_listed_line(std::string_view line) {
  listed_line read;
  read.path = line;
  if (!line.starts_with('{')) return read;
  const result<json_value> object = read_json(line);
  if (!object || object->is != kind::object) return read;
  const json_value* const path = object->find("path");
  if (path == nullptr || path->is != kind::text) return read;
  read.path = path->text;
  read.size = number_in(*object, "size");
  read.modified = number_in(*object, "modified");
  const json_value* const commit = object->find("commit");
  if (commit != nullptr && commit->is == kind::text) read.commit = commit->text;
  const json_value* const walked = object->find("walked");
  read.walked = walked != nullptr && walked->is == kind::truth && walked->truth;
  const std::optional<std::uint64_t> to = number_in(*object, "to");
  const json_value* const format = object->find("format");
  if (to && format != nullptr && format->is == kind::text)
    read.part = input_part{number_in(*object, "from").value_or(0), *to, format->text};
  return read;
}

std::string to_json(const listed_line& line) {
  json_writer out;
  out.begin_object(true);
  out.key("path").value(line.path);
  if (line.size) out.key("size").value(*line.size);
  if (line.modified) out.key("modified").value(*line.modified);
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
