#include "src/cluster/retry_rounds.hpp"

#include <optional>

#include "src/text/json/json_reader.hpp"
#include "src/text/json/json_writer.hpp"

namespace urlsieve {
namespace {

std::string record_of_round(std::uint64_t round) {
  return "retry-" + std::to_string(round);
}

}  // namespace

std::uint64_t retry_rounds::round_of(const std::string& id) const {
  const auto found = round_of_task_.find(id);
  return found == round_of_task_.end() ? 0 : found->second;
}

result<void> retry_rounds::read_new(const record_view& records) {
  while (true) {
    const std::string record = record_of_round(latest_ + 1);
    const result<std::optional<std::string>> text = records.read(record);
    if (!text) return tl::unexpected(text.error());
    if (!*text) return {};
    const result<json_value> read = read_json(**text);
    const json_value* const tasks = read ? read->find("tasks") : nullptr;
    if (tasks == nullptr)
      return tl::unexpected(error{error_code::cannot_read, "the record tasks/" + record + " is damaged"});
    ++latest_;
    for (const json_value& task : tasks->items) round_of_task_[task.text] = latest_;
  }
}

result<bool> retry_rounds::add(const plan_store& store, const std::set<std::string>& ids) const {
  json_writer out;
  out.begin_object(true);
  out.key("tasks").begin_array();
  for (const std::string& id : ids) out.value(id);
  out.end_array();
  out.end_object();
  return store.create(record_of_round(latest_ + 1), out.take());
}

}  // namespace urlsieve
