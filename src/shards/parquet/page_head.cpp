#include "src/shards/parquet/page_head.hpp"

#include "src/shards/parquet/compact_reader.hpp"

namespace urlsieve::parquet {

std::optional<page_head> read_page_head(std::string_view bytes) {
  page_head head;
  compact_reader from(bytes);
  const auto read_data_head = [&](int field) {
    if (field == 1) head.values = from.size();
    if (field == 2) head.how = from.size();
    if (field == 3) head.level_how = from.size();
    return field <= 3;
  };
  const auto read_dictionary_head = [&](int field) {
    if (field == 1) head.values = from.size();
    if (field == 2) head.how = from.size();
    return field <= 2;
  };
  const auto read_second_head = [&](int field) {
    if (field == 1) head.values = from.size();
    if (field == 4) head.how = from.size();
    if (field == 5) head.definition_bytes = from.size();
    if (field == 6) head.repetition_bytes = from.size();
    return field == 1 || (field >= 4 && field <= 6);
  };
  from.fields([&](int field) {
    switch (field) {
      case 1:
        head.kind = from.size();
        return true;
      case 2:
        head.plain = from.size();
        return true;
      case 3:
        head.stored = from.size();
        return true;
      case 5:
        from.structure(read_data_head);
        return true;
      case 7:
        from.structure(read_dictionary_head);
        return true;
      case 8:
        from.structure(read_second_head);
        return true;
      default:
        return false;
    }
  });
  if (from.failed()) return std::nullopt;
  head.size = bytes.size() - from.rest().size();
  return head;
}

}  // namespace urlsieve::parquet
