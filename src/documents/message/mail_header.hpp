// The header of a message or of a part (RFC 5322 section 2.2, RFC 2045 section 3): the few fields that say
// how the body is to be read, and those that may hold links. Lines of no interest are not visited: the header
// is searched for lines that begin like a wanted field, or that end it.
#ifndef URLSIEVE_DOCUMENTS_MAIL_HEADER_HPP
#define URLSIEVE_DOCUMENTS_MAIL_HEADER_HPP

#include <cstddef>
#include <string_view>
#include <vector>

#include "src/documents/header_fields.hpp"
#include "src/documents/message/mime_boundary.hpp"
#include "src/text/line_scan.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// Values are as written, folded; of a field given twice, the first one.
struct mail_header {
  std::string_view content_type;
  std::string_view transfer_encoding;
  std::string_view disposition;
  std::string_view content_base;
  std::string_view content_location;
  std::string_view content_id;
  std::string_view message_id;
  std::string_view fields;     // the lines of the header
  std::size_t end = 0;         // where what follows it begins
  std::size_t first_link = 0;  // of those in mail_header_reader::links()
  std::size_t link_count = 0;
  bool is_cut = false;  // a delimiter line stands at `end`, and there is no body
};

// Looks only at lines that begin like a field that is wanted, which a vector scan finds; most fields of real
// mail (Received, DKIM-Signature) are never read.
class mail_header_reader {
 public:
  explicit mail_header_reader(header_choice links);

  // Reads the header at `from`, where a line begins. Where no field stands there the header is empty and the
  // body begins at once. "From " lines of mailboxes before a message's header are passed over. A header that
  // no empty line closes ends before the first line that is no field, or where the first delimiter line of
  // the multipart that it heads stands.
  void read(std::string_view text, std::size_t from, bool of_message, const boundary_stack& boundaries,
            std::size_t floor, mail_header& header);

  // The fields that may hold links, of all headers read since clear().
  [[nodiscard]] const std::vector<header_field>& links() const { return links_; }
  void clear() { links_.clear(); }

 private:
  std::size_t find_end(std::string_view text, std::size_t from, const boundary_stack& boundaries,
                       std::size_t floor, mail_header& header);
  void end_before(std::string_view text, std::size_t from, std::size_t end, mail_header& header);
  std::size_t note(std::string_view text, std::size_t at, mail_header& header);

  header_choice choice_;
  line_pattern wanted_;
  line_scanner scanner_ = line_scanner::choose();
  std::vector<header_field> links_;
};

// Does a line that begins there look like "Name: value" (RFC 5322 section 2.2)?
[[nodiscard]] bool is_mail_field(std::string_view text, std::size_t at);

}  // namespace urlsieve

#endif
