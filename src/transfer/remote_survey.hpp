// What servers tell of many objects, several asked at the same time: length and version, by a request for the
// first byte, which any server answers that would give the rest.
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
  std::string refused;  // why it is not to be had; else empty
};

// For each of `names`, in their order. An error: nothing can be asked, as credentials are missing or a name
// is none. REQUIRES: is_remote_name() of each.
[[nodiscard]] result<std::vector<surveyed_object>> survey_objects(remote_access& access,
                                                                  const std::vector<std::string>& names);

}  // namespace urlsieve

#endif
