// What is asked of the rung `protocol` for references by themselves: which redirects, and what following them
// may take.
#ifndef URLSIEVE_CLI_PROTOCOL_CHOICE_HPP
#define URLSIEVE_CLI_PROTOCOL_CHOICE_HPP

#include <cstdint>
#include <string>

#include "urlsieve/options.hpp"

namespace urlsieve::cli {

struct protocol_choice {
  redirect_options redirects;
  std::uint64_t memory = 0;  // bytes for the whole process; 0: half of what the machine has
  std::string temporary;     // directory for what does not fit; empty: where temporary files go
};

}  // namespace urlsieve::cli

#endif
