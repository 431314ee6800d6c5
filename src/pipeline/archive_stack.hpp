// The archives of files around the current input, innermost last, whose members are the next inputs.
#ifndef URLSIEVE_PIPELINE_ARCHIVE_STACK_HPP
#define URLSIEVE_PIPELINE_ARCHIVE_STACK_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "src/input/archives/file_archive.hpp"
#include "src/input/archives/nested_inputs.hpp"
#include "src/input/byte_source.hpp"
#include "src/input/read_ahead.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/current_input.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class archive_stack {
 public:
  [[nodiscard]] bool empty() const { return archives_.empty(); }

  // Returns the archive of the current input. Requires: not empty().
  [[nodiscard]] nested_inputs& innermost() { return *archives_.back().members; }

  // Returns the position in the stored file, in bytes. Requires: not empty().
  [[nodiscard]] std::uint64_t stored_position() const { return archives_.front().members->stored_position(); }

  // Opens `input` as an archive, with its bytes `head` that were read already and begin with `junk` other
  // bytes, and forgets the input. Returns false, and refuses the input, inside nested_inputs::max_depth
  // archives, and for a 7z archive without random access. In the counts of `next`, the content of members
  // replaces the bytes of the archive. `makes_checksums`: calls make_checksums() for a zip archive.
  bool enter(file_archive kind, std::string_view head, std::size_t junk, current_input& input, batch& next,
             const read_ahead& ahead, bool makes_checksums);

  // Opens the next member of the innermost archive as `input`. Closes archives that have no more members:
  // their verdicts follow the verdicts on their members. Returns false, and adds the stored size of the
  // outermost archive to `stored_bytes`, if no archive is open any more.
  bool next(current_input& input, batch& next, std::uint64_t& stored_bytes);

 private:
  struct entered {
    std::unique_ptr<nested_inputs> members;
    file_archive kind;
    damage_counts damaged{};  // of the archive itself
    bool is_named = false;    // by the user
  };
  std::vector<entered> archives_;
};

}  // namespace urlsieve

#endif
