// Opening slices of every kind: an opener with a past tells what a fresh one tells, and views lie where they
// may.
#include "src/documents/slice_opener.hpp"

#include <memory>
#include <string>

#include "src/documents/record_metadata_reader.hpp"
#include "src/documents/utc_date.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::slice_opener_target {
namespace {

class telling_sink final : public document_sink {
 public:
  void add_document(const document& opened) override { tell_document("document", opened); }
  void add_part(const document& opened, related_parts& others) override {
    tell_document("part", opened);
    tell(others.find_internal(opened.body.substr(0, 60), nullptr, true).location);
  }
  void add_references(const document& context, std::span<const reference> found) override {
    require(context.body.empty());
    tell_document("references", context);
    for (const reference& one : found) {
      require(!one.raw.empty());
      tell(one.raw);
      tell(one.where);
    }
  }
  void add_redirect(std::string_view from, std::string_view to, redirect_kind kind) override {
    tell(kind == redirect_kind::moved ? "moved" : "canonical");
    tell(from);
    tell(to);
  }
  std::string told;

 private:
  void tell(std::string_view what) {
    told.append(std::to_string(what.size())).append(" ").append(what).push_back('\n');
  }
  void tell_document(std::string_view kind, const document& one) {
    tell(kind);
    for (const std::string_view what : {one.base, one.where, one.charset, one.body, one.part, one.message_id})
      tell(what);
    tell(std::to_string(static_cast<int>(one.type)));
  }
};

std::string opened_by(slice_opener& opener, const slice& part) {
  telling_sink sink;
  stats counted;
  opener.open(part, "input", sink, counted);
  for (const std::uint64_t times : counted.damaged) sink.told += std::to_string(times) + " ";
  for (const auto& [name, times] : counted.skipped) sink.told += name + std::to_string(times);
  return sink.told;
}

// A date is none or in its one form, which is read as itself; what HTTP says is a status of three digits.
std::string facts_of(record_metadata_reader& facts, const slice& part) {
  provenance out;
  facts.read(part, out);
  require(out.date.empty() || utc_of_warc(out.date) == out.date);
  require(!out.status || (*out.status >= 1 && *out.status <= 999));
  std::string told;
  for (const std::string_view what : {out.record_id, out.date, out.media_type})
    told.append(what).append(1, '\n');
  return told + std::to_string(out.status.value_or(0));
}

}  // namespace

extern const std::size_t longest_input = 20'000;

// What kind of slice, the media type and target that go with it up to a line feed each, and its bytes.
void run(fuzz_input& given) {
  const unsigned manner = given.byte();
  slice part;
  part.kind = static_cast<slice_kind>(manner % 5);
  part.type = manner & 128U ? media::html : media::text;
  part.media_type = given.up_to('\n');
  part.target = given.up_to('\n');
  const exact_bytes bytes(given.rest(), 64);  // as open() requires
  part.bytes = bytes.view();
  static slice_opener lasting{extract_options{}};
  slice_opener fresh{extract_options{}};
  require(opened_by(lasting, part) == opened_by(fresh, part));
  if ((manner & 64U) != 0) {
    part.record_size = 1;
    part.record_header = part.bytes;
  }
  static record_metadata_reader known;
  require(facts_of(known, part) == facts_of(*std::make_unique<record_metadata_reader>(), part));
}

}  // namespace urlsieve::fuzz::slice_opener_target
