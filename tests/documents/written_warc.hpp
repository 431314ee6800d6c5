// Writes records of WARC for tests.
#ifndef URLSIEVE_TESTS_WRITTEN_WARC_HPP
#define URLSIEVE_TESTS_WRITTEN_WARC_HPP

#include <string>
#include <string_view>

namespace urlsieve::testing {

// Returns a record of http://a.example/ with further `fields`, each ended by CR LF.
inline std::string warc_record(std::string_view type, std::string_view fields, std::string_view block) {
  return std::string("WARC/1.0\r\nWARC-Type: ")
      .append(type)
      .append("\r\nWARC-Target-URI: http://a.example/\r\n")
      .append(fields)
      .append("Content-Length: ")
      .append(std::to_string(block.size()))
      .append("\r\n\r\n")
      .append(block)
      .append("\r\n\r\n");
}

}  // namespace urlsieve::testing

#endif
