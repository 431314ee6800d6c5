#include "src/cli/command.hpp"

#include "src/cli/exit_code.hpp"
#include "src/cli/failed_run.hpp"
#include "src/cli/saying.hpp"

namespace urlsieve::cli {

int command::run() {
  const result<int> code = execute();
  return code ? *code : end_failed_run(code.error(), words_.name);
}

int command::refuse(std::string_view why) const {
  say_usage_error(why, words_.name);
  return wrong_usage;
}

}  // namespace urlsieve::cli
