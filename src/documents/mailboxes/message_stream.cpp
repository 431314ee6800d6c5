// A message is delivered when its end is known. Until then the splitter requests bytes up to the largest
// document. A longer message is cut, and its rest becomes text that is searched for the end.
#include "src/documents/mailboxes/message_stream.hpp"

#include <algorithm>

#include "src/documents/header_fields.hpp"
#include "src/documents/split_call.hpp"
#include "src/text/encodings/utf8.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {

namespace {

// Returns the header of a message, at most its first 64 KiB.
std::string_view front_of_header(std::string_view message) {
  constexpr std::size_t longest = std::size_t{64} << 10;
  return message.substr(0, end_of_header(message.substr(0, longest)).at);
}

}  // namespace

struct message_stream::call : split_call {
  bool waiting = false;  // for any further bytes

  void damaged_at(damage reason, std::uint64_t where, std::string_view detail) const {
    counted.damaged_at(reason, input, where, detail);
  }
};

message_stream::message_stream(const input_options& options, const text_search& text)
    : max_document_(options.max_document), text_(text) {}

std::optional<message_stream::opening> message_stream::skip_byte_order_mark(std::string_view rest,
                                                                            std::uint64_t offset, bool last) {
  if (offset != 0 || rest.front() != utf8_mark.front()) return std::nullopt;
  opening found;
  if (rest.size() < utf8_mark.size() && !last)
    found.needed = utf8_mark.size();
  else if (rest.starts_with(utf8_mark))
    found.skip = utf8_mark.size();
  else
    return std::nullopt;
  return found;
}

std::optional<message_stream::opening> message_stream::skip_to_opening(std::string_view rest,
                                                                       std::uint64_t offset, bool last,
                                                                       std::string_view blanks,
                                                                       std::size_t needed) {
  if (const auto mark = skip_byte_order_mark(rest, offset, last)) return mark;
  opening found;
  found.skip = std::min(rest.find_first_not_of(blanks), rest.size());
  if (found.skip != 0) return found;
  if (last || rest.size() >= needed) return std::nullopt;
  found.needed = needed;
  return found;
}

splitter::progress message_stream::split(std::string_view bytes, std::uint64_t offset, bool last,
                                         std::string_view input, std::vector<slice>& out, stats& counted) {
  call now{{bytes, offset, last, input, out, counted}};
  while (now.done < bytes.size() && !now.waiting) {
    const std::size_t needed = where_ == inside::between   ? begin(now)
                               : where_ == inside::message ? read_message(now)
                                                           : read_text(now);
    if (needed != 0) return {now.done, needed};
  }
  return {now.done, 0};
}

// begin(), read_message() and read_text() advance and return 0, or set `waiting`, or return the number of
// bytes needed from call::done on.
std::size_t message_stream::begin(call& now) {
  const opening found = read_opening(now.rest(), now.at(), now.last);
  if (found.needed != 0) return found.needed;
  if (found.skip != 0) {
    now.done += found.skip;
    return 0;
  }
  start_ = now.at();
  own_ = found.own;
  searched_ = 0;
  now.done += found.own;
  where_ = inside::message;
  if (!found.message) {
    now.damaged_at(damage::bad_message, start_, "bytes outside of any message");
    begin_text(false);
  }
  return 0;
}

std::size_t message_stream::read_message(call& now) {
  const std::string_view rest = now.rest();
  const std::size_t reach = max_message() + lookahead();
  const std::string_view text = rest.substr(0, reach);
  const bool last = now.last && text.size() == rest.size();
  const ending found = find_end(text, searched_, true, last);
  searched_ = std::max(searched_, found.at);
  if (found.needed != 0 && found.needed <= reach) return found.needed;
  const bool ended = found.needed == 0 && (found.found || last);
  const std::size_t end = found.found ? found.at : text.size();
  if (ended && end <= max_message()) {
    emit(now, end, found);
    where_ = inside::between;
    return 0;
  }
  if (!last && text.size() < reach) {
    now.waiting = true;
    return 0;
  }
  now.damaged_at(damage::too_large, start_,
                 "a message larger than the largest document; the rest is read as text");
  const std::size_t most = max_message() - std::min(max_message(), look_behind);
  const std::size_t cut = last_safe_cut(text.substr(0, most), text_.max_url);
  const std::size_t size = cut != 0 ? cut : most;
  emit(now, size, found);
  searched_ -= std::min(searched_, size);
  begin_text(true);
  header_ = std::make_shared<const std::string>(front_of_header(now.out.back().bytes));
  return 0;
}

void message_stream::emit(call& now, std::size_t size, const ending& how) {
  if (how.fault) now.damaged_at(*how.fault, start_, how.detail);
  if (size != 0) {
    slice message_slice;
    message_slice.kind = slice_kind::message;
    message_slice.bytes = now.rest().substr(0, size);
    message_slice.stuffing = how.stuffing;
    message_slice.offset = start_;
    message_slice.body_offset = static_cast<std::uint32_t>(own_);
    transform(message_slice);
    now.out.push_back(message_slice);
  }
  now.done += size;
}

void message_stream::begin_text(bool continues) {
  where_ = inside::text;
  continues_ = continues;
  input_options options;
  options.max_document = max_document_;
  windows_.emplace(options, text_);
}

// Delivers bytes as text up to the next message. Keeps the last few searched bytes, because bytes before a
// place decide about it.
std::size_t message_stream::read_text(call& now) {
  const std::string_view rest = now.rest();
  const ending found = find_end(rest, searched_, false, now.last);
  searched_ = std::max(searched_, found.at);
  if (found.needed != 0) return found.needed;
  const bool ends = found.found || now.last;
  const std::size_t end = found.found ? found.at
                          : now.last  ? rest.size()
                                      : searched_ - std::min(searched_, look_behind);
  const std::size_t before = now.out.size();
  const splitter::progress advance =
      windows_->split(rest.substr(0, end), now.at(), ends, now.input, now.out, now.counted);
  if (continues_)
    for (std::size_t i = before; i < now.out.size(); ++i) {
      now.out[i].continues = true;
      now.out[i].message_header = *header_;
      now.out[i].header_owner = header_;
    }
  const std::size_t consumed = std::min(advance.consumed, end);
  now.done += consumed;
  searched_ -= std::min(searched_, consumed);
  if (ends) {
    where_ = inside::between;
    windows_.reset();
    return 0;
  }
  if (advance.needed != 0) return advance.needed + (rest.size() - end);
  now.waiting = true;
  return 0;
}

}  // namespace urlsieve
