// Delimited text: the windows of the splitter join to the whole, wherever it pauses, and separating their
// fields changes delimiters, quotes and line ends alone, the same in windows as in one piece.
#include "src/documents/lines/delimited_text.hpp"

#include <string>
#include <vector>

#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz {
namespace {

std::string separated(std::string_view text, const field_form& form) {
  std::string out(text.size(), '\0');
  separate_fields(text, form, out.data());
  return out;
}

}  // namespace

const std::size_t longest_input = 4'000;

void run(fuzz_input& given) {
  input_options options;
  options.max_document = 16U + given.byte();
  const std::string_view bytes = given.rest();
  const field_form form = find_field_form(bytes, true, 1);
  if (form.delimiter == '\0') return;
  require(form.count > 1);
  const std::string whole = separated(bytes, form);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    require(whole[i] == bytes[i] ||
            (whole[i] == '\x1E' && (bytes[i] == form.delimiter || bytes[i] == '"' || bytes[i] == '\n')));
  delimited_splitter splitter(options);
  stats counted;
  std::vector<slice> slices;
  require(splitter.split(bytes, 0, true, "fuzz", slices, counted).consumed == bytes.size());
  std::string joined;
  std::string joined_fields;
  for (const slice& one : slices) {
    require(one.fields.delimiter == form.delimiter && one.offset == joined.size());
    joined += one.bytes;
    joined_fields += separated(one.bytes, one.fields);
  }
  require(joined == bytes);
  require(joined_fields == whole);
}

}  // namespace urlsieve::fuzz
