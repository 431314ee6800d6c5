#include "src/shards/merge_input.hpp"

#include <algorithm>

#include "src/shards/shard_names.hpp"
#include "src/shards/shard_reader.hpp"
#include "src/transfer/remote_name.hpp"

namespace urlsieve {

stored_shard stored_of(const shard_summary& entry) {
  stored_shard shard{entry.lines, entry.bytes, entry.content_bytes, {}};
  if (entry.checksum.size() == shard.checksum.size())
    std::copy(entry.checksum.begin(), entry.checksum.end(), shard.checksum.begin());
  return shard;
}

shard_summary summary_of(const merge_input& input) {
  shard_summary entry;
  entry.name =
      input.is_intermediate ? intermediate_name(input.number) : shard_file_name(input.number, *input.of);
  entry.lines = input.shard->lines;
  entry.bytes = input.shard->bytes;
  entry.content_bytes = input.shard->content_bytes;
  entry.checksum.assign(input.shard->checksum.data(), input.shard->checksum.size());
  return entry;
}

std::string intermediate_name(std::uint32_t number) {
  return "rows-" + std::to_string(number);
}

std::uint64_t memory_to_read(const merge_input& input, std::size_t block) {
  const bool is_remote = !input.is_intermediate && is_remote_name(*input.directory);
  return memory_for_rows(input, block) +
         (is_remote ? shard_reader::remote_memory_for(*input.of, input.shard->bytes) : 0);
}

std::uint64_t memory_for_rows(const merge_input& input, std::size_t block) {
  return shard_reader::memory_for(*input.of, input.shard->bytes, input.shard->content_bytes, block,
                                  input.is_intermediate);
}

}  // namespace urlsieve
