// slice_opener: for slices of every kind, a reused opener delivers the documents, references, redirects and
// counters of a new opener.
#include "src/documents/slice_opener.hpp"

#include <memory>
#include <string>

#include "src/documents/record_metadata_reader.hpp"
#include "src/documents/utc_date.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/mail_options.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve::fuzz::slice_opener_target {
namespace {

class recording_sink final : public document_sink {
 public:
  void add_document(const document& opened) override { add_lines("document", opened); }
  void add_part(const document& opened, related_parts& others) override {
    add_lines("part", opened);
    add_line(others.find_internal(opened.body.substr(0, 60), nullptr, true).location);
  }
  void add_references(const document& context, std::span<const reference> found) override {
    require(context.body.empty());
    add_lines("references", context);
    for (const reference& link : found) {
      require(!link.raw.empty());
      add_line(link.raw);
      add_line(link.where);
    }
  }
  void add_redirect(std::string_view from, std::string_view to, redirect_kind kind) override {
    add_line(kind == redirect_kind::moved ? "moved" : "canonical");
    add_line(from);
    add_line(to);
  }
  std::string log;

 private:
  void add_line(std::string_view value) {
    log.append(std::to_string(value.size())).append(" ").append(value).push_back('\n');
  }
  void add_lines(std::string_view kind, const document& opened) {
    add_line(kind);
    for (const std::string_view value :
         {opened.base, opened.where, opened.charset, opened.body, opened.part, opened.message_id})
      add_line(value);
    add_line(std::to_string(static_cast<int>(opened.type)));
  }
};

std::string opened_by(slice_opener& opener, const slice& part) {
  recording_sink sink;
  stats counted;
  opener.open(part, "input", sink, counted);
  for (const std::uint64_t times : counted.damaged) sink.log += std::to_string(times) + " ";
  for (const auto& [name, times] : counted.skipped) sink.log += name + std::to_string(times);
  return sink.log;
}

// Returns the facts as text. Checks that a date is empty or canonical, and that a status has at most three
// digits.
std::string facts_of(record_metadata_reader& facts, const slice& part) {
  provenance out;
  facts.read(part, out);
  require(out.date.empty() || utc_of_warc(out.date) == out.date);
  require(!out.status || (*out.status >= 1 && *out.status <= 999));
  std::string log;
  for (const std::string_view value : {out.record_id, out.date, out.media_type})
    log.append(value).append(1, '\n');
  return log + std::to_string(out.status.value_or(0));
}

}  // namespace

extern const std::size_t longest_input = 20'000;

// Input: the kind of the slice, its media type and target with a line feed each, its bytes.
void run(fuzz_input& given) {
  const unsigned manner = given.byte();
  slice part;
  part.kind = static_cast<slice_kind>((manner & 63U) % 6);
  part.type = manner & 128U ? media::html : media::text;
  part.media_type = given.up_to('\n');
  part.target = given.up_to('\n');
  const exact_bytes bytes(given.rest(), 64);  // as open() requires
  part.bytes = bytes.view();
  static const input_options inputs;
  static const mail_options mail;
  static const url_options urls;
  static slice_opener reused(inputs, mail, urls, script_bodies::as_text);
  slice_opener fresh(inputs, mail, urls, script_bodies::as_text);
  require(opened_by(reused, part) == opened_by(fresh, part));
  if ((manner & 64U) != 0) {
    part.record_size = 1;
    part.record_header = part.bytes;
  }
  static record_metadata_reader reused_reader;
  require(facts_of(reused_reader, part) == facts_of(*std::make_unique<record_metadata_reader>(), part));
}

}  // namespace urlsieve::fuzz::slice_opener_target
