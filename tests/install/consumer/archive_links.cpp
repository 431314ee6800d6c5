// Prints the links of web archives: archive_links FILE..., lines "page TAB link TAB where".
#include <iostream>

#include <urlsieve/extract.hpp>

#include "urlsieve/options.hpp"

int main(int count, char** names) {
  urlsieve::extract_options options;
  options.input.paths.assign(names + 1, names + count);
  options.output.dedup = false;
  const auto done = urlsieve::extract_files(options, [](const urlsieve::sieved_url& found) {
    std::cout << found.source << '\t' << found.url << '\t' << found.where << '\n';
    return std::cout.good();
  });
  if (!done) std::cerr << done.error().message << '\n';
  return done && done->ended == urlsieve::outcome::complete ? 0 : 1;
}
