#include "src/documents/message/folded_file.hpp"

#include <algorithm>

#include "src/documents/media_type.hpp"
#include "src/documents/message/content_lines.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/base64.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t folded_window = std::size_t{256} << 10;

// Returns the offset behind the last line end in `text` without a fold behind it; 0 if there is none. A line
// end in the last byte does not count, because a fold may follow.
std::size_t last_unfolded_end(std::string_view text) {
  for (std::size_t feed = text.rfind('\n', text.size() < 2 ? 0 : text.size() - 2); feed != npos && feed != 0;
       feed = text.rfind('\n', feed - 1))
    if (feed + 1 < text.size() && text[feed + 1] != ' ' && text[feed + 1] != '\t') return feed + 1;
  return 0;
}

// Returns true if the bytes can be text: UTF-8 or another charset without controls.
bool may_be_text(std::string_view value) {
  return std::none_of(value.begin(), value.end(), [](char c) {
    return bytes::c0_and_delete.contains(c) && !bytes::html_space.contains(c);
  });
}

}  // namespace

std::string_view decoded_ldif_values(std::string_view text, arena& out) {
  if (text.find("::") == npos) return text;
  char* const place = out.reserve(text.size() + 2 * decoding_slack);
  std::size_t size = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const std::size_t colon = line.find(':');
    std::size_t written = 0;
    if (colon != npos && colon != 0 && line.substr(colon).starts_with("::")) {
      line.copy(place + size, colon);
      char* const value = place + size + colon + 2;
      const decoded_extent decoded = decode_base64(line.substr(colon + 2), value);
      if (!decoded.damaged && may_be_text({value, decoded.size})) {
        value[-2] = ':';
        value[-1] = ' ';
        written = colon + 2 + decoded.size;
      }
    }
    if (written == 0) written = line.copy(place + size, line.size());
    size += written;
    if (end < text.size()) place[size++] = '\n';
    at = end + 1;
  }
  return out.commit(size + decoding_slack).substr(0, size);
}

bool begins_content_lines_file(const input_head& head) {
  return begins_content_lines(head.text);
}

bool is_ldif_type(std::string_view type) {
  return ascii::is_one_of(type, {ldif_type, "text/x-ldif"});
}

bool begins_ldif(const input_head& head) {
  std::string_view text = head.text;
  while (text.starts_with('#') || text.starts_with('\n') || text.starts_with('\r')) {
    const std::size_t feed = text.find('\n');
    if (feed == npos) return false;
    text.remove_prefix(feed + 1);
  }
  if (!ascii::begins(text, "version:")) return ascii::begins(text, "dn: ") || ascii::begins(text, "dn:: ");
  const std::size_t feed = text.find('\n');
  const std::string_view number = text.substr(8, feed == npos ? npos : feed - 8);
  const std::size_t digit = number.find_first_not_of(' ');
  return digit != npos && number.substr(digit).starts_with('1') && text.find("\ndn:") != npos;
}

folded_file_splitter::folded_file_splitter(folded_form form, const input_options& options)
    : type_(form == folded_form::ldif ? ldif_type : std::string_view("text/calendar")),
      window_(std::min(folded_window, options.max_document)),
      longest_(options.max_document) {}

splitter::progress folded_file_splitter::split(std::string_view bytes, std::uint64_t offset, bool last,
                                               std::string_view /*input*/, std::vector<slice>& out,
                                               stats& /*counted*/) {
  std::size_t consumed = 0;
  std::size_t window = window_;
  while (consumed < bytes.size()) {
    const std::string_view left = bytes.substr(consumed);
    if (left.size() <= window && !last) break;
    std::size_t cut = left.size();
    if (left.size() > window) {
      cut = last_unfolded_end(left.substr(0, window));
      if (cut == 0 && window < longest_) {
        window = std::min(2 * window, longest_);
        continue;
      }
      if (cut == 0) cut = window;
    }
    slice window_slice;
    window_slice.bytes = left.substr(0, cut);
    window_slice.offset = offset + consumed;
    window_slice.media_type = type_;
    window_slice.continues = has_emitted_;
    has_emitted_ = true;
    out.push_back(window_slice);
    consumed += cut;
    window = window_;
  }
  return {consumed, last ? 0 : window + 1};
}

void unfold_text(std::string_view content_type, document& text, arena& scratch) {
  const std::string_view type = essence_of(content_type);
  const bool is_ldif = is_ldif_type(type);
  if (!is_ldif && !is_content_lines_type(type) && !begins_content_lines(text.body.substr(0, sniffed_bytes)))
    return;
  const std::string_view joined = joined_content_lines(text.body, scratch);
  text.body = is_ldif ? decoded_ldif_values(joined, scratch) : plain_content_lines(joined, scratch);
  text.where = "text";
}

}  // namespace urlsieve
