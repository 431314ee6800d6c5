// Formats numbers, bytes and times for people. Bytes use binary units (KiB, MiB ...), like the values of
// flags.
#ifndef URLSIEVE_CLI_AMOUNTS_HPP
#define URLSIEVE_CLI_AMOUNTS_HPP

#include <cstdint>
#include <string>
#include <string_view>

namespace urlsieve::cli {

// Returns "1,113,757".
[[nodiscard]] std::string in_thousands(std::uint64_t number);

// Returns a count with its noun: "1 file", "1,200 files". `plural`: empty if the plural is `singular` with
// "s".
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view singular,
                                  std::string_view plural = {});

// Returns "12 B" or "3.4 GiB".
[[nodiscard]] std::string in_bytes(double amount);

// Returns "1.2 of 9.8 GiB", both in the unit of `total`.
[[nodiscard]] std::string in_bytes_of(double amount, double total);

// Returns "0:48" or "1:00:03".
[[nodiscard]] std::string in_time(double seconds);

}  // namespace urlsieve::cli

#endif
