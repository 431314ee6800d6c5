// The file _SUCCESS, which marks a run that read all of its input. The file has one line in the format of
// xxh128sum, with the checksum of the manifest, so `xxh128sum -c _SUCCESS` checks the manifest.
#ifndef URLSIEVE_SHARDS_SUCCESS_MARK_HPP
#define URLSIEVE_SHARDS_SUCCESS_MARK_HPP

#include <optional>
#include <string>
#include <string_view>

namespace urlsieve {

inline constexpr std::string_view success_name = "_SUCCESS";

// Returns the text of _SUCCESS for `manifest`, with its line end.
[[nodiscard]] std::string success_text(std::string_view manifest);

// Checks the mark `text` against `manifest`. Returns nullopt if the mark is valid, else a message without
// subject: "does not match ...".
[[nodiscard]] std::optional<std::string> success_fault(std::string_view text, std::string_view manifest);

}  // namespace urlsieve

#endif
