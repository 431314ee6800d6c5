// Opening messages: a reader with a past answers as a fresh one does, parts that are given in place follow
// one another without overlap, and nothing grows beyond what its bytes can stand for.
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "src/documents/message/mail_message.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::mail_target {
namespace {

std::string opened_by(mail_reader& reader, const slice& part, stats& counted) {
  std::string told;
  const char* in_place = part.bytes.data();
  const char* const end = part.bytes.data() + part.bytes.size();
  std::size_t size = 0;
  const auto tell = [&told](std::string_view what) { told.append(what).push_back('\n'); };
  const auto tell_context = [&](const document& context) {
    tell(context.base);
    tell(context.part);
    tell(context.message_id);
    require(context.source == "input" && context.offset == part.offset);
    require(context.part.find("..") == std::string_view::npos);
  };
  reader.read(
      part, "input", counted,
      [&](const document& opened) {
        tell_context(opened);
        tell(opened.where);
        tell(opened.charset);
        tell(opened.body);
        size += opened.body.size();
        if (opened.body.empty() || opened.body.data() < part.bytes.data() || opened.body.data() >= end)
          return;
        if (opened.where.starts_with("header:")) return;
        require(opened.body.data() >= in_place);
        in_place = opened.body.data() + opened.body.size();
        require(in_place <= end);
        const internal_target target = reader.find_internal(opened.body.substr(0, 64), nullptr, false);
        tell(target.location);
      },
      [&](const document& context, std::span<const reference> found) {
        tell_context(context);
        require(context.body.empty());
        for (const reference& each : found) {
          require(!each.raw.empty() && each.where.starts_with("header:"));
          tell(each.raw);
        }
      });
  // A byte of UTF-7, of a legacy charset or of an encoded word is three of UTF-8 at most, and a message may
  // be read once more for what is encoded in it. Compressed S/MIME expands up to 1,000 times beyond 1 MiB.
  require(size <= 1'024 * part.bytes.size() + (std::size_t{16} << 20));
  return told;
}

}  // namespace

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  const unsigned manner = given.byte();
  slice part;
  part.kind = slice_kind::message;
  part.bytes = given.rest();
  part.offset = 7;
  part.stuffing = static_cast<line_stuffing>(manner & 3U);
  mail_options options;
  options.headers = static_cast<header_choice>(((manner >> 2U) & 3U) % 3U);
  options.attachments = (manner & 16U) != 0;

  static std::array<std::unique_ptr<mail_reader>, 32> lasting;
  std::unique_ptr<mail_reader>& with_past = lasting[manner & 31U];
  if (!with_past) with_past = std::make_unique<mail_reader>(options, url_options());
  mail_reader fresh(options, url_options());
  stats first;
  stats second;
  require(opened_by(*with_past, part, first) == opened_by(fresh, part, second));
  require(first.damaged == second.damaged && first.skipped == second.skipped);
}

}  // namespace urlsieve::fuzz::mail_target
