#include "src/cli/progress_line.hpp"

#include <fmt/core.h>

#include <string_view>

#include "src/cli/amounts.hpp"
#include "src/text/encodings/visible.hpp"
#include "src/text/json/json_writer.hpp"
#include "urlsieve/field.hpp"

namespace urlsieve::cli {

namespace {

std::string_view word_of(task activity) {
  switch (activity) {
    case task::extracting:
      break;
    case task::merging:
      return "merging";
    case task::converting:
      return "converting";
    case task::verifying:
      return "verifying";
    case task::counting:
      return "counting";
    case task::comparing:
      return "comparing";
  }
  return "reading";
}

bool total_is_known(const run_progress& now) {
  return now.stored_total != 0 && now.stored <= now.stored_total;
}

bool is_blocked(const run_progress& now) {
  return now.waits_for_input || now.waits_for_output;
}

double speed_of(const run_progress& now) {
  return now.bytes != 0 ? now.bytes_per_second : now.stored_per_second;
}

}  // namespace

double time_left(const run_progress& now) {
  if (!total_is_known(now) || is_blocked(now) || now.writing || now.stored_per_second <= 0) return 0;
  return static_cast<double>(now.stored_total - now.stored) / now.stored_per_second;
}

std::vector<std::string> progress_fields(const run_progress& now) {
  std::vector<std::string> fields;
  const auto stored = static_cast<double>(now.stored);
  const auto total = static_cast<double>(now.stored_total);
  if (now.writing) {
    fields.push_back(
        fmt::format("writing shards: {} of {}", in_thousands(now.shards_written), in_thousands(now.shards)));
  } else {
    if (now.waits_for_input) fields.emplace_back("waiting for input");
    if (now.waits_for_output) fields.emplace_back("waiting for the reader of the output");
    const std::string task_word =
        now.activity == task::extracting ? "" : std::string(word_of(now.activity)) + ' ';
    if (total_is_known(now)) {
      fields.push_back(fmt::format("{}{:.0f} %", task_word, 100 * stored / total));
      fields.push_back(in_bytes_of(stored, total));
      if (const double left = time_left(now); left > 0) fields.push_back(in_time(left) + " left");
    } else if (now.stored != 0 || is_blocked(now)) {
      fields.push_back(task_word + in_bytes(stored));
    } else {
      fields.emplace_back("starting");
    }
    if (!is_blocked(now) && now.stored != 0) fields.push_back(in_bytes(speed_of(now)) + "/s");
  }
  if (now.rows != 0)
    fields.push_back(rewrites_rows(now.activity) ? counted(now.rows, "row") : counted(now.rows, "URL"));
  if (now.documents != 0 && !now.writing)
    fields.push_back(rewrites_rows(now.activity) ? counted(now.documents, "directory", "directories")
                                                 : counted(now.documents, "document"));
  fields.push_back(in_time(now.seconds));
  return fields;
}

std::string fitting(std::span<const std::string> fields, std::size_t columns) {
  constexpr std::string_view between = ", ";
  std::string line;
  std::size_t used = 0;
  for (const std::string& field : fields) {
    const std::size_t more = urlsieve::columns(field) + (line.empty() ? 0 : between.size());
    if (used + more > columns) break;
    line.append(line.empty() ? "" : between).append(field);
    used += more;
  }
  if (!line.empty() || fields.empty()) return line;
  line = fields.front();
  while (urlsieve::columns(line) > columns) line.pop_back();
  return line;
}

std::string progress_json(const run_progress& now, bool ended) {
  json_writer out;
  const auto write_number = [&](std::string_view name, std::uint64_t number) {
    if (number != 0) out.key(name).value(number);
  };
  out.begin_object(true);
  std::string_view stage = word_of(now.activity);
  if (now.waits_for_input) stage = "waiting-for-input";
  if (now.waits_for_output) stage = "waiting-for-output";
  if (now.writing) stage = "writing";
  out.key("progress").value(ended ? "ended" : stage);
  out.key("milliseconds").value(static_cast<std::uint64_t>(1000 * now.seconds));
  out.key("bytes_read").value(now.stored);
  write_number("bytes_to_read", now.stored_total);
  write_number("bytes", now.bytes);
  write_number(rewrites_rows(now.activity) ? "directories" : "documents", now.documents);
  write_number(rewrites_rows(now.activity) ? "rows" : "unique", now.rows);
  if (!ended) write_number("bytes_per_second", static_cast<std::uint64_t>(speed_of(now)));
  if (!ended) write_number("milliseconds_left", static_cast<std::uint64_t>(1000 * time_left(now)));
  write_number("shards", now.shards);
  write_number("shards_written", now.shards_written);
  out.end_object();
  return out.take();
}

}  // namespace urlsieve::cli
