#include "src/shards/merge_input.hpp"

#include <algorithm>

#include "src/shards/dataset_file.hpp"
#include "src/shards/shard_reader.hpp"
#include "src/shards/shard_writer.hpp"
#include "src/transfer/remote_name.hpp"

namespace urlsieve {

stored_shard stored_of(const shard_summary& said) {
  stored_shard made{said.lines, said.bytes, said.content_bytes, {}};
  if (said.checksum.size() == made.checksum.size())
    std::copy(said.checksum.begin(), said.checksum.end(), made.checksum.begin());
  return made;
}

shard_summary summary_of(const merge_input& input) {
  shard_summary made;
  made.name = input.is_made
                  ? intermediate_name(input.number)
                  : shard_file_name(input.number, input.of->shard_count, input.of->rows(), input.of->packing);
  made.lines = input.shard->lines;
  made.bytes = input.shard->bytes;
  made.content_bytes = input.shard->content_bytes;
  made.checksum.assign(input.shard->checksum.data(), input.shard->checksum.size());
  return made;
}

std::string intermediate_name(std::uint32_t number) {
  return "rows-" + std::to_string(number);
}

std::uint64_t memory_to_read(const merge_input& input, std::size_t block) {
  const bool is_far = !input.is_made && is_remote_name(*input.directory);
  return memory_for_rows(input, block) +
         (is_far ? std::min(dataset_file::remote_read_memory, input.shard->bytes) : 0);
}

std::uint64_t memory_for_rows(const merge_input& input, std::size_t block) {
  return shard_reader::memory_for(*input.of, input.shard->bytes, input.shard->content_bytes, block,
                                  input.is_made);
}

}  // namespace urlsieve
