// Inserts the lines of a file into the seen_set of a state, and prints the new URLs: seen_set_run STATE FILE
// DATE COMPACTION. Exit code: 0, or 3 with a message.
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/names.hpp"
#include "urlsieve/seen_set.hpp"

namespace {

int fail(const urlsieve::error& why) {
  std::cerr << why.message << '\n';
  return 3;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  urlsieve::seen_set_options options;
  options.state = argv[1];
  options.run.output.date = argv[3];
  options.run.output.shards = 2;
  options.run.threads = 1;
  options.compact = urlsieve::parse_name<urlsieve::compaction_choice>(argv[4]).value_or(options.compact);
  std::vector<std::string> lines;
  std::ifstream file(argv[2]);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  // A list may look empty after a read error.
  if (!file.eof() || lines.empty())
    return fail({urlsieve::error_code::cannot_read, std::string("cannot read ") + argv[2]});
  urlsieve::result<urlsieve::seen_set> set = urlsieve::seen_set::open(options);
  if (!set) return fail(set.error());
  const std::vector<std::string_view> references(lines.begin(), lines.end());
  const urlsieve::result<urlsieve::new_urls> inserted = set->insert(references);
  if (!inserted) return fail(inserted.error());
  for (const std::string_view url : inserted->urls) std::cout << url << '\n';
  const urlsieve::result<urlsieve::seen_set_summary> closed = set->close();
  return closed ? 0 : fail(closed.error());
}
