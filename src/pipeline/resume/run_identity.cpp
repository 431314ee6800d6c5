#include "src/pipeline/resume/run_identity.hpp"

#include <sys/xattr.h>

#include <array>

#include "src/shards/manifest_writer.hpp"
#include "src/text/json/json_reader.hpp"
#include "src/text/json/json_writer.hpp"

namespace urlsieve {
namespace {

constexpr const char* attribute = "user.urlsieve.run";
constexpr std::size_t longest_identity = 1024;

std::string manifest_path(const std::string& directory) {
  return (directory + '/').append(manifest_name);
}

}  // namespace

void store_identity(const std::string& directory, const run_identity& identity) noexcept {
  try {
    json_writer json;
    json.begin_object(true);
    json.key("options").value(identity.options);
    json.key("names").value(identity.names);
    json.key("inputs").value(identity.inputs);
    json.key("found").value(identity.found);
    json.end_object();
    const std::string text = json.take();
    ::setxattr(manifest_path(directory).c_str(), attribute, text.data(), text.size(), 0);
  } catch (...) {
    // Out of memory: the same command will not recognize the output, and will report that it exists.
  }
}

std::optional<run_identity> read_identity(const std::string& directory) {
  std::array<char, longest_identity> text{};
  const ssize_t size = ::getxattr(manifest_path(directory).c_str(), attribute, text.data(), text.size());
  if (size <= 0) return std::nullopt;
  const result<json_value> read = read_json(std::string_view(text.data(), static_cast<std::size_t>(size)));
  if (!read || read->is != json_value::kind::object) return std::nullopt;
  return run_identity{read->text_of("options"), read->text_of("names"), read->number_of("inputs").value_or(0),
                      read->text_of("found")};
}

}  // namespace urlsieve
