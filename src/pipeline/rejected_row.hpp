// A row of the file of rejected references: reason, raw form, source, where, offset.
#ifndef URLSIEVE_PIPELINE_REJECTED_ROW_HPP
#define URLSIEVE_PIPELINE_REJECTED_ROW_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include "src/rows/text_writer.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/output_choices.hpp"

namespace urlsieve {

struct rejected_row {
  rejection reason;
  std::string_view raw;
  std::string_view source;
  std::string_view where;
  std::uint64_t offset;

  // Returns the writer of the rows in `form`.
  [[nodiscard]] static text_writer writer(row_form form);

  // Appends the row with its LF. Requires: `writer` is a result of writer().
  void append_to(std::string& out, const text_writer& writer) const;
};

}  // namespace urlsieve

#endif
