// Splits files of folded lines: calendars (.ics, RFC 5545), cards (.vcf, RFC 6350), directory entries (.ldif,
// RFC 2849). A line that begins with a blank continues the previous line, even inside a URL.
#ifndef URLSIEVE_DOCUMENTS_FOLDED_FILE_HPP
#define URLSIEVE_DOCUMENTS_FOLDED_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/documents/input_head.hpp"
#include "src/documents/splitter.hpp"
#include "src/text/arena.hpp"

namespace urlsieve {

struct input_options;

enum class folded_form : std::uint8_t { content_lines, ldif };

// slice::media_type of the windows of an LDIF file.
inline constexpr std::string_view ldif_type = "text/ldif";

// Returns true for the media types of LDIF.
[[nodiscard]] bool is_ldif_type(std::string_view type);

// Returns the joined lines of an LDIF file with decoded base64 values ("attribute:: BASE64"; RFC 2849),
// stored in `out` and followed by decoding_slack bytes; returns `text` itself if there are none. Values that
// are not text or not base64 stay as they are.
[[nodiscard]] std::string_view decoded_ldif_values(std::string_view text, arena& out);

// Returns true for a file that begins with "BEGIN:VCALENDAR" or "BEGIN:VCARD".
[[nodiscard]] bool begins_content_lines_file(const input_head& head);

// Returns true for a file that begins, behind comments, with "version: 1" or "dn:" (RFC 2849).
[[nodiscard]] bool begins_ldif(const input_head& head);

// Delivers windows of media::text as stored, never cut before a fold. Their media type names the form; the
// opener of the slice joins the lines.
class folded_file_splitter final : public splitter {
 public:
  folded_file_splitter(folded_form form, const input_options& options);

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) override;

 private:
  std::string_view type_;
  std::size_t window_;
  std::size_t longest_;  // largest window if no cut is possible
  bool has_emitted_ = false;
};

// Joins folded lines of a body and decodes their values: calendars and cards, by the type or the first line,
// and LDIF, by the type. The lines are stored in `scratch`.
void unfold_text(std::string_view content_type, document& text, arena& scratch);

}  // namespace urlsieve

#endif
