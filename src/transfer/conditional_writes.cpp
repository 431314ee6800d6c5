#include "src/transfer/conditional_writes.hpp"

namespace urlsieve {

result<std::optional<std::string>> find_fault_of_conditions(const s3_objects& objects, std::string_view key) {
  constexpr unsigned not_implemented = 501;
  unsigned status = 0;
  const result<std::optional<std::string>> created =
      objects.put(key, "1", write_condition::absent(), &status);
  if (!created && status == not_implemented)
    return std::optional<std::string>("it answers 501 to If-None-Match");
  if (!created) return tl::unexpected(created.error());
  const result<std::optional<std::string>> again = objects.put(key, "2", write_condition::absent());
  const result<std::optional<std::string>> changed =
      objects.put(key, "3", write_condition::unchanged("\"00000000000000000000000000000000\""));
  if (result<void> removed = objects.remove(key); !removed) return tl::unexpected(removed.error());
  if (!again) return tl::unexpected(again.error());
  if (*again) return std::optional<std::string>("it ignores If-None-Match");
  if (!changed) return tl::unexpected(changed.error());
  if (*changed) return std::optional<std::string>("it ignores If-Match");
  return std::optional<std::string>();
}

}  // namespace urlsieve
