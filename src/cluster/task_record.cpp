#include "src/cluster/task_record.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "src/text/json/json_reader.hpp"
#include "src/text/json/json_writer.hpp"
#include "urlsieve/enum_table.hpp"

namespace urlsieve {
namespace {

using kind = json_value::kind;

constexpr auto state_words = enum_table<task_state>({{task_state::waiting, "waiting"},
                                                     {task_state::ready, "ready"},
                                                     {task_state::running, "running"},
                                                     {task_state::failed, "failed"},
                                                     {task_state::given_up, "given up"},
                                                     {task_state::done, "done"}});
constexpr auto end_words = enum_table<attempt_end>(
    {{attempt_end::none, ""}, {attempt_end::failed, "failed"}, {attempt_end::refused, "refused"}});
constexpr unsigned most_numbers = 1000;

std::uint64_t seconds_now() {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
          .count());
}

std::string attempt_text(const task_attempt& attempt) {
  json_writer out;
  out.begin_object(true);
  out.key("fingerprint").value(attempt.fingerprint);
  out.key("host").value(attempt.host);
  out.key("lease").value(attempt.lease);
  out.key("begun").value(attempt.begun);
  if (attempt.end != attempt_end::none) {
    out.key("ended").value(attempt.ended);
    out.key("end").value(end_words[static_cast<std::size_t>(attempt.end)]);
    out.key("why").value(attempt.why);
  }
  out.end_object();
  return out.take();
}

std::optional<task_attempt> read_attempt(std::string_view text) {
  const result<json_value> read = read_json(text);
  if (!read || read->is != kind::object) return std::nullopt;
  task_attempt attempt;
  attempt.fingerprint = read->text_of("fingerprint");
  attempt.host = read->text_of("host");
  attempt.lease = read->text_of("lease");
  attempt.begun = read->number_of("begun").value_or(0);
  attempt.ended = read->number_of("ended").value_or(0);
  attempt.why = read->text_of("why");
  const auto* const word = std::find(end_words.begin(), end_words.end(), read->text_of("end"));
  attempt.end =
      word == end_words.end() ? attempt_end::failed : static_cast<attempt_end>(word - end_words.begin());
  return attempt;
}

std::string attempt_name(const std::string& id, unsigned number) {
  return id + ".attempt-" + std::to_string(number);
}

// Returns the result if it is valid.
std::optional<task_result> valid_result(const planned_task& task, std::string_view text,
                                        const retry_rounds& rounds) {
  std::optional<task_result> ended = read_result(task, text);
  if (ended && ended->round < rounds.round_of(task.id)) return std::nullopt;
  return ended;
}

result<std::optional<task_result>> read_result_of(const planned_task& task, const record_view& records,
                                                  const retry_rounds& rounds) {
  const result<std::optional<std::string>> text = records.read(task.id + ".result");
  if (!text) return tl::unexpected(text.error());
  if (!*text) return std::nullopt;
  return valid_result(task, **text, rounds);
}

}  // namespace

std::string_view name_of(task_state state) {
  return state_words[static_cast<std::size_t>(state)];
}

task_state state_after(const std::vector<task_attempt>& attempts) {
  if (attempts.empty()) return task_state::waiting;
  const bool refused = std::any_of(attempts.begin(), attempts.end(), [](const task_attempt& attempt) {
    return attempt.end == attempt_end::refused;
  });
  return refused || attempts.size() >= most_attempts ? task_state::given_up : task_state::failed;
}

result<retry_rounds> task_records::read_rounds() const {
  const std::lock_guard guard(rounds_mutex_);
  return rounds_.read_new(*store_).map([this] { return rounds_; });
}

result<std::optional<task_result>> task_records::result_of(const planned_task& task) const {
  const result<retry_rounds> rounds = read_rounds();
  if (!rounds) return tl::unexpected(rounds.error());
  return read_result_of(task, *store_, *rounds);
}

result<task_result> task_records::record(const planned_task& task, task_result ended,
                                         const held_lease& lease) const {
  const std::string name = task.id + ".result";
  const std::string text = result_text(task, ended);
  const result<bool> stored = store_->store_result(name, text);
  if (!stored) return tl::unexpected(stored.error());
  if (*stored) return ended;
  const result<std::optional<std::string>> earlier = store_->read(name);
  if (!earlier) return tl::unexpected(earlier.error());
  const result<retry_rounds> rounds = read_rounds();
  if (!rounds) return tl::unexpected(rounds.error());
  if (*earlier)
    if (std::optional<task_result> valid = valid_result(task, **earlier, *rounds)) return std::move(*valid);
  // The record is of another plan, of an earlier round, or damaged. The record was read before the lease and
  // its round are checked, so the condition does not hold if an attempt of a later round has replaced it.
  if (*earlier && lease.is_held()) {
    const result<bool> replaced = store_->replace_unchanged(name, **earlier, text);
    if (!replaced) return tl::unexpected(replaced.error());
    if (*replaced) return ended;
  }
  return tl::unexpected(
      error{error_code::cannot_write, "another process runs task " + task.id + " meanwhile"});
}

result<task_status> task_records::look_at(const planned_task& task) const {
  const result<retry_rounds> rounds = read_rounds();
  if (!rounds) return tl::unexpected(rounds.error());
  return look_at(task, *store_, *rounds);
}

result<std::vector<task_status>> task_records::look_at_needs(const task_plan& plan,
                                                             const planned_task& task) const {
  const result<retry_rounds> rounds = read_rounds();
  if (!rounds) return tl::unexpected(rounds.error());
  std::vector<task_status> all;
  all.reserve(task.needs.size());
  for (const std::string& id : task.needs) {
    result<task_status> standing = look_at(*plan.find(id), *store_, *rounds);
    if (!standing) return tl::unexpected(standing.error());
    all.push_back(std::move(*standing));
  }
  return all;
}

result<task_status> task_records::look_at(const planned_task& task, const record_view& records,
                                          const retry_rounds& rounds) {
  task_status standing;
  result<std::optional<task_result>> ended = read_result_of(task, records, rounds);
  if (!ended) return tl::unexpected(ended.error());
  if (*ended) {
    standing.state = task_state::done;
    standing.ended = std::move(*ended);
    return standing;
  }
  result<std::optional<lease_holder>> holder = records.look_at_lease(task.id);
  if (!holder) return tl::unexpected(holder.error());
  const bool is_held = *holder && !(*holder)->is_gone;
  for (unsigned number = 1; number <= most_numbers; ++number) {
    const result<std::optional<std::string>> text = records.read(attempt_name(task.id, number));
    if (!text) return tl::unexpected(text.error());
    if (!*text) break;
    standing.attempts_made = number;
    std::optional<task_attempt> attempt = read_attempt(**text);
    if (!attempt || attempt->fingerprint != task.fingerprint) continue;
    if (attempt->end == attempt_end::none) {
      if (is_held && (*holder)->word == attempt->lease) continue;
      attempt->why = "the process ended without reporting a result";
    }
    standing.attempts.push_back(std::move(*attempt));
  }
  standing.state = is_held ? task_state::running : state_after(standing.attempts);
  if (is_held) standing.holder = std::move(*holder);
  return standing;
}

result<std::vector<task_status>> task_records::look_at_all(const task_plan& plan) const {
  if (result<void> status = store_->check(); !status) return tl::unexpected(status.error());
  // One listing shows that most tasks have no records.
  const result<record_listing> listing = store_->list_records();
  if (!listing) return tl::unexpected(listing.error());
  const std::vector<std::string>& names = listing->names;
  const record_view& records = listing->view ? *listing->view : static_cast<const record_view&>(*store_);
  const result<retry_rounds> rounds = read_rounds();
  if (!rounds) return tl::unexpected(rounds.error());
  std::vector<task_status> all(plan.tasks.size());
  for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
    const std::string front = plan.tasks[i].id + ".";
    const auto found = std::lower_bound(names.begin(), names.end(), front);
    if (found == names.end() || !found->starts_with(front)) continue;
    result<task_status> standing = look_at(plan.tasks[i], records, *rounds);
    if (!standing) return tl::unexpected(standing.error());
    all[i] = std::move(*standing);
  }
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].state == task_state::waiting && is_ready(plan, plan.tasks[i], all))
      all[i].state = task_state::ready;
  return all;
}

result<unsigned> task_records::begin_attempt(const planned_task& task, const std::string& lease) const {
  task_attempt attempt;
  attempt.fingerprint = task.fingerprint;
  attempt.host = host_name();
  attempt.lease = lease;
  attempt.begun = seconds_now();
  for (unsigned number = 1; number <= most_numbers; ++number) {
    const result<bool> created = store_->create(attempt_name(task.id, number), attempt_text(attempt));
    if (!created) return tl::unexpected(created.error());
    if (*created) return number;
  }
  return tl::unexpected(error{error_code::cannot_write, "task " + task.id + " failed too often"});
}

result<void> task_records::end_attempt(const planned_task& task, unsigned number, attempt_end end,
                                       const std::string& why) const {
  const std::string record = attempt_name(task.id, number);
  const result<std::optional<std::string>> text = store_->read(record);
  if (!text) return tl::unexpected(text.error());
  if (!*text) return {};  // a retry of the task removed the attempt
  std::optional<task_attempt> attempt = read_attempt(**text);
  if (!attempt) attempt.emplace();
  attempt->fingerprint = task.fingerprint;
  attempt->ended = seconds_now();
  attempt->end = end;
  attempt->why = why;
  return store_->replace_unchanged(record, **text, attempt_text(*attempt)).map([](bool) {});
}

void task_records::forget_attempt(const planned_task& task, unsigned number) const {
  store_->remove(attempt_name(task.id, number));
}

void task_records::forget(const planned_task& task) const {
  store_->remove(task.id + ".result");
  forget_attempts(task);
}

void task_records::forget_attempts(const planned_task& task) const {
  for (unsigned number = 1; number <= most_numbers; ++number) {
    const std::string name = attempt_name(task.id, number);
    const result<std::optional<std::string>> record = store_->read(name);
    if (record && !*record) break;
    store_->remove(name);
  }
}

std::optional<task_state> task_state_named(std::string_view word) {
  std::string spaced(word);
  std::replace(spaced.begin(), spaced.end(), '-', ' ');
  const auto found = std::find(state_words.begin(), state_words.end(), spaced);
  if (found == state_words.end()) return std::nullopt;
  return static_cast<task_state>(found - state_words.begin());
}

std::string task_state_words() {
  std::string all;
  for (const std::string_view name : state_words) {
    std::string word(name);
    std::replace(word.begin(), word.end(), ' ', '-');
    all.append(all.empty() ? "" : "|").append(word);
  }
  return all;
}

plan_outlook outlook_of(const task_plan& plan, const std::vector<task_status>& standing) {
  const task_status& last = standing.back();
  if (last.state == task_state::done)
    return {last.ended->complete ? plan_outlook::kind::complete : plan_outlook::kind::incomplete, {}};
  for (std::size_t i = 0; i < standing.size(); ++i)
    if (standing[i].state == task_state::given_up && plan.tasks[i].kind != task_kind::extract)
      return {plan_outlook::kind::stuck, i};
  return {};
}

bool is_ready(const task_plan& plan, const planned_task& task, const std::vector<task_status>& standing) {
  return std::all_of(task.needs.begin(), task.needs.end(), [&](const std::string& need) {
    const std::size_t at = plan.index_of(need);
    return standing[at].state == task_state::done ||
           (standing[at].state == task_state::given_up && plan.tasks[at].kind == task_kind::extract);
  });
}

}  // namespace urlsieve
