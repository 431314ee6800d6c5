// What this process or the machine has run out of is no fault of an input: whoever meets it waits, tries
// again, or ends the run.
#ifndef URLSIEVE_SHORTAGE_HPP
#define URLSIEVE_SHORTAGE_HPP

#include <cerrno>

namespace urlsieve {

// `failure`: an errno.
[[nodiscard]] constexpr bool is_shortage(int failure) {
  return failure == EMFILE || failure == ENFILE || failure == ENOMEM || failure == ENOBUFS;
}

}  // namespace urlsieve

#endif
