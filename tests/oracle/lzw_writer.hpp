// Writes the format of compress(1) with a map of strings and a list of bits. gzip reads the output.
#ifndef URLSIEVE_TESTS_ORACLE_LZW_WRITER_HPP
#define URLSIEVE_TESTS_ORACLE_LZW_WRITER_HPP

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve::oracle {

// `clear_after`: number of codes after which the table is cleared; 0: never.
inline std::string lzw_written(std::string_view text, unsigned widest = 16, std::size_t clear_after = 0) {
  std::vector<bool> bits;
  std::map<std::string, unsigned> table;
  unsigned next = 257;
  unsigned width = 9;
  std::size_t run = 0;
  std::size_t written = 0;
  const auto start = [&] {
    table.clear();
    for (unsigned i = 0; i < 256; ++i) table[std::string(1, static_cast<char>(i))] = i;
  };
  const auto close_group = [&] {
    while ((bits.size() - run) % (std::size_t{8} * width) != 0) bits.push_back(false);
    run = bits.size();
  };
  const auto write = [&](unsigned code) {
    for (unsigned i = 0; i < width; ++i) bits.push_back(((code >> i) & 1U) != 0);
    if (next > (1U << width) - 1 && width < widest) {
      close_group();
      ++width;
    }
  };
  start();
  for (std::size_t at = 0; at < text.size();) {
    std::size_t size = 1;
    while (at + size < text.size() && table.contains(std::string(text.substr(at, size + 1)))) ++size;
    write(table[std::string(text.substr(at, size))]);
    ++written;
    if (at + size < text.size() && next < (1U << widest))
      table[std::string(text.substr(at, size + 1))] = next++;
    at += size;
    if (clear_after != 0 && written == clear_after && at < text.size()) {
      write(256);
      if (bits.size() != run) close_group();
      width = 9;
      run = bits.size();
      next = 257;
      written = 0;
      start();
    }
  }
  while (bits.size() % 8 != 0) bits.push_back(false);
  std::string packed = "\x1F\x9D";
  packed += static_cast<char>(0x80U | widest);
  for (std::size_t i = 0; i < bits.size(); i += 8) {
    unsigned byte = 0;
    for (unsigned bit = 0; bit < 8; ++bit) byte |= (bits[i + bit] ? 1U : 0U) << bit;
    packed += static_cast<char>(byte);
  }
  return packed;
}

}  // namespace urlsieve::oracle

#endif
