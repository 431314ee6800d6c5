// Delimited text: slices join to the whole input. Field separation changes only delimiters, quotes and line
// ends, and does not depend on the slices. Bytes of unselected columns become separators; bytes of selected
// columns stay the same.
#include "src/documents/lines/delimited_text.hpp"

#include <string>
#include <vector>

#include "tests/fuzz/fuzz_target.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve::fuzz::delimited_text_target {
namespace {

std::string separated(std::string_view text, const field_form& form) {
  std::string out(text.size(), '\0');
  separate_fields(text, form, out.data());
  return out;
}

void check_columns(std::string_view bytes, const field_form& form, const std::string& whole) {
  stats counted;
  const std::vector<std::string> asked{"1", "a", "link"};
  const table_columns columns = read_table_columns(bytes, form, asked, counted);
  require(columns.names.size() == form.count && columns.is_read.size() == form.count && columns.is_read[0]);
  std::string chosen(bytes.size(), '\0');
  std::size_t irregular = 0;
  separate_columns(bytes, form, columns.is_read, chosen.data(), [&](std::size_t at, std::size_t fields) {
    require(at < bytes.size() && fields != form.count);
    ++irregular;
  });
  column_cursor cursor;
  cursor.begin(bytes, form);
  std::size_t outside = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t column = cursor.column_at(i);
    require(column == npos || column < form.count);
    const bool is_read = column != npos && columns.is_read[column];
    require(chosen[i] == (is_read ? whole[i] : '\x1E'));
    if (column == npos) ++outside;
  }
  require(irregular <= outside);
}

}  // namespace

extern const std::size_t longest_input = 4'000;

void run(fuzz_input& given) {
  input_options options;
  options.max_document = 16U + given.byte();
  const std::string_view bytes = given.rest();
  const field_form form = find_declared_form(bytes, true);
  if (form.delimiter == '\0') return;
  require(form.count > 1);
  const std::string whole = separated(bytes, form);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    require(whole[i] == bytes[i] ||
            (whole[i] == '\x1E' && (bytes[i] == form.delimiter || bytes[i] == '"' || bytes[i] == '\n')));
  check_columns(bytes, form, whole);
  delimited_splitter splitter(options);
  stats counted;
  std::vector<slice> slices;
  require(splitter.split(bytes, 0, true, "fuzz", slices, counted).consumed == bytes.size());
  std::string joined;
  std::string joined_fields;
  for (const slice& part : slices) {
    require(part.fields.delimiter == form.delimiter && part.offset == joined.size());
    joined += part.bytes;
    joined_fields += separated(part.bytes, part.fields);
  }
  require(joined == bytes);
  require(joined_fields == whole);
}

}  // namespace urlsieve::fuzz::delimited_text_target
