#include "src/pipeline/redirects/redirect_file.hpp"

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "src/pipeline/redirects/claimed_runs.hpp"
#include "src/pipeline/resources.hpp"
#include "src/shards/claim.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t share_of_memory = 16;  // pairs are held in 1/16 of the memory
constexpr std::size_t block = std::size_t{64} << 10U;

// Returns the directory for pairs beyond the memory: --tmpdir, or the directory of the file; for devices and
// pipes, the folder for temporary files.
std::string place_for_runs(const extract_options& options) {
  if (!options.output.temporary.empty()) return options.output.temporary;
  const fs::path file(options.redirects.write_to);
  std::error_code failed;
  const fs::file_status found = fs::status(file, failed);
  return fs::exists(found) && !fs::is_regular_file(found) ? temporary_folder() : folder_of(file);
}

}  // namespace

result<redirect_file> redirect_file::create(const extract_options& options, const std::atomic<bool>* stop) {
  result<output_file> file = output_file::create(options.redirects.write_to, stop);
  if (!file) return tl::unexpected(std::move(file.error()));
  redirect_file redirects;
  redirects.file_ = std::move(*file);
  const std::string place = place_for_runs(options);
  redirects.removed_ = claim::remove_leftovers_below(place);
  if (const std::string removed = redirects.file_.removed(); !removed.empty())
    redirects.removed_.push_back(removed);
  const std::uint64_t memory = memory_or_half(options.output.memory) / share_of_memory;
  redirects.lines_ = std::make_unique<sorted_lines>(memory, claimed_below(place));
  return redirects;
}

result<void> redirect_file::on_redirects(std::span<const redirect> seen) {
  for (const redirect& pair : seen) {
    line_.assign(pair.from).append(1, '\t').append(pair.to).append(1, '\n');
    if (result<void> added = lines_->add(line_); !added) return added;
  }
  return {};
}

result<void> redirect_file::before_publish(std::string_view, const run_summary&) {
  std::string pending;
  const auto write = [&](std::string_view line) -> result<void> {
    pending += line;
    if (pending.size() < block) return {};
    result<void> written = file_.write(pending);
    pending.clear();
    return written;
  };
  return lines_->read(write)
      .and_then([&] { return file_.write(pending); })
      .and_then([this] { return file_.close(); })
      .and_then([this] { return file_.publish(); });
}

}  // namespace urlsieve
