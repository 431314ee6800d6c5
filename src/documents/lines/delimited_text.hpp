// Comma-separated values (RFC 4180) and their relatives: records of fields between `,`, `;`, TAB or `|`.
//
// A field is a text of its own, so a URL ends where its field ends. Fields in double quotes may hold
// delimiters, line ends and doubled quotes.
#ifndef URLSIEVE_DOCUMENTS_DELIMITED_TEXT_HPP
#define URLSIEVE_DOCUMENTS_DELIMITED_TEXT_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/documents/input_head.hpp"
#include "src/documents/lines/table_columns.hpp"
#include "src/documents/splitter.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// Returns the form of a text that begins with `head`: the delimiter that cuts all of its records into the
// same number of fields, at least 2. `whole`: nothing follows, so the last record is complete. Returns no
// delimiter if there is none, or if the head holds fewer than `fewest` records that are not blank.
[[nodiscard]] field_form find_field_form(std::string_view head, bool whole, std::size_t fewest);

// Returns true if at least 4 records have the same number of fields and are not all URLs alone, which may
// hold delimiters. One record is enough if the name says so (.csv, .tsv, .tab, .psv).
[[nodiscard]] bool begins_delimited(const input_head& head);

// Copies `text`, which holds whole records, to `out` byte by byte, with a separator control (U+001E) in place
// of each delimiter, each quote around a field, and each end of a record. A record with another number of
// fields stays as it is, because the text around it may be no table. Requires: `out` has room for text.size()
// bytes.
void separate_fields(std::string_view text, const field_form& form, char* out);

// Receives where a record with another number of fields begins, and how many it has.
using other_record = std::function<void(std::size_t at, std::size_t fields)>;

// Does the same, but copies only the columns of `is_read`, which has an element for each column. Every other
// byte becomes a separator. Records with another number of fields are given to `take_other` and not copied.
void separate_columns(std::string_view text, const field_form& form, const std::vector<bool>& is_read,
                      char* out, const other_record& take_other);

// Gives windows of media::text with `slice::fields` set, cut between records.
class delimited_splitter final : public splitter {
 public:
  explicit delimited_splitter(const input_options& options)
      : max_document_(options.max_document), asked_columns_(options.columns) {}

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) override;
  std::size_t split_at_pause(std::string_view bytes, std::uint64_t offset, std::vector<slice>& out) override;

 private:
  void emit(std::string_view records, std::uint64_t offset, std::vector<slice>& out);

  std::size_t max_document_;
  std::vector<std::string> asked_columns_;
  std::shared_ptr<const table_columns> columns_;
  bool known_ = false;
  bool begun_ = false;
  field_form form_;
};

}  // namespace urlsieve

#endif
