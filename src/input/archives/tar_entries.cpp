#include "src/input/archives/tar_entries.hpp"

#include <algorithm>

#include "src/input/archives/file_archive.hpp"
#include "src/input/archives/tar_header.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t longest_extension = std::uint64_t{64} << 10;
constexpr int most_extensions = 4;

std::uint64_t padding_of(std::uint64_t size) {
  return (tar_block - size % tar_block) % tar_block;
}

}  // namespace

// Skips blocks of NULs. Returns false if nothing follows.
bool tar_entries::pass_empty_blocks() {
  while (have(tar_block)) {
    if (rest().front() != '\0') return true;
    if (rest().substr(0, tar_block).find_first_not_of('\0') != std::string_view::npos) return true;
    use(tar_block);
  }
  return !rest().empty();
}

std::string tar_entries::headers_for_all() const {
  if (at() == begun_at()) return {};
  constexpr std::string_view nothing = "13 comment=a\n";
  std::string all;
  if (extended_) {
    all = make_tar_header('x', nothing.size(), false).append(nothing);
    all.resize(2 * tar_block);
  }
  return all + make_tar_header(plain_ ? '0' : '7', 0, linked_);
}

plain_entries::step tar_entries::read_headers(archive_entry_head& head) {
  if (!pass_empty_blocks()) return step::end;
  return read_headers_of_one(head) ? step::entry : step::unsupported;
}

bool tar_entries::read_headers_of_one(archive_entry_head& head) {
  if (!have(tar_block) || (at() == begun_at() && !has_numbers(rest().substr(0, tar_block)))) return false;
  bool linked = false;
  bool extended = false;
  std::optional<std::uint64_t> size;
  long_name_.clear();
  bool pax = extended_;
  bool path_linked = false;
  std::size_t used = 0;
  for (int extensions = 0; extensions <= most_extensions; ++extensions) {
    if (!have(used + tar_block)) return false;
    const std::optional<tar_header> header = read_tar_header(rest().substr(used, tar_block), head.path);
    if (!header) return false;
    used += tar_block;
    if (header->is == tar_header::role::entry) {
      const bool is_file = header->kind == entry_kind::file;
      if ((linked && header->kind != entry_kind::link) || (size && !is_file)) return false;
      if (!long_name_.empty()) head.path.swap(long_name_);
      if (head.path.empty()) return false;
      head.kind = header->kind;
      const std::uint64_t bytes = size.value_or(header->size);
      // Old archives mark directories only by the trailing "/".
      if (head.path.ends_with('/') && head.kind != entry_kind::directory) {
        if (head.kind != entry_kind::file || bytes != 0 || extended) return false;
        head.kind = entry_kind::directory;
      }
      begin_bytes(bytes, padding_of(bytes));
      use(used);
      extended_ = pax && header->as == tar_header::dialect::ustar;
      linked_ = linked_ || header->linked || path_linked;
      plain_ = plain_ || header->plain;
      return true;
    }
    if (header->size == 0 || header->size > longest_extension) return false;
    const auto length = static_cast<std::size_t>(header->size);
    const std::size_t whole = length + static_cast<std::size_t>(padding_of(length));
    if (!have(used + whole)) return false;
    pax = pax || header->is == tar_header::role::extended || header->is == tar_header::role::global;
    const std::string_view body = rest().substr(used, length);
    used += whole;
    if (header->is == tar_header::role::long_link) {
      if (std::exchange(linked, true)) return false;
    } else if (header->is == tar_header::role::long_name) {
      if (!long_name_.empty()) return false;
      long_name_ = body.substr(0, body.find('\0'));
      if (long_name_.empty()) return false;
    } else if (header->is == tar_header::role::extended) {
      const std::optional<tar_extension> extension = read_tar_extension(body);
      if (!extension || std::exchange(extended, true) || (extension->linked && linked)) return false;
      if (!extension->path.empty() && !long_name_.empty()) return false;
      if (!extension->path.empty()) long_name_ = extension->path;
      size = extension->size;
      linked = linked || extension->linked;
      path_linked = extension->linked;
    }
  }
  return false;
}

}  // namespace urlsieve
