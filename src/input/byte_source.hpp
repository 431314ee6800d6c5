// A stream of decompressed bytes from one input: a file, a pipe, memory, or a remote object.
//
// The source detects compression by content, again at each member, so differently compressed members may
// follow one another. The source counts corrupt members, delivers the bytes decoded before the fault, and
// resumes at the next valid member. One thread at a time may use a source.
#ifndef URLSIEVE_INPUT_BYTE_SOURCE_HPP
#define URLSIEVE_INPUT_BYTE_SOURCE_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/input/offset_mark.hpp"
#include "src/input/read_ahead.hpp"
#include "src/input/stored_file.hpp"
#include "src/text/slab.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class member_run;
class remote_object;

class byte_source {
 public:
  // Opens `path` ("-": standard input; a URL, if `ahead` has remote access). Returns null and counts the
  // input as unreadable if `path` cannot be opened or is a directory. If descriptors or memory ran out
  // (resource_exhaustion.hpp) and `exhaustion` is given, returns null and stores the errno there instead, so
  // that the caller can retry. If `*stop` becomes true, a waiting read of a pipe ends the input within 100
  // ms. `listed_size`: recent size of a regular file, which saves an fstat(); 0: unknown.
  [[nodiscard]] static std::unique_ptr<byte_source> open(const std::string& path, stats& counted,
                                                         const std::atomic<bool>* stop = nullptr,
                                                         read_ahead ahead = {}, int* exhaustion = nullptr,
                                                         std::uint64_t listed_size = 0);

  // Opens the remote object `remote`, whose request was sent already, and waits for its first bytes. Returns
  // null, counted, if the request failed.
  [[nodiscard]] static std::unique_ptr<byte_source> open_remote(const std::string& url,
                                                                std::unique_ptr<remote_object> remote,
                                                                stats& counted, read_ahead ahead);

  // Returns a source of `bytes`, which must outlive the source. Damage is counted under `name`; `limits`
  // bound the memory of the decoders. Never returns null.
  [[nodiscard]] static std::unique_ptr<byte_source> from_memory(std::string_view bytes, std::string name,
                                                                decoder_limits limits = {},
                                                                read_ahead ahead = {});

  // Returns a source that decompresses the output of `packed` once more. `head`: bytes read from `packed`
  // already; may be empty. `plain`: offset of the first byte of `head` in the output of `packed`, at which
  // the offsets of the source begin, too. `marks`: the marks of `packed` so far. Never returns null.
  [[nodiscard]] static std::unique_ptr<byte_source> inside(std::unique_ptr<byte_source> packed,
                                                           std::string_view head, std::uint64_t plain,
                                                           std::vector<offset_mark> marks, read_ahead ahead);

  virtual ~byte_source() = default;

  // Reads and decodes the first bytes ahead of time. Any thread may call this, before any other function.
  virtual void prepare() {}

  // Reads up to out.size() bytes into `out` and returns their number. Returns fewer only at the end, before a
  // gap, or when a live input pauses; returns 0 only at the end (or for an empty `out`). Counts stored bytes
  // (bytes_read), decompressed bytes (bytes) and damage. Content and gaps do not depend on out.size(). A read
  // error ends the input and is counted.
  virtual std::size_t read(std::span<char> out, stats& counted) = 0;

  // Returns true if a live input (pipe, socket, terminal) has no data and read_ahead::patience has passed
  // since the first byte after the last pause. The caller should then deliver its data before the next
  // read(). Blocks at most `patience`. Always false for files.
  [[nodiscard]] virtual bool pauses() { return false; }

  // Returns the next decoded bytes without a copy: swaps their buffer into `memory` and returns a view of
  // `memory`, behind run_headroom writable bytes. Returns an empty span if the caller must use read(), also
  // at the end. Never returns bytes behind a gap.
  virtual std::span<char> take(slab& memory, stats& counted) {
    static_cast<void>(memory);
    static_cast<void>(counted);
    return {};
  }

  // Returns the run of compressed members at the front of the source that was decoded ahead, or null. In any
  // case, read() returns the stored bytes of the run. Requires: nothing was read.
  [[nodiscard]] virtual std::shared_ptr<member_run> take_first_run() { return nullptr; }

  // Returns true if bytes were lost just before the first byte of the last read(). A splitter should then
  // close the current record and search for the next.
  [[nodiscard]] virtual bool after_gap() const = 0;

  // Decompresses from `tail` on, the last bytes read, which turned out to begin a compressed member: read()
  // returns them again, decompressed. Returns false, without effect, if the bytes were not read as stored.
  virtual bool unpack_from(std::string_view tail, stats& counted) {
    static_cast<void>(tail);
    static_cast<void>(counted);
    return false;
  }

  // Appends the known file offsets of the bytes read since the last call.
  virtual void take_marks(std::vector<offset_mark>& marks) { static_cast<void>(marks); }

  // Returns the input for random access if all bytes read so far are stored uncompressed; otherwise nullopt.
  // The result is valid as long as the source.
  [[nodiscard]] virtual std::optional<stored_file> random_access() const { return std::nullopt; }

  // Makes read() continue at byte `at` of the input; the caller has read and counted the bytes between. Bytes
  // that come again are not counted again. Requires: random_access() returns a file.
  virtual void resume_at(std::uint64_t at) { static_cast<void>(at); }

  // Counts damage::changed_input if the file has changed since it was opened. read() calls this at the end;
  // callers of random_access() must call it.
  virtual void check_end(stats& counted) { static_cast<void>(counted); }

  // Returns the errno of the shortage (resource_exhaustion.hpp) that ended the input early; 0: none. Known
  // once read() has returned 0.
  [[nodiscard]] virtual int exhaustion() const { return 0; }

  // Return position and size of the input in stored bytes; size 0: unknown (pipes). Not thread-safe while
  // read() runs.
  [[nodiscard]] virtual std::uint64_t stored_position() const = 0;
  [[nodiscard]] virtual std::uint64_t stored_size() const = 0;

  // Returns the name for messages: the path, or the URL without its password.
  [[nodiscard]] virtual std::string_view name() const = 0;

  // Returns the final URL of a remote input, after redirects, without userinfo; empty for other inputs.
  [[nodiscard]] virtual std::string_view retrieved_from() const { return {}; }
};

}  // namespace urlsieve

#endif
