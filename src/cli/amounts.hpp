// Numbers, bytes and times as people read them. Bytes are in KiB, MiB and so on everywhere, as flags take
// them.
#ifndef URLSIEVE_CLI_AMOUNTS_HPP
#define URLSIEVE_CLI_AMOUNTS_HPP

#include <cstdint>
#include <string>
#include <string_view>

namespace urlsieve::cli {

// "1,113,757".
[[nodiscard]] std::string in_thousands(std::uint64_t number);

// "1 file", "1,200 files"; of a word whose plural is not made by an "s", `several` is that.
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view one, std::string_view several = {});

// "12 B", "3.4 GiB".
[[nodiscard]] std::string in_bytes(double amount);

// "1.2 of 9.8 GiB": both in the unit of `total`.
[[nodiscard]] std::string in_bytes_of(double amount, double total);

// "0:48", "1:00:03".
[[nodiscard]] std::string in_time(double seconds);

}  // namespace urlsieve::cli

#endif
