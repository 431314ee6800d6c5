// _SUCCESS: that a run read all of its input, and the checksum of the manifest that says what came of it. One
// line as xxh128sum writes it, so that `xxh128sum -c _SUCCESS` checks the manifest, too.
#ifndef URLSIEVE_SHARDS_SUCCESS_MARK_HPP
#define URLSIEVE_SHARDS_SUCCESS_MARK_HPP

#include <optional>
#include <string>
#include <string_view>

namespace urlsieve {

inline constexpr std::string_view success_name = "_SUCCESS";

// The text of _SUCCESS for that manifest, with its line end.
[[nodiscard]] std::string success_text(std::string_view manifest);

// What is wrong with the mark `text` of an output that has this manifest: "is not that of ...". Nothing: it
// is sound.
[[nodiscard]] std::optional<std::string> success_fault(std::string_view text, std::string_view manifest);

}  // namespace urlsieve

#endif
