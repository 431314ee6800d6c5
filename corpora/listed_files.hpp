// Reads the files of a list, "path TAB url" a line on standard input, one after the other, for tools that
// pack them; and writes what they make.
#ifndef URLSIEVE_CORPORA_LISTED_FILES_HPP
#define URLSIEVE_CORPORA_LISTED_FILES_HPP

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

namespace urlsieve::corpora {

struct listed_file {
  std::uint64_t number;  // in the list, from 1
  std::string path;
  std::string url;
  std::string bytes;
};

inline void put(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size())
    throw std::runtime_error("cannot write");
}

// Calls pack(file) for each, then makes sure that all is written.
template <class Pack>
void each_listed(Pack pack) {
  std::ios::sync_with_stdio(false);
  std::uint64_t number = 0;
  for (std::string line; std::getline(std::cin, line);) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) throw std::runtime_error("a line without TAB: " + line);
    const std::string path = line.substr(0, tab);
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot open " + path);
    pack(listed_file{++number, path, line.substr(tab + 1), {std::istreambuf_iterator<char>(file), {}}});
  }
  if (std::fflush(stdout) != 0) throw std::runtime_error("cannot write");
}

}  // namespace urlsieve::corpora

#endif
