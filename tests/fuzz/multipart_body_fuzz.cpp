// Reading multipart bodies: a reader with a past answers as a fresh one, and parts are not longer than the
// body.
#include "src/documents/multipart_body.hpp"

#include <string>

#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::multipart_body_target {
namespace {

class told_parts final : public document_sink {
 public:
  void add_document(const document& /*opened*/) override { require(false); }
  void add_part(const document& opened, related_parts& others) override {
    told.append(opened.part).append(1, '\n').append(opened.part_type).append(1, '\n');
    told.append(opened.base).append(1, '\n').append(opened.charset).append(1, '\n').append(opened.body);
    told += std::to_string(static_cast<int>(opened.type));
    told += others.find_internal(opened.body.substr(0, 40), nullptr, false).is_part ? "internal" : "other";
    size += opened.body.size();
  }
  void add_references(const document& /*context*/, std::span<const reference> /*found*/) override {
    require(false);
  }
  void add_redirect(std::string_view /*from*/, std::string_view /*to*/, redirect_kind /*kind*/) override {
    require(false);
  }

  std::string told;
  std::size_t size = 0;
};

std::string parts_of(multipart_body_reader& reader, const document& whole, std::string_view type) {
  told_parts sink;
  stats counted;
  reader.read(whole, type, sink, counted);
  require(sink.size <= whole.body.size());
  for (const std::uint64_t times : counted.damaged) sink.told += std::to_string(times) + " ";
  for (const auto& [name, times] : counted.skipped) sink.told += name + std::to_string(times);
  return sink.told;
}

}  // namespace

extern const std::size_t longest_input = 20'000;

// The Content-Type up to a line feed, then the body.
void run(fuzz_input& given) {
  const std::string type = "multipart/" + std::string(given.up_to('\n'));
  const exact_bytes bytes(given.rest(), 64);  // as read() requires
  document whole;
  whole.body = bytes.view();
  whole.base = whole.source = "http://a.example/";
  // A charset of its own, because guesses need ICU.
  static multipart_body_reader lasting(script_bodies::read, find_encoding("windows-1252"));
  multipart_body_reader fresh(script_bodies::read, find_encoding("windows-1252"));
  require(parts_of(lasting, whole, type) == parts_of(fresh, whole, type));
}

}  // namespace urlsieve::fuzz::multipart_body_target
