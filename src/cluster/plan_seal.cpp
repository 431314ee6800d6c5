#include "src/cluster/plan_seal.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>

#include "src/shards/durable_file.hpp"
#include "src/text/system_error.hpp"
#include "src/transfer/digests.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t most_key_bytes = 4096;

}  // namespace

result<plan_key> read_plan_key(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) return tl::unexpected(system_error(error_code::cannot_read, "open", path, errno));
  plan_key key;
  key.bytes.resize(most_key_bytes + 1);
  std::size_t size = 0;
  ssize_t got = 1;
  struct stat about{};
  const bool regular = ::fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode);
  while (regular && got != 0 && size < key.bytes.size()) {
    got = ::read(descriptor, key.bytes.data() + size, key.bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) break;
    size += static_cast<std::size_t>(got);
  }
  const int failed = errno;
  ::close(descriptor);
  if (!regular)
    return tl::unexpected(error{error_code::usage, path + " is not a regular file: it is no key"});
  if (got < 0) return tl::unexpected(system_error(error_code::cannot_read, "read", path, failed));
  if (size < least_key_bytes || size > most_key_bytes)
    return tl::unexpected(
        error{error_code::usage,
              path + (size < least_key_bytes ? " is too short for a key: at least 16 bytes are needed"
                                             : " is too long for a key: at most 4096 bytes are allowed")});
  key.bytes.resize(size);
  key.is_readable_by_others = (about.st_mode & 077U) != 0;
  return key;
}

result<std::string> seal_of(std::string_view plan, const plan_key& key) {
  try {
    return hex_of(hmac_sha256(key.bytes, std::string("urlsieve plan\n").append(plan)));
  } catch (const std::runtime_error& failure) {
    return tl::unexpected(error{error_code::not_supported, failure.what()});
  }
}

bool is_same_seal(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned differing = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    differing |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return differing == 0;
}

}  // namespace urlsieve
