// A survey of many remote objects: length and version of each, by parallel requests for the first byte. Every
// server that would send the object answers such a request.
#ifndef URLSIEVE_TRANSFER_REMOTE_SURVEY_HPP
#define URLSIEVE_TRANSFER_REMOTE_SURVEY_HPP

#include <cstddef>
#include <string>
#include <vector>

#include "src/transfer/object_version.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class remote_access;

struct object_probe {
  object_version version;
  std::string refused;  // why the object is unavailable or missing; empty: available
};

// Returns the result for each of `names`, in order. Sends at most 32 requests at a time, retries temporary
// errors, and waits for all answers; cannot be interrupted. Fails if a request is impossible: credentials are
// missing, or a name has no bucket. Throws std::runtime_error if libcurl is missing. Requires:
// is_remote_name() of each name.
[[nodiscard]] result<std::vector<object_probe>> probe_objects(remote_access& access,
                                                              const std::vector<std::string>& names);

}  // namespace urlsieve

#endif
