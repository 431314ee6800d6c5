#include "src/documents/json/json_members.hpp"

#include <simdjson.h>

#include "src/documents/header_fields.hpp"

namespace urlsieve {

struct json_members_reader::machinery {
  simdjson::ondemand::parser parser;
};

json_members_reader::json_members_reader() : machinery_(std::make_unique<machinery>()) {}
json_members_reader::~json_members_reader() = default;

namespace {

simdjson::error_code read_member(simdjson::ondemand::value value, json_member& member) {
  simdjson::ondemand::json_type type{};
  if (const auto failed = value.type().get(type)) return failed;
  member.text.clear();
  member.is = json_member::kind::value;
  if (type == simdjson::ondemand::json_type::string) {
    std::string_view text;
    if (const auto failed = value.get_string().get(text)) return failed;
    member.text = text;
    return simdjson::SUCCESS;
  }
  if (type == simdjson::ondemand::json_type::object || type == simdjson::ondemand::json_type::array)
    return simdjson::SUCCESS;
  member.text = trimmed(value.raw_json_token());
  if (type == simdjson::ondemand::json_type::null) member.is = json_member::kind::null;
  return simdjson::SUCCESS;
}

simdjson::error_code read_members(simdjson::ondemand::parser& parser, std::string_view object,
                                  std::span<json_member> members) {
  simdjson::ondemand::document document;
  if (const auto failed =
          parser.iterate(object.data(), object.size(), object.size() + simdjson::SIMDJSON_PADDING)
              .get(document))
    return failed;
  simdjson::ondemand::object fields;
  if (const auto failed = document.get_object().get(fields)) return failed;
  for (auto each : fields) {
    std::string_view name;
    if (const auto failed = each.unescaped_key().get(name)) return failed;
    simdjson::ondemand::value value;
    if (const auto failed = each.value().get(value)) return failed;
    json_member* wanted = nullptr;
    for (json_member& member : members)
      if (member.name == name) wanted = &member;
    if (wanted == nullptr) continue;
    if (const auto failed = read_member(value, *wanted)) return failed;
  }
  return document.current_location().error() == simdjson::OUT_OF_BOUNDS ? simdjson::SUCCESS
                                                                        : simdjson::TRAILING_CONTENT;
}

}  // namespace

bool json_members_reader::read(std::string_view object, std::span<json_member> members) {
  for (json_member& member : members) {
    member.is = json_member::kind::missing;
    member.text.clear();
  }
  return read_members(machinery_->parser, object, members) == simdjson::SUCCESS;
}

}  // namespace urlsieve
