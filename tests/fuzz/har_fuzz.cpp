// HAR files: entries do not depend on how the input arrives, and are in order. A reused reader reads an entry
// like a new reader. The reader finds an entry after a damaged entry.
#include "src/documents/json/har.hpp"

#include <string>
#include <string_view>

#include "src/documents/json/har_entry.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/splitter_claims.hpp"

namespace urlsieve::fuzz::har_target {
namespace {

std::string read(har_entry_reader& reader, std::string_view bytes) {
  const exact_bytes padded(bytes, 64);
  slice part;
  part.bytes = padded.view();
  stats counted;
  const har_entry_reader::entry& found = reader.read(part, "fuzz", counted);
  std::string all(found.url);
  for (const reference& link : found.references) all.append("\n").append(link.where).append(link.raw);
  return all.append("\n").append(found.response).append(std::to_string(counted.total_damage()));
}

}  // namespace

extern const std::size_t longest_input = 8'000;

void run(fuzz_input& given) {
  const testing::way how = given.one_of(testing::ways);
  const input_options options = documents_up_to(64U + 16U * given.byte());
  const std::string_view text = given.rest();
  const testing::fed cut = require_same<har_splitter>(text, how, options);
  require_in_order(cut, text);
  static har_entry_reader reused;
  for (const testing::kept_slice& entry : cut.slices) {
    require(entry.kind == slice_kind::har_entry && !entry.bytes.empty());
    require(entry.bytes.size() <= options.max_document);
    har_entry_reader fresh;
    require(read(reused, entry.bytes) == read(fresh, entry.bytes));
  }

  // `"request"` cannot occur inside a JSON string, so a damaged entry hides at most the next entry.
  const std::string front = R"({"log":{"entries":[)" + std::string(text.substr(0, 1000));
  const std::string next = R"(,{"request":{"url":"http://next.example/"}})";
  const std::string last = R"(,{"request":{"url":"http://last.example/"}})";
  har_splitter splitter(documents_up_to(std::size_t{1} << 20U));
  har_entry_reader reader;
  std::string all;
  for (const testing::kept_slice& entry : testing::feed_whole(splitter, front + next + last + "]}}").slices)
    all += read(reader, entry.bytes);
  require(all.find("http://last.example/") != std::string::npos);
}

}  // namespace urlsieve::fuzz::har_target
