// Parts of a file or a remote object that different runs read: which files can be split, and where they are
// cut.
//
// A part consists of everything that begins between two requested cuts. The actual cut depends only on the
// bytes of the file, the requested place, and whether the file is remote, so independent runs agree:
//
//   text, lists, JSON Lines, CDX     at a line end where the splitter of the format cuts
//   the same, compressed             where a member begins, behind its first line end
//   WARC and ARC, compressed         where a member begins that begins with a record
#ifndef URLSIEVE_PIPELINE_INPUT_PARTS_HPP
#define URLSIEVE_PIPELINE_INPUT_PARTS_HPP

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "src/documents/formats.hpp"
#include "src/input/byte_source.hpp"
#include "src/input/lists/listing.hpp"
#include "src/input/read_ahead.hpp"
#include "src/transfer/object_version.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/field.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Returns the word of the format of `path` ("text", "urls", "jsonl", "cdx", "warc", "arc"; static storage) if
// the file can be split. Returns an empty view otherwise, and for unreadable files. A file cannot be split if
// one of the `columns` counts from its front: line, or offset in compressed files. Reads the beginning of the
// file, and at most 16 MiB (of a remote object 2 MiB) in search of a second member. `path` is a URL, if
// remote.access is not null; an object of another version than `expected` cannot be split.
[[nodiscard]] std::string_view divisible_format(const std::string& path, const splitter_options& options,
                                                std::span<const field> columns,
                                                const remote_context& remote = {},
                                                const object_version& expected = {});

struct opened_part {
  std::unique_ptr<byte_source> source;  // null: unreadable, and counted
  const format* as = nullptr;
  std::uint64_t offset = 0;  // of the first byte in the decompressed input; 0: unknown
};

// Opens the part listed.part of the file listed.path: searches both cuts near the requested places, and
// returns the bytes between the cuts. If the file is unreadable, or a remote object has another version than
// listed.expected, counts the input as not read and returns a null source. `stop` (may be null) ends waiting
// for servers. Requires: listed.part is set.
[[nodiscard]] opened_part open_part(const listed_input& listed, const splitter_options& options,
                                    const read_ahead& ahead, const std::atomic<bool>* stop, stats& counted);

}  // namespace urlsieve

#endif
