// Multipart bodies: a reused reader behaves like a new reader, and the parts together are not longer than the
// body.
#include "src/documents/multipart_body.hpp"

#include <string>

#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::multipart_body_target {
namespace {

class recording_sink final : public document_sink {
 public:
  void add_document(const document& /*opened*/) override { require(false); }
  void add_part(const document& opened, related_parts& others) override {
    log.append(opened.part).append(1, '\n').append(opened.part_type).append(1, '\n');
    log.append(opened.base).append(1, '\n').append(opened.charset).append(1, '\n').append(opened.body);
    log += std::to_string(static_cast<int>(opened.type));
    log += others.find_internal(opened.body.substr(0, 40), nullptr, false).is_part ? "internal" : "other";
    size += opened.body.size();
  }
  void add_references(const document& /*context*/, std::span<const reference> /*found*/) override {
    require(false);
  }
  void add_redirect(std::string_view /*from*/, std::string_view /*to*/, redirect_kind /*kind*/) override {
    require(false);
  }

  std::string log;
  std::size_t size = 0;
};

std::string parts_of(multipart_body_reader& reader, const document& whole, std::string_view type) {
  recording_sink sink;
  stats counted;
  reader.read(whole, type, sink, counted);
  require(sink.size <= whole.body.size());
  for (const std::uint64_t times : counted.damaged) sink.log += std::to_string(times) + " ";
  for (const auto& [name, times] : counted.skipped) sink.log += name + std::to_string(times);
  return sink.log;
}

}  // namespace

extern const std::size_t longest_input = 20'000;

// Input: the Content-Type, a line feed, the body.
void run(fuzz_input& given) {
  const std::string type = "multipart/" + std::string(given.up_to('\n'));
  const exact_bytes bytes(given.rest(), 64);  // as read() requires
  document whole;
  whole.body = bytes.view();
  whole.base = whole.source = "http://a.example/";
  // An explicit charset, because charset detection needs ICU.
  static multipart_body_reader reused(script_bodies::read, find_encoding("windows-1252"));
  multipart_body_reader fresh(script_bodies::read, find_encoding("windows-1252"));
  require(parts_of(reused, whole, type) == parts_of(fresh, whole, type));
}

}  // namespace urlsieve::fuzz::multipart_body_target
