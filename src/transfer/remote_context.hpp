// The remote access of a reader of many inputs.
#ifndef URLSIEVE_TRANSFER_REMOTE_CONTEXT_HPP
#define URLSIEVE_TRANSFER_REMOTE_CONTEXT_HPP

#include <atomic>
#include <memory>

namespace urlsieve {

class remote_access;

struct remote_context {
  std::shared_ptr<remote_access> access = {};  // null: every name is the path of a local file
  const std::atomic<bool>* stop = nullptr;     // may be null; waiting ends soon after the flag is set
};

}  // namespace urlsieve

#endif
