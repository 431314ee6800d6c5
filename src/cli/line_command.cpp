#include "src/cli/line_command.hpp"

#include <string>

#include "src/cli/closing.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/report.hpp"
#include "src/cli/saying.hpp"

namespace urlsieve::cli {

result<int> line_command::execute() {
  const closing ending(references_.quiet);
  references_.written_to(out_);
  if (const result<void> opened = prepare().and_then([this] { return references_.open(counted_); }); !opened)
    return tl::unexpected(opened.error());
  result<void> ended = read();
  const result<void> finished = finish();
  if (ended) ended = finished;
  if (!references_.quiet) {
    say_totals();
    for (const damage_example& one : counted_.examples) say(damage_line(one));
  }
  const result<void> written = out_.flush();
  if (written && ended) ending.say(summary());
  return code_after(written ? ended : written, code());
}

result<void> line_command::read() {
  const result<bool> more = begin();
  if (!more) return tl::unexpected(more.error());
  if (!*more) return {};
  return references_.each(longest(), counted_, [this](const given_reference& one) { return take(one); });
}

std::string line_command::summary() const {
  return read_lines(references_.given(), rejected_);
}

int line_command::code() const {
  return rejected_ != 0 || counted_.total_damage() != 0 ? some_damaged : all_read;
}

}  // namespace urlsieve::cli
