#include "src/pipeline/skipped_documents.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "src/input/stored_file.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t least_left_out = std::uint64_t{8} << 10;

// Returns the file of uncompressed bytes that `source` reads, or nullopt.
std::optional<stored_file> file_of(const byte_source& source) {
  std::optional<stored_file> stored = source.random_access();
  if (!stored || stored->descriptor < 0) return std::nullopt;
  return stored;
}

}  // namespace

std::string_view skipped_documents::look_at(std::uint64_t offset, std::size_t size) {
  const std::optional<stored_file> file = file_of(*source_);
  if (!file) return {};
  const std::span<char> into = std::span(seen_).first(std::min(size, seen_.size()));
  const std::size_t got = file->read(offset, into).value_or(0);
  if (got < into.size() && offset + got != file->size) return {};
  return {into.data(), got};
}

bool skipped_documents::skips(const slice& head, stats& counted) {
  const document_choice verdict = filter_->check(heads_.read(head), scratch_);
  if (verdict == document_choice::chosen) return false;
  counted.choose(verdict);
  return true;
}

bool skipped_documents::leave_out(std::uint64_t from, std::uint64_t to, stats& counted) {
  if (to - from < least_left_out) return false;
  const std::optional<stored_file> file = file_of(*source_);
  // The source may have read more bytes than it delivered.
  const std::uint64_t read = file ? std::max(file->counted, from) : 0;
  if (!file || to > file->size || to <= read) return false;
  source_->resume_at(to);
  counted.bytes += to - from;
  counted.bytes_read += to - read;
  return true;
}

}  // namespace urlsieve
