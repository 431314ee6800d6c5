// The test of a server for conditional writes, on which protocols of several processes rely.
#ifndef URLSIEVE_TRANSFER_CONDITIONAL_WRITES_HPP
#define URLSIEVE_TRANSFER_CONDITIONAL_WRITES_HPP

#include <optional>
#include <string>
#include <string_view>

#include "src/transfer/s3_objects.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// Creates, fails to replace, and removes the object `key` of `objects`, whose name must be unique. Returns
// nullopt if the server rejects writes whose condition does not hold; else the fault: "it ignores
// If-None-Match". Fails as s3_objects does if the object cannot be written or removed.
[[nodiscard]] result<std::optional<std::string>> find_fault_of_conditions(const s3_objects& objects,
                                                                          std::string_view key);

}  // namespace urlsieve

#endif
