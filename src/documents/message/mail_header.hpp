// Reads the header of a message or part (RFC 5322 section 2.2, RFC 2045 section 3). Finds the fields that
// describe the body, and the fields that may hold links. Searches for the lines that begin like a wanted
// field or that end the header, and does not visit other lines.
#ifndef URLSIEVE_DOCUMENTS_MAIL_HEADER_HPP
#define URLSIEVE_DOCUMENTS_MAIL_HEADER_HPP

#include <cstddef>
#include <string_view>
#include <vector>

#include "src/documents/header_fields.hpp"
#include "src/documents/message/mime_boundary.hpp"
#include "src/text/scan/line_scan.hpp"
#include "urlsieve/mail_options.hpp"

namespace urlsieve {

// The fields of a header, as written and folded. If a field occurs twice, the first counts.
struct mail_header {
  std::string_view content_type;
  std::string_view transfer_encoding;
  std::string_view disposition;
  std::string_view content_base;
  std::string_view content_location;
  std::string_view content_id;
  std::string_view message_id;
  std::string_view fields;     // the lines of the header
  std::size_t end = 0;         // offset behind the header
  std::size_t first_link = 0;  // index in mail_header_reader::links()
  std::size_t link_count = 0;
  bool is_cut = false;  // a delimiter line follows at `end`; there is no body
};

// Finds wanted fields with a vector scan; most bytes of real headers (Received, DKIM-Signature) are never
// read.
class mail_header_reader {
 public:
  explicit mail_header_reader(header_choice links);

  // Reads the header at the line that begins at `from` into `header`. Appends the fields that may hold links
  // to links(). `floor`: the first level of `boundaries` that belongs to `text`. Without a field at `from`,
  // the header is empty and the body begins at once. Skips "From " lines of mailboxes before the header if
  // `is_message` is true (false: a part). A header without an empty line ends before the first line that is
  // not a field. Such a header also ends at the first delimiter line of its own multipart.
  void read(std::string_view text, std::size_t from, bool is_message, const boundary_stack& boundaries,
            std::size_t floor, mail_header& header);

  // Returns the fields that may hold links, from all headers since clear().
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

// Returns true if the line at `at` looks like "Name: value" (RFC 5322 section 2.2).
[[nodiscard]] bool is_mail_field(std::string_view text, std::size_t at);

}  // namespace urlsieve

#endif
