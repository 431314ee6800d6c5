// Reads every adversarial document at n, 2n and 4n bytes with a call of urlsieve_measured() each, and prints
// a line before each group of three calls. linear_shapes_test.py runs the program under callgrind, which
// counts the instructions of the calls.
#include "tests/library/adversarial_shapes.hpp"

#include <cstdio>
#include <string>

#include "urlsieve/extractor.hpp"

using urlsieve::extractor;
using urlsieve::page;
using urlsieve::sieved_url;

// Named function for callgrind.
extern "C" [[gnu::noinline]] bool urlsieve_measured(extractor* links, const page* document) {
  return links->run(*document, [](const sieved_url&) {});
}

int main() {
  constexpr std::size_t smallest = std::size_t{8} << 10U;
  for (const urlsieve::testing::adversarial_family& family : urlsieve::testing::adversarial_families()) {
    urlsieve::extract_options options;
    family.choose(options);
    auto links = extractor::make(options);
    if (!links) {
      std::fprintf(stderr, "%s\n", links.error().message.c_str());
      return 1;
    }
    for (const std::string_view piece : family.pieces) {
      const auto document_of = [&](std::size_t size) {
        return urlsieve::testing::adversarial_document(family, piece, size);
      };
      // The first call is not counted: buffers grow once, and libraries load once.
      const std::string largest = document_of(4 * smallest);
      page document;
      document.type = family.type;
      document.bytes = largest;
      links->run(document, [](const sieved_url&) {});
      std::printf("%s\t", std::string(family.name).c_str());
      for (const char c : piece)
        std::printf(c > ' ' && c <= '~' ? "%c" : "\\x%02X", static_cast<unsigned char>(c));
      std::printf("\n");
      for (const std::size_t times : {1U, 2U, 4U}) {
        const std::string bytes = document_of(times * smallest);
        document.bytes = bytes;
        urlsieve_measured(&*links, &document);
      }
    }
  }
  return 0;
}
