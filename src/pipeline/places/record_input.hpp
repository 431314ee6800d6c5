// An input of which ranges are read: a local file, a remote object, or a stored member of a zip archive
// (WACZ) in either.
#ifndef URLSIEVE_PIPELINE_RECORD_INPUT_HPP
#define URLSIEVE_PIPELINE_RECORD_INPUT_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "src/input/lists/listing.hpp"
#include "src/input/stored_file.hpp"
#include "src/transfer/remote_context.hpp"
#include "src/transfer/remote_ranges.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// The reason why bytes are unavailable.
struct input_fault {
  damage reason = damage::unreadable;
  std::string why;
  bool is_exhaustion = false;  // the process lacks memory or descriptors: no fault of the input
};

// One thread at a time may use an input.
class record_input {
 public:
  // Opens `name`. A name with "!" that is no local file names a member of a zip archive. An input that cannot
  // be opened has a fault().
  record_input(const std::string& name, const remote_context& remote);
  ~record_input();
  record_input(const record_input&) = delete;
  record_input& operator=(const record_input&) = delete;

  // Returns the reason why no range can be read; nullopt: none.
  [[nodiscard]] const std::optional<input_fault>& fault() const { return fault_; }

  // Returns true if expect() requests bytes from a server.
  [[nodiscard]] bool is_remote() const { return ranges_ != nullptr; }

  // Returns true if the input is the local file `file`.
  [[nodiscard]] bool is_file(const file_identity& file) const;

  // Announces the next range that read() will be called for. Requires: no fault(); ranges ascend.
  void expect(std::uint64_t offset, std::size_t size);
  // Reads the next range of expect(), with the same arguments. Sets `out` to the bytes, fewer at the end of
  // the input, and returns nullopt; or returns a fault.
  [[nodiscard]] std::optional<input_fault> read(std::uint64_t offset, std::size_t size, std::string& out);

  // Returns the dictionary in the skippable frame at the front of a file of zstd frames; null: none. Reads it
  // at the first call.
  [[nodiscard]] std::shared_ptr<const std::string> dictionary();

 private:
  void open_local(const std::string& path);
  void open_member(const std::string& archive, const std::string& member, const remote_context& remote);
  void find_member(const stored_file& archive, const std::string& member);
  void fail(std::string why) { fault_ = input_fault{damage::unreadable, std::move(why)}; }
  void fail(int number);
  [[nodiscard]] bool read_front(std::size_t size, std::string& out);

  remote_context remote_;
  std::string object_;  // name of the remote object
  int descriptor_ = -1;
  std::unique_ptr<remote_ranges> ranges_;
  std::uint64_t begin_ = 0;            // of the input in the file or object
  std::optional<std::uint64_t> size_;  // of the input, if known
  std::optional<input_fault> fault_;
  std::optional<std::shared_ptr<const std::string>> dictionary_;  // nullopt: not read yet
};

}  // namespace urlsieve

#endif
