// The bytes of a remote object of which a task reads a part. Reads near the cuts request small blocks, which
// are kept; the bytes between the cuts are prefetched up to the end of the part. Therefore a task requests
// hardly a byte twice, and few bytes outside of its part.
#ifndef URLSIEVE_INPUT_REMOTE_PART_HPP
#define URLSIEVE_INPUT_REMOTE_PART_HPP

#include <memory>
#include <string>

#include "src/input/part_bytes.hpp"
#include "src/transfer/object_version.hpp"
#include "src/transfer/remote_access.hpp"

namespace urlsieve {

// Opens the object `name`: requests its first block, and waits for the response. Returns null and sets
// `fault` if the object is unavailable, has another version than `expected`, or if the server does not
// support ranges. Requires: remote.access is not null.
[[nodiscard]] std::shared_ptr<part_bytes> open_remote_part(const remote_context& remote,
                                                           const std::string& name,
                                                           const object_version& expected,
                                                           remote_fault& fault);

}  // namespace urlsieve

#endif
