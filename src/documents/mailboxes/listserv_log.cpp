#include "src/documents/mailboxes/listserv_log.hpp"

#include <algorithm>

#include "src/documents/mailboxes/message_signs.hpp"
#include "src/text/lines/line_mark.hpp"

namespace urlsieve {

std::size_t listserv_splitter::lookahead() const {
  return listserv_lookahead;
}

message_stream::opening listserv_splitter::read_opening(std::string_view rest, std::uint64_t offset,
                                                        bool last) {
  if (const auto mark = skip_byte_order_mark(rest, offset, last)) return *mark;
  if (const auto before = skip_to_opening(rest, offset, last, " \t\r\n", listserv_lookahead)) return *before;
  opening found;
  found.message = begins_listserv_message(rest.substr(0, listserv_lookahead));
  if (found.message) found.own = rest.find('\n') + 1;
  return found;
}

message_stream::ending listserv_splitter::find_end(std::string_view text, std::size_t from, bool /*whole*/,
                                                   bool last) {
  return find_marked_end(text, from, last, listserv_line, listserv_lookahead, [](std::string_view line) {
    return begins_listserv_message(line.substr(0, listserv_lookahead));
  });
}

}  // namespace urlsieve
