#include "src/cli/line_command.hpp"

#include <string>

#include "src/cli/closing_line.hpp"
#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/stats_text.hpp"

namespace urlsieve::cli {

result<int> line_command::execute() {
  const closing_line closing(references_.quiet);
  references_.set_output(out_);
  if (const result<void> opened = prepare().and_then([this] { return references_.open(counted_); }); !opened)
    return tl::unexpected(opened.error());
  result<void> ended = read();
  const result<void> finished = finish();
  if (ended) ended = finished;
  if (!references_.quiet) {
    print_totals();
    for (const damage_example& example : counted_.examples) print_message(damage_line(example));
  }
  const result<void> written = out_.flush();
  if (written && ended) closing.print(summary());
  return code_after(written ? ended : written, code());
}

result<void> line_command::read() {
  const result<bool> more = begin();
  if (!more) return tl::unexpected(more.error());
  if (!*more) return {};
  return references_.each(longest(), counted_,
                          [this](const input_reference& reference) { return take(reference); });
}

std::string line_command::summary() const {
  return lines_summary(references_.count(), rejected_);
}

int line_command::code() const {
  return rejected_ != 0 || counted_.total_damage() != 0 ? some_damaged : all_read;
}

}  // namespace urlsieve::cli
