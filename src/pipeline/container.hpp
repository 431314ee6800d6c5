// What an input is as a whole, and the splitter that goes with it.
#ifndef URLSIEVE_PIPELINE_CONTAINER_HPP
#define URLSIEVE_PIPELINE_CONTAINER_HPP

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "src/documents/splitter.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

enum class container : std::uint8_t {
  text,
  urls,
  html,
  xml,
  warc,
  arc,
  cdx,
  json_lines,
  mbox,
  message,     // a single one, or articles as NNTP sends them
  listserv,    // a log of messages
  news_batch,  // "#! rnews"
  packed_news  // "#! cunbatch" and the like
};

struct recognised {
  std::optional<container> kind;  // nothing: the input is not read
  std::string_view passed_over;   // what it is, if it is nothing that URLs are looked for in
};

// By content, never by name alone: `name` only makes HTML of a text that has tags. `head` is the first
// sniff_size bytes of the decompressed input, or all of it if it is shorter (`whole`).
[[nodiscard]] recognised recognise_container(std::string_view name, std::string_view head, bool whole,
                                             const input_options& options);

[[nodiscard]] std::unique_ptr<splitter> make_splitter(container kind, const extract_options& options);

}  // namespace urlsieve

#endif
