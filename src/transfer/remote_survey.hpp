// A survey of many remote objects: length and version of each, by parallel requests for the first byte. Every
// server that would send the object answers such a request.
#ifndef URLSIEVE_TRANSFER_REMOTE_SURVEY_HPP
#define URLSIEVE_TRANSFER_REMOTE_SURVEY_HPP

#include <cstddef>
#include <string>
#include <vector>

#include "src/transfer/object_version.hpp"
#include "src/transfer/remote_access.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

struct surveyed_object {
  object_version version;
  std::string refused;  // why the object is unavailable; empty: available
};

// Returns the result for each of `names`, in order; waits for all answers. Fails if a request is impossible:
// credentials are missing, or a name has no bucket. Requires: is_remote_name() of each name.
[[nodiscard]] result<std::vector<surveyed_object>> survey_objects(remote_access& access,
                                                                  const std::vector<std::string>& names);

}  // namespace urlsieve

#endif
