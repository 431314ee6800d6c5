#include "src/url/normalize/dot_segments.hpp"

#include <algorithm>
#include <cstring>

namespace urlsieve {

namespace {

// Returns 1 for ".", 2 for "..", 0 for any other segment.
unsigned dots(const char* segment, std::size_t size) {
  if (size == 1) return segment[0] == '.' ? 1 : 0;
  return size == 2 && segment[0] == '.' && segment[1] == '.' ? 2 : 0;
}

std::size_t segment_end(const char* path, std::size_t from, std::size_t size) {
  const void* const slash = from < size ? std::memchr(path + from, '/', size - from) : nullptr;
  return slash == nullptr ? size : static_cast<std::size_t>(static_cast<const char*>(slash) - path);
}

// Returns the offset of the "/" before the next possible dot segment, or `size`.
std::size_t next_dots(const char* path, std::size_t from, std::size_t size) {
  while (from + 1 < size) {
    const void* const dot = std::memchr(path + from + 1, '.', size - from - 1);
    if (dot == nullptr) return size;
    const auto at = static_cast<std::size_t>(static_cast<const char*>(dot) - path);
    if (path[at - 1] == '/') return at - 1;
    from = at;
  }
  return size;
}

struct cursors {
  std::size_t read = 0;
  std::size_t written = 0;
  std::size_t root = 0;  // output before this offset is never removed
};

// Handles leading dot segments and the first other segment of a path without a leading "/".
void first_segment(char* path, std::size_t size, bool keep_above_root, cursors& at, bool& above_root) {
  while (at.read < size && path[at.read] != '/') {
    const std::size_t end = segment_end(path, at.read, size);
    const unsigned count = dots(path + at.read, end - at.read);
    above_root |= count == 2;
    if (count == 0 || (count == 2 && keep_above_root)) {
      std::memmove(path, path + at.read, end - at.read);
      at.written = end - at.read;
      at.read = end;
      if (count == 2) at.root = at.written;
      return;
    }
    at.read = end < size ? end + 1 : size;
  }
}

}  // namespace

bool may_hold_dot_segments(std::string_view path) {
  if (!path.empty() && path[0] == '.') return true;
  for (std::size_t dot = path.find('.', 1); dot != std::string_view::npos; dot = path.find('.', dot + 1))
    if (path[dot - 1] == '/') return true;
  return false;
}

shortened_path remove_dot_segments_as_drafts(char* path, std::size_t size, bool keep_above_root) {
  shortened_path result{size};
  if (!may_hold_dot_segments({path, size})) return result;
  std::size_t written = 0;
  std::size_t floor = 0;  // output before this offset is never removed: the root, and kept ".."
  for (std::size_t read = 0, end = 0; read <= size; read = end + 1) {
    end = segment_end(path, read, size);
    const unsigned count = dots(path + read, end - read);
    if (count == 1) continue;
    if (count == 2 && written > floor) {
      do --written;
      while (written > floor && path[written - 1] != '/');
      continue;
    }
    const bool is_root = written == 0 && end == read;
    std::memmove(path + written, path + read, end - read);
    written += end - read;
    if (end < size) path[written++] = '/';
    if (count == 2 || is_root) floor = written;
    result.above_root |= count == 2;
  }
  if (result.above_root && !keep_above_root) {
    const std::size_t root = path[0] == '/' ? 1 : 0;
    std::size_t first = root;
    while (first < written && dots(path + first, segment_end(path, first, written) - first) == 2)
      first = std::min(first + 3, written);
    std::memmove(path + root, path + first, written - first);
    written -= first - root;
  }
  result.size = written;
  return result;
}

shortened_path remove_dot_segments(char* path, std::size_t size, bool keep_above_root) {
  shortened_path result{size};
  if (size == 0 || !may_hold_dot_segments({path, size})) return result;
  cursors at;
  if (path[0] != '/')
    first_segment(path, size, keep_above_root, at, result.above_root);
  else
    at.read = at.written = next_dots(path, 0, size);  // the output before it is in place
  while (at.read < size) {                            // path[at.read] is a "/"
    std::size_t end = segment_end(path, at.read + 1, size);
    const unsigned count = dots(path + at.read + 1, end - at.read - 1);
    bool leaves_slash = count != 0 && end == size;
    if (count == 2) {
      if (at.written > at.root) {
        do --at.written;
        while (at.written > at.root && path[at.written] != '/');
      } else {
        result.above_root = true;
        if (keep_above_root) {
          std::memmove(path + at.written, path + at.read, 3);
          at.root = at.written += 3;
          leaves_slash = false;
        }
      }
    } else if (count == 0) {
      end = next_dots(path, end, size);
      std::memmove(path + at.written, path + at.read, end - at.read);
      at.written += end - at.read;
    }
    at.read = end;
    if (leaves_slash) path[at.written++] = '/';
  }
  result.size = at.written;
  return result;
}

}  // namespace urlsieve
