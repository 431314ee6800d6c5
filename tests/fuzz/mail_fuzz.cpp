// Mail messages: a reused reader behaves like a new reader, bodies that are views into the message are in
// order without overlap, and the total size of bodies is bounded.
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "src/documents/message/mail_message.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve::fuzz::mail_target {
namespace {

std::string opened_by(mail_reader& reader, const slice& part, stats& counted) {
  std::string log;
  const char* in_place = part.bytes.data();
  const char* const end = part.bytes.data() + part.bytes.size();
  std::size_t size = 0;
  const auto add = [&log](std::string_view value) { log.append(value).push_back('\n'); };
  const auto add_context = [&](const document& context) {
    add(context.base);
    add(context.part);
    add(context.message_id);
    require(context.source == "input" && context.offset == part.offset);
    require(context.part.find("..") == std::string_view::npos);
  };
  reader.read(
      part, "input", counted,
      [&](const document& opened) {
        add_context(opened);
        add(opened.where);
        add(opened.charset);
        add(opened.body);
        size += opened.body.size();
        if (opened.body.empty() || opened.body.data() < part.bytes.data() || opened.body.data() >= end)
          return;
        if (opened.where.starts_with("header:")) return;
        require(opened.body.data() >= in_place);
        in_place = opened.body.data() + opened.body.size();
        require(in_place <= end);
        const internal_target target = reader.find_internal(opened.body.substr(0, 64), nullptr, false);
        add(target.location);
      },
      [&](const document& context, std::span<const reference> found) {
        add_context(context);
        require(context.body.empty());
        for (const reference& each : found) {
          require(!each.raw.empty() && each.where.starts_with("header:"));
          add(each.raw);
        }
      });
  // A byte of UTF-7, of a legacy charset or of an encoded word becomes at most three bytes of UTF-8, and a
  // message may be read twice for encoded content. Compressed S/MIME expands up to 1,000 times beyond 1 MiB.
  require(size <= 1'024 * part.bytes.size() + (std::size_t{16} << 20));
  return log;
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

  static std::array<std::unique_ptr<mail_reader>, 32> readers;
  std::unique_ptr<mail_reader>& reused = readers[manner & 31U];
  if (!reused) reused = std::make_unique<mail_reader>(options, url_options());
  mail_reader fresh(options, url_options());
  stats first;
  stats second;
  require(opened_by(*reused, part, first) == opened_by(fresh, part, second));
  require(first.damaged == second.damaged && first.skipped == second.skipped);
}

}  // namespace urlsieve::fuzz::mail_target
