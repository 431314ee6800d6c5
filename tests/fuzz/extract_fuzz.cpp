// extract(): URLs do not depend on the batch size or on compression of the input, and each URL normalizes to
// itself.
#include "urlsieve/extract.hpp"

#include <string>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/input/archives/file_archive.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve::fuzz::extract_target {
namespace {

struct keeping_sink {
  void operator()(const sieved_url& found) { urls.emplace_back(found.url); }
  std::vector<std::string> urls;
};

std::vector<std::string> urls_of(std::string_view bytes, const extract_options& options) {
  keeping_sink sink;
  require(extract(bytes, options, sink).has_value());
  return sink.urls;
}

std::string compressed(std::string_view plain) {
  const auto with = make_encoder(compression::zstd);
  std::string out(plain.size() + 4096, '\0');
  out.resize(with->encode(plain, out, true).produced);
  return out;
}

}  // namespace

extern const std::size_t longest_input = 4'000;

// The first byte chooses options.
void run(fuzz_input& given) {
  const unsigned manner = given.byte();
  const std::string_view bytes = given.rest();
  extract_options options;
  options.base = "http://base.example/a/";
  options.output.dedup = (manner & 1U) != 0;
  options.links.text_links = (manner & 2U) != 0;
  options.links.scripts = (manner & 8U) != 0;
  options.url.keep_fragment = (manner & 4U) != 0;
  const std::vector<std::string> urls = urls_of(bytes, options);
  for (const std::string& url : urls) {
    const auto again = normalize(url, options.url);
    require(again && *again == url);
  }
  extract_options small = options;
  small.batch_bytes = 1 + manner;
  require(urls_of(bytes, small) == urls);
  if (!is_compressed(bytes)) require(urls_of(compressed(bytes), options) == urls);
}

}  // namespace urlsieve::fuzz::extract_target
