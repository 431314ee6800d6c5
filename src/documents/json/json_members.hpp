// Reads named members of a JSON object: texts and numbers.
#ifndef URLSIEVE_DOCUMENTS_JSON_MEMBERS_HPP
#define URLSIEVE_DOCUMENTS_JSON_MEMBERS_HPP

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace urlsieve {

struct json_member {
  enum class kind : std::uint8_t { missing, null, value };

  std::string name;
  kind is = kind::missing;
  std::string text = {};  // of a value: a string decoded, a number as written; empty for lists and objects
};

// Holds the memory of the parser; one object per thread.
class json_members_reader {
 public:
  json_members_reader();
  ~json_members_reader();
  json_members_reader(const json_members_reader&) = delete;
  json_members_reader& operator=(const json_members_reader&) = delete;

  // Sets kind and text of each of `members` from `object`; of equal names, the last counts. Returns false if
  // `object` is not a JSON object and nothing else. Requires: 64 readable bytes after its end.
  [[nodiscard]] bool read(std::string_view object, std::span<json_member> members);

 private:
  struct machinery;
  std::unique_ptr<machinery> machinery_;
};

}  // namespace urlsieve

#endif
