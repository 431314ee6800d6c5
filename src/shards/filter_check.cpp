#include "src/shards/filter_check.hpp"

#include <utility>

#include "src/shards/filter_file.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t check_block = std::size_t{64} << 10U;

}  // namespace

filter_check::filter_check(const std::string& directory, const shard_summary& entry,
                           const remote_context& remote)
    : entry_(entry),
      remote_(remote),
      path_(filter_path(directory, entry)),
      filter_(filter_reader::open(directory, entry, remote)) {}

void filter_check::add(const shard_reader& rows) {
  if (!filter_) return;
  const result<bool> holds = filter_->may_hold(rows.key(), rows.sort_key());
  if (!holds)
    filter_ = tl::unexpected(holds.error());
  else if (!*holds)
    missing_.note(rows.lines());
}

result<std::string> filter_check::checksum() const {
  result<dataset_file> file = dataset_file::open(path_, remote_, dataset_file::reading::in_order);
  if (!file) return tl::unexpected(std::move(file.error()));
  running_checksum sum;
  std::vector<char> block(check_block);
  for (std::uint64_t at = 0;;) {
    const result<std::size_t> got = file->read(at, block);
    if (!got) return tl::unexpected(got.error());
    if (*got == 0) return sum.hex();
    sum.add({block.data(), *got});
    at += *got;
  }
}

std::vector<std::string> filter_check::finish() {
  if (!filter_) return {filter_.error().message};
  std::vector<std::string> faults;
  const result<std::string> got = checksum();
  if (!got)
    faults.push_back(got.error().message);
  else if (*got != entry_.filter.checksum)
    faults.push_back(without_password(path_) + ": has checksum " + *got + ", the manifest says " +
                     entry_.filter.checksum);
  if (missing_.count != 0)
    faults.push_back(without_password(path_) + ": lacks the keys of " + std::to_string(missing_.count) +
                     " rows, first of line " + std::to_string(missing_.first));
  return faults;
}

}  // namespace urlsieve
