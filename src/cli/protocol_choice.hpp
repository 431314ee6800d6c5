// The options of the rung `protocol` for single references: the redirects, and the resources for following
// them.
#ifndef URLSIEVE_CLI_PROTOCOL_CHOICE_HPP
#define URLSIEVE_CLI_PROTOCOL_CHOICE_HPP

#include <cstdint>
#include <string>

#include "urlsieve/options.hpp"

namespace urlsieve::cli {

struct protocol_choice {
  redirect_options redirects;
  std::uint64_t memory = 0;  // bytes for the whole process; 0: half of the machine's memory
  std::string temporary;     // directory for redirects beyond `memory`; empty: the default directory
};

}  // namespace urlsieve::cli

#endif
