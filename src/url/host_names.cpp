#include "src/url/host_names.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "src/text/ascii.hpp"
#include "src/url/public_suffix.hpp"

namespace urlsieve {
namespace {

// Places in a host; none: its size.
struct name_places {
  std::size_t domain;
  std::size_t suffix;
};

name_places ask(std::string_view host) {
  const std::string_view suffix = public_suffix_list::system().public_suffix(host);
  name_places found{host.size(), host.size()};
  if (suffix.empty()) return found;
  found.suffix = static_cast<std::size_t>(suffix.data() - host.data());
  // The registrable domain has one label more.
  if (found.suffix < 2) return found;
  const std::size_t dot = host.rfind('.', found.suffix - 2);
  const std::size_t label = dot == std::string_view::npos ? 0 : dot + 1;
  if (label + 1 < found.suffix) found.domain = label;
  return found;
}

name_places ask_lowered(std::string_view host) {
  return std::any_of(host.begin(), host.end(), ascii::is_upper) ? ask(ascii::lowered(host)) : ask(host);
}

// The hosts that were asked last, each at the place that its bytes give it.
class remembered_hosts {
 public:
  [[nodiscard]] name_places find(std::string_view host) {
    if (host.size() > longest || host.size() < 4) return ask_lowered(host);
    if (!entries_) entries_ = std::make_unique<entry[]>(count);
    entry& at = entries_[place_of(host)];
    if (at.size != host.size() || std::memcmp(at.host.data(), host.data(), host.size()) != 0) {
      const name_places found = ask_lowered(host);
      host.copy(at.host.data(), host.size());
      at.size = static_cast<std::uint8_t>(host.size());
      at.domain = static_cast<std::uint8_t>(found.domain);
      at.suffix = static_cast<std::uint8_t>(found.suffix);
    }
    return {at.domain, at.suffix};
  }

 private:
  static constexpr std::size_t longest = 61;
  static constexpr unsigned count_bits = 13;
  static constexpr std::size_t count = std::size_t{1} << count_bits;

  struct alignas(64) entry {
    std::array<char, longest> host;
    std::uint8_t size;
    std::uint8_t domain;
    std::uint8_t suffix;
  };

  // Both ends of the host, which may overlap, and its size.
  static std::size_t place_of(std::string_view host) {
    std::uint64_t front = 0;
    std::uint64_t back = 0;
    const std::size_t some = std::min(host.size(), sizeof(front));
    if (some == sizeof(front)) {
      std::memcpy(&front, host.data(), sizeof(front));
      std::memcpy(&back, host.data() + host.size() - sizeof(back), sizeof(back));
      std::uint64_t middle = 0;
      std::memcpy(&middle, host.data() + (host.size() - sizeof(middle)) / 2, sizeof(middle));
      front ^= middle * 0x9E3779B97F4A7C15U;
    } else {
      std::uint32_t ends[2];
      std::memcpy(ends, host.data(), 4);
      std::memcpy(ends + 1, host.data() + host.size() - 4, 4);
      front = ends[0];
      back = ends[1];
    }
    const std::uint64_t mixed = (front * 0xC2B2AE3D27D4EB4FU) ^ ((back + host.size()) * 0x9E3779B97F4A7C15U);
    return static_cast<std::size_t>((mixed ^ mixed >> 29U) * 0xBF58476D1CE4E5B9U >> (64 - count_bits));
  }

  std::unique_ptr<entry[]> entries_;
};

}  // namespace

host_names names_of_host(std::string_view host) {
  thread_local remembered_hosts remembered;
  const name_places found = remembered.find(host);
  host_names names;
  if (found.suffix != host.size()) names.suffix = host.substr(found.suffix);
  if (found.domain == host.size()) return names;
  names.domain = host.substr(found.domain);
  if (found.domain > 1) names.subdomain = host.substr(0, found.domain - 1);
  return names;
}

}  // namespace urlsieve
