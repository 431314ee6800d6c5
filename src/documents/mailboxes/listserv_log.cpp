#include "src/documents/mailboxes/listserv_log.hpp"

#include <algorithm>

#include "src/documents/mailboxes/message_signs.hpp"
#include "src/text/line_mark.hpp"

namespace urlsieve {

std::size_t listserv_splitter::lookahead() const {
  return listserv_lookahead;
}

message_stream::opening listserv_splitter::open(std::string_view rest, std::uint64_t offset, bool last) {
  if (const auto mark = skip_byte_order_mark(rest, offset, last)) return *mark;
  opening found;
  found.skip = std::min(rest.find_first_not_of(" \t\r\n"), rest.size());
  if (found.skip != 0) return found;
  if (rest.size() < listserv_lookahead && !last) {
    found.needed = listserv_lookahead;
    return found;
  }
  found.message = begins_listserv_message(rest.substr(0, listserv_lookahead));
  if (found.message) found.own = rest.find('\n') + 1;
  return found;
}

message_stream::ending listserv_splitter::find_end(std::string_view text, std::size_t from, bool /*whole*/,
                                                   bool last) {
  ending found;
  for (std::size_t place = find_line_mark(text, from, listserv_line); place != std::string_view::npos;
       place = find_line_mark(text, place + 1, listserv_line)) {
    found.at = place;
    if (!last && text.size() < place + listserv_lookahead) {
      found.needed = place + listserv_lookahead;
      return found;
    }
    found.found = begins_listserv_message(text.substr(place, listserv_lookahead));
    if (found.found) return found;
  }
  found.at = text.size() - std::min(text.size(), listserv_line.size() - 1);
  return found;
}

}  // namespace urlsieve
