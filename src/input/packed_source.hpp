// What is packed in a way that only libarchive undoes: lz4, compress (.Z), lzip; or by brotli.
#ifndef URLSIEVE_INPUT_PACKED_SOURCE_HPP
#define URLSIEVE_INPUT_PACKED_SOURCE_HPP

#include <memory>
#include <string_view>

#include "src/input/byte_source.hpp"
#include "src/input/file_archive.hpp"

namespace urlsieve {

// What `packed`, of which `head` was read already, holds; `kind` is what sniff_packed_file(head) or
// sniff_named_file() told. What
// is broken ends it.
[[nodiscard]] std::unique_ptr<byte_source> as_unpacked(std::unique_ptr<byte_source> packed, file_archive kind,
                                                       std::string_view head);

}  // namespace urlsieve

#endif
