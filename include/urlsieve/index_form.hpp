// The forms of an index of captures.
#ifndef URLSIEVE_INDEX_FORM_HPP
#define URLSIEVE_INDEX_FORM_HPP

#include <cstdint>

#include "urlsieve/enum_table.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

enum class index_form : std::uint8_t {
  cdxj,
  parquet  // the columns of cc-index-table, without its partition columns
};
template <>
inline constexpr auto words_for<index_form> =
    enum_table<index_form>({{index_form::cdxj, "cdxj"}, {index_form::parquet, "parquet"}});

}  // namespace urlsieve

#endif
