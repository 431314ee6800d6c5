#include "src/cli/command.hpp"

#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/failed_run.hpp"

namespace urlsieve::cli {

int command::run() {
  const result<int> code = execute();
  return code ? *code : end_failed_run(code.error(), words_.name);
}

int command::refuse(std::string_view why) const {
  print_usage_error(why, words_.name);
  return wrong_usage;
}

}  // namespace urlsieve::cli
