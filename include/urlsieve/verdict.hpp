// The status of a run's inputs: read, by format; read with damage; or not read.
#ifndef URLSIEVE_VERDICT_HPP
#define URLSIEVE_VERDICT_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "urlsieve/fault.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {

using damage_counts = std::array<std::uint64_t, damage_count>;

// An input that was not read. `name` is as the user wrote it, without passwords.
struct unread_input {
  std::string name;
  damage why;
  std::string detail;
};

// An input that was read with damage.
struct damaged_input {
  std::string name;
  std::string format;
  damage_counts damaged{};
};

struct input_verdicts {
  static constexpr std::size_t max_named = 100;  // names stored of each kind; all are counted

  std::map<std::string, std::uint64_t, std::less<>> read;  // by format, with damage or without
  std::uint64_t with_damage = 0;                           // included in `read`
  std::uint64_t not_read = 0;
  std::vector<damaged_input> damaged;  // the first max_named
  std::vector<unread_input> unread;    // the first max_named

  [[nodiscard]] std::uint64_t total_read() const {
    std::uint64_t total = 0;
    for (const auto& [format, times] : read) total += times;
    return total;
  }

  // Count an input that was read, that was read with damage (in addition to add_read()), or that was not
  // read.
  void add_read(std::string_view format) {
    const auto known = read.find(format);
    if (known != read.end()) ++known->second;
    if (known == read.end()) read.emplace(format, 1);
  }
  void add_damaged(damaged_input&& input) {
    ++with_damage;
    if (damaged.size() < max_named) damaged.push_back(std::move(input));
  }
  void add_unread(std::string_view name, damage why, std::string_view detail) {
    ++not_read;
    if (unread.size() < max_named) unread.push_back({without_password(name), why, without_password(detail)});
  }

  // Adds the status of later inputs.
  void add(const input_verdicts& later) {
    for (const auto& [format, times] : later.read) read[format] += times;
    with_damage += later.with_damage;
    not_read += later.not_read;
    for (const damaged_input& input : later.damaged)
      if (damaged.size() < max_named) damaged.push_back(input);
    for (const unread_input& input : later.unread)
      if (unread.size() < max_named) unread.push_back(input);
  }
};

}  // namespace urlsieve

#endif
