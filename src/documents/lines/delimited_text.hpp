// Splits delimited tables: comma-separated values (RFC 4180), and fields separated by `;`, TAB or `|`.
//
// Each field is a separate text, so a URL ends with its field. Fields in double quotes may contain
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

namespace urlsieve {

struct input_options;

// Returns the form of a table that begins with `head`: the delimiter that gives all records the same number
// of fields, at least 2. A first line such as "sep=;" (Excel) names the delimiter; the form is then that of
// the record behind the line. `whole`: the input ends with the head, so the last record is complete. Returns
// no delimiter if none fits, or if the head has fewer than `fewest` non-blank records.
[[nodiscard]] field_form find_field_form(std::string_view head, bool whole, std::size_t fewest);

// Returns find_field_form() with a single record. If the records differ, returns the number of fields that
// more than half of the nonblank records have, at least two records. For inputs that a name or a media type
// declares to be tables.
[[nodiscard]] field_form find_declared_form(std::string_view head, bool whole);

// Returns true if `name` ends in .csv, .tsv, .tab or .psv.
[[nodiscard]] bool has_name_of_table(const stripped_name& name);

// Returns true if all records, at least 4, have the same number of fields. Returns false if each line is a
// URL, which may contain delimiters, and if are_delimiters_of_text(), unless input_options::columns are
// requested. If has_name_of_table(head.stripped) is true, find_declared_form() decides.
[[nodiscard]] bool begins_delimited(const input_head& head);

// Copies whole records to `out`, with field_form::separator in place of each delimiter, each quote
// around a field, and each record end. A record with another number of fields is copied unchanged, because
// the record may not belong to a table. Requires: `text` begins at a record; `out` has capacity for
// text.size() bytes.
void separate_fields(std::string_view text, const field_form& form, char* out);

// Receives the offset in the text, and the number of fields, of a record that does not fit the table.
using other_record = std::function<void(std::size_t at, std::size_t fields)>;

// Like separate_fields(), but copies only the columns marked in `is_read`, which has one element per column;
// all other bytes become separators. Passes nonblank records with another number of fields to `take_other`
// and does not copy them.
void separate_columns(std::string_view text, const field_form& form, const std::vector<bool>& is_read,
                      char* out, const other_record& take_other);

// Delivers windows of media::text with `slice::fields` set, cut between records.
class delimited_splitter final : public splitter {
 public:
  explicit delimited_splitter(const input_options& options);

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) override;
  std::size_t split_at_pause(std::string_view bytes, std::uint64_t offset, std::vector<slice>& out) override;
  // The form and the names of the columns hold for the rows behind a gap.
  [[nodiscard]] bool spans_gaps() const override { return known_; }

 private:
  void emit(std::string_view records, std::uint64_t offset, std::vector<slice>& out);

  std::size_t max_document_;
  std::vector<std::string> asked_columns_;
  std::shared_ptr<const table_columns> columns_;
  bool known_ = false;
  bool has_emitted_ = false;
  field_form form_;
};

}  // namespace urlsieve

#endif
