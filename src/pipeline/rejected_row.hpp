// A row of the file of rejected references: reason, raw form, source, where, offset.
#ifndef URLSIEVE_PIPELINE_REJECTED_ROW_HPP
#define URLSIEVE_PIPELINE_REJECTED_ROW_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve {

struct rejected_row {
  rejection reason;
  std::string_view raw;
  std::string_view source;
  std::string_view where;
  std::uint64_t offset;

  // Appends the row with its LF: as a JSON object, or tab-separated with blanks for TAB, CR and LF inside
  // values.
  void append_to(std::string& out, bool json) const;
};

}  // namespace urlsieve

#endif
