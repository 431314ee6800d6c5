// Detects exhausted resources of the process or machine. Exhaustion is not a fault of an input: the caller
// waits, retries, or ends the run.
#ifndef URLSIEVE_TEXT_RESOURCE_EXHAUSTION_HPP
#define URLSIEVE_TEXT_RESOURCE_EXHAUSTION_HPP

#include <cerrno>

namespace urlsieve {

// Returns true if the errno `failure` reports a lack of descriptors, memory or buffers.
[[nodiscard]] constexpr bool is_resource_exhaustion(int failure) {
  return failure == EMFILE || failure == ENFILE || failure == ENOMEM || failure == ENOBUFS;
}

}  // namespace urlsieve

#endif
