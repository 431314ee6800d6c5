#include "src/url/hosts/ipv6.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "src/url/hosts/host.hpp"

namespace urlsieve {

namespace {

// Reads the groups of `text`, divided by ":", into `to`. Returns the number of groups. Requires: `text` is
// part of a valid address.
std::size_t read_groups(std::string_view text, std::uint16_t* to) {
  std::size_t count = 0;
  while (!text.empty()) {
    const std::string_view group = text.substr(0, text.find(':'));
    if (group.find('.') != std::string_view::npos) {
      const std::uint32_t last = any_ipv4(group).value_or(0);
      to[count++] = static_cast<std::uint16_t>(last >> 16U);
      to[count++] = static_cast<std::uint16_t>(last);
    } else {
      std::from_chars(group.data(), group.data() + group.size(), to[count++], 16);
    }
    text.remove_prefix(std::min(group.size() + 1, text.size()));
  }
  return count;
}

struct zero_run {
  std::size_t first = 0;
  std::size_t size = 0;
};

zero_run longest_zero_run(const ipv6_groups& address) {
  zero_run longest;
  for (std::size_t i = 0; i < address.size(); ++i) {
    std::size_t end = i;
    while (end < address.size() && address[end] == 0) ++end;
    if (end - i > longest.size) longest = {i, end - i};
  }
  return longest.size > 1 ? longest : zero_run{};
}

bool is_ipv4_mapped(const ipv6_groups& address) {
  return std::all_of(address.begin(), address.begin() + 5, [](std::uint16_t group) { return group == 0; }) &&
         address[5] == 0xFFFF;
}

}  // namespace

std::optional<ipv6_groups> ipv6_value(std::string_view text) {
  if (!is_ipv6(text)) return std::nullopt;
  ipv6_groups address{};
  const std::size_t gap = text.find("::");
  read_groups(text.substr(0, gap), address.data());
  if (gap == std::string_view::npos) return address;
  ipv6_groups tail{};
  const auto count = static_cast<std::ptrdiff_t>(read_groups(text.substr(gap + 2), tail.data()));
  std::copy(tail.begin(), tail.begin() + count, address.end() - count);
  return address;
}

char* write_ipv6(const ipv6_groups& address, char* out) {
  const zero_run gap = longest_zero_run(address);
  const bool mapped = is_ipv4_mapped(address);
  const std::size_t groups = mapped ? 6 : address.size();
  for (std::size_t i = 0; i < groups;) {
    if (gap.size != 0 && i == gap.first) {
      *out++ = ':';
      *out++ = ':';
      i += gap.size;
      continue;
    }
    if (i != 0 && i != gap.first + gap.size) *out++ = ':';
    out = std::to_chars(out, out + 4, address[i], 16).ptr;
    ++i;
  }
  if (!mapped) return out;
  *out++ = ':';
  return write_ipv4(static_cast<std::uint32_t>(address[6]) << 16U | address[7], out);
}

}  // namespace urlsieve
