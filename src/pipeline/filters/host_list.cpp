#include "src/pipeline/filters/host_list.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "src/pipeline/filters/control_file.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/encodings/visible.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/normalize/canonical.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/url_options.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

namespace {

constexpr std::size_t longest = 4096;      // bytes of a line; longer than any host
constexpr std::size_t longest_name = 253;  // bytes of a host (RFC 1035 section 2.3.4, without the root)

enum class host_byte : std::uint8_t { invalid, letter, digit, dash, dot };

constexpr std::array<host_byte, 256> host_bytes = [] {
  std::array<host_byte, 256> kinds{};
  for (unsigned c = 'a'; c <= 'z'; ++c) kinds[c] = host_byte::letter;
  for (unsigned c = '0'; c <= '9'; ++c) kinds[c] = host_byte::digit;
  kinds['-'] = host_byte::dash;
  kinds['.'] = host_byte::dot;
  return kinds;
}();

// Returns true for hostnames in normal form that cannot be addresses: labels of lower-case letters and
// digits, with dashes inside, and a letter at the beginning of the last label.
bool is_plain(std::string_view host) {
  std::size_t label = 0;  // offset of the label
  host_byte last = host_byte::dot;
  for (std::size_t i = 0; i < host.size(); ++i) {
    const host_byte kind = host_bytes[static_cast<unsigned char>(host[i])];
    if (kind == host_byte::invalid) return false;
    if (kind == host_byte::dash && last == host_byte::dot) return false;
    if (kind == host_byte::dot) {
      if (last == host_byte::dot || last == host_byte::dash || i - label > 63) return false;
      label = i + 1;
    }
    last = kind;
  }
  return host.size() < 254 && label < host.size() && host.size() - label <= 63 && last != host_byte::dash &&
         host_bytes[static_cast<unsigned char>(host[label])] == host_byte::letter;
}

// Returns the entry of a line, without comment and blanks.
std::string_view entry_of(std::string_view line) {
  constexpr byte_set blanks{std::string_view(" \t\r")};
  line = without_utf8_mark(line);
  for (std::size_t i = 0; (i = line.find('#', i)) != std::string_view::npos; ++i) {
    if (i != 0 && !blanks.contains(line[i - 1])) continue;
    line = line.substr(0, i);
    break;
  }
  return trimmed(line, blanks);
}

const canonicalizer& for_hosts() {
  static const canonicalizer instance{url_options{}};
  return instance;
}

class host_line_parser {
 public:
  host_line_parser(const std::string& path, host_set& to) : path_(path), to_(to) {}

  result<void> take(std::string_view bytes) {
    const bool last = bytes.empty();
    while (!bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      if (end == std::string_view::npos) {
        if (pending_.size() <= longest) pending_.append(bytes.substr(0, longest + 1));
        return {};
      }
      std::string_view line = bytes.substr(0, end);
      bytes.remove_prefix(end + 1);
      if (!pending_.empty()) line = pending_.append(line.substr(0, longest + 1));
      if (result<void> added = add(line); !added) return added;
      pending_.clear();
    }
    return last && !pending_.empty() ? add(pending_) : result<void>{};
  }

 private:
  result<void> add(std::string_view line) {
    ++number_;
    if (is_plain(line)) return add_host(line);
    const std::string_view entry = entry_of(line);
    if (entry.empty()) return {};
    const std::string_view host = line.size() > longest ? std::string_view() : normal_host(entry, buffer_);
    if (!host.empty()) return add_host(host);
    return tl::unexpected(error{error_code::usage, path_ + ", line " + std::to_string(number_) + ": " +
                                                       in_quotes(entry.substr(0, 80)) + " is no host"});
  }
  result<void> add_host(std::string_view host) {
    to_.add(host);
    return {};
  }

  const std::string& path_;
  host_set& to_;
  std::uint64_t number_ = 0;
  std::string pending_;  // of an incomplete line
  std::string buffer_;
};

}  // namespace

std::string_view normal_host(std::string_view host, std::string& buffer) {
  if (is_plain(host)) return host;
  const bool in_brackets = host.starts_with('[') && host.ends_with(']');
  if (host.empty() || host.size() > longest_name || host.front() == '.' ||
      host.find_first_of(in_brackets ? "/?#@*\\ \t\r\n" : "/?#@:*\\ \t\r\n") != std::string_view::npos)
    return {};
  const std::string written = std::string("http://").append(host).append(1, '/');
  buffer.resize(canonicalizer::capacity_for(written.size(), nullptr));
  const canonical_url normal_form = for_hosts().canonicalize(written, nullptr, buffer.data());
  if (normal_form.rejected != rejection::none) return {};
  const url_view url = url_view::of(std::string_view(buffer).substr(0, normal_form.size));
  return url.path() == "/" && !url.has_query() && !url.has_port() ? url.host() : std::string_view();
}

result<void> add_hosts(std::span<const std::string> paths, const std::atomic<bool>* stop, host_set& to,
                       running_checksum& sum) {
  for (const std::string& path : paths) {
    host_line_parser lines(path, to);
    const auto take = [&](std::string_view some) {
      sum.add(some);
      return lines.take(some);
    };
    if (result<void> read = read_control_file(path, "cannot read hosts from ", stop, take); !read)
      return read;
  }
  return {};
}

}  // namespace urlsieve
