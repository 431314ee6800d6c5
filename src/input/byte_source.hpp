// The decompressed bytes of one input. Compression is recognised by content, and again at each member, so
// that members of any kind may follow one another; broken members are counted, what stood before the fault is
// delivered, and reading goes on at the next member that decodes.
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
#include "src/input/place_mark.hpp"
#include "src/input/read_ahead.hpp"
#include "src/input/stored_file.hpp"
#include "src/text/slab.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class member_run;
class remote_object;

class byte_source {
 public:
  // With a `stop`, an input that waits for somebody (a pipe) ends soon after that is set.
  // `path` "-" is standard input; a URL is read where `ahead` says how. Null if it cannot be opened or is a
  // directory: counted as unreadable. But where a shortage (shortage.hpp) is the reason, `shortage` is set
  // instead, if it is given. `listed`: how large the regular file was a moment ago; 0: it is not known to be
  // one.
  [[nodiscard]] static std::unique_ptr<byte_source> open(const std::string& path, stats& counted,
                                                         const std::atomic<bool>* stop = nullptr,
                                                         read_ahead ahead = {}, int* shortage = nullptr,
                                                         std::uint64_t listed = 0);

  // What `far` gives, which was asked for it already; waits for the first of it.
  [[nodiscard]] static std::unique_ptr<byte_source> open_far(const std::string& url,
                                                             std::unique_ptr<remote_object> far,
                                                             stats& counted, read_ahead ahead);

  // Bytes in memory, which must outlive the source; `name` is what damage is counted under.
  [[nodiscard]] static std::unique_ptr<byte_source> from_memory(std::string_view bytes, std::string name,
                                                                decoder_limits limits = {},
                                                                read_ahead ahead = {});

  // The bytes of `packed` decompressed once more; `head` was read of them already and begins a member.
  // `plain`: where in the input the first byte that comes out stands; `marks`: those of `packed` so far.
  [[nodiscard]] static std::unique_ptr<byte_source> inside(std::unique_ptr<byte_source> packed,
                                                           std::string_view head, std::uint64_t plain,
                                                           std::vector<place_mark> marks, read_ahead ahead);

  virtual ~byte_source() = default;

  // Before anything else is asked for: reads and decodes what comes first, so that it is there when its turn
  // comes. Any thread may do it.
  virtual void prepare() {}

  // Fills `out` and returns how much it could: less than there is room for only at the end, right before a
  // gap, or where the input pauses; 0 only at the end (or for an empty `out`). Counts bytes_read, bytes and
  // damage as it goes. The bytes and gaps do not depend on the sizes asked for. An error of reading ends the
  // input and is counted.
  virtual std::size_t read(std::span<char> out, stats& counted) = 0;

  // Whether read() would have to wait for whoever writes the input, and what came has waited long enough
  // (read_ahead::patience): then it had better be used first. Waits no longer than that. Never of a file.
  [[nodiscard]] virtual bool pauses() { return false; }

  // What a read() would begin with, if it lies decoded in memory of its own: that is exchanged for `memory`,
  // and the view is in it, with run_headroom bytes before it that may be written. Empty: read() tells. Never
  // right behind a gap.
  virtual std::span<char> take(slab& memory, stats& counted) {
    static_cast<void>(memory);
    static_cast<void>(counted);
    return {};
  }

  // What the compressed members hold that the source's first bytes begin, where that was decoded ahead though
  // nobody had asked for it; or null.
  [[nodiscard]] virtual std::shared_ptr<member_run> take_first_run() { return nullptr; }

  // Whether stored bytes were lost right before the first byte of the last read(): a splitter had better end
  // what it has and look for a new beginning.
  [[nodiscard]] virtual bool after_gap() const = 0;

  // A compressed member begins with `tail`, the last bytes that were read, though they were not compressed
  // when they were: they come again, decompressed. False: that cannot be, as they were.
  virtual bool unpack_from(std::string_view tail, stats& counted) {
    static_cast<void>(tail);
    static_cast<void>(counted);
    return false;
  }

  // Appends where what was read since the last call stands in the file, as far as it is known.
  virtual void take_marks(std::vector<place_mark>& marks) { static_cast<void>(marks); }

  // Where what was read so far are stored bytes as they are: all of the input, to be read in any order. Lives
  // as long as the source. Nothing: it comes once, in its order.
  [[nodiscard]] virtual std::optional<stored_file> in_any_order() const { return std::nullopt; }

  // Where in_any_order() gives a file: read() goes on at byte `at` of the input. What is passed over somebody
  // else has read and counted; what comes once more is not counted again.
  virtual void go_on_at(std::uint64_t at) { static_cast<void>(at); }

  // Counts damage::changed_input if the file is not the one that was opened. To be called where the input was
  // read in any order; read() does it at the end.
  virtual void check_end(stats& counted) { static_cast<void>(counted); }

  // The shortage that ended the input early, as errno; 0: none.
  [[nodiscard]] virtual int shortage() const { return 0; }

  // Where the input stands, in stored bytes; the size is 0 where it is not known (pipes). Other threads may
  // not ask while read() runs.
  [[nodiscard]] virtual std::uint64_t stored_position() const = 0;
  [[nodiscard]] virtual std::uint64_t stored_size() const = 0;

  [[nodiscard]] virtual std::string_view name() const = 0;

  // The URL that the input was retrieved from, behind all redirects and without userinfo; empty: from none.
  [[nodiscard]] virtual std::string_view retrieved_from() const { return {}; }
};

}  // namespace urlsieve

#endif
