#include "src/pipeline/places/place_rows.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "src/input/byte_source.hpp"
#include "src/input/lists/index_line.hpp"
#include "src/input/lists/list_source.hpp"
#include "src/input/lists/output_folder.hpp"
#include "src/input/offset_mark.hpp"
#include "src/pipeline/places/parquet_places.hpp"
#include "src/rows/row_columns.hpp"
#include "src/rows/typed_row.hpp"
#include "src/shards/dataset_file.hpp"
#include "src/shards/durable_file.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/row_decoder.hpp"
#include "src/shards/row_layout.hpp"
#include "src/shards/shard_reader.hpp"
#include "src/text/system_error.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/password.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t table_block = std::size_t{256} << 10U;

tl::unexpected<error> interrupted_reading() {
  return tl::unexpected(error{error_code::interrupted, "interrupted"});
}

bool should_stop(const place_reading& how) {
  return how.remote.stop != nullptr && *how.remote.stop;
}

tl::unexpected<error> unreadable_table(const std::string& name, const stats& counted) {
  return tl::unexpected(
      error{error_code::cannot_read, without_password(name) + ": " + counted.examples.front().detail});
}

// Reads the rows of `list`. `file`: the source of the stored bytes, if the offsets of rows may be offsets in
// a file; may be null.
result<void> read_list(const std::string& name, opened_list list, byte_source* file, stats counted,
                       const place_reading& how, const consumer_ref<place_row>& take) {
  std::vector<offset_mark> marks;
  bool is_plain = file != nullptr;
  byte_source* const source = list.rest.get();
  place_table table(without_password(name), how.fields);
  std::string bytes = std::move(list.front);
  std::size_t held = bytes.size();
  std::uint64_t at = 0;
  bool is_last = false;
  while (!is_last) {
    if (should_stop(how)) return interrupted_reading();
    bytes.resize(held + table_block + place_table::padding);
    const std::size_t got = source->read(std::span(bytes).subspan(held, table_block), counted);
    is_last = got == 0;
    // A pause of a live table is no end of the table.
    const std::string_view rows = std::string_view(bytes).substr(0, held + got);
    if (file != nullptr) file->take_marks(marks);
    is_plain = is_plain && std::all_of(marks.begin(), marks.end(), [](const offset_mark& mark) {
                 return mark.exact && mark.plain == mark.stored;
               });
    marks.clear();
    // Neither decompressed nor converted from UTF-16.
    const bool is_stored = is_plain && counted.bytes == at + rows.size();
    const result<std::size_t> done = table.add(rows, at, is_last, [&](place_row row) {
      row.is_stored = is_stored;
      return take(row);
    });
    if (!done) return tl::unexpected(done.error());
    held = rows.size() - *done;
    at += *done;
    bytes.erase(0, *done);
  }
  if (const int exhaustion = source->exhaustion(); exhaustion != 0)
    return tl::unexpected(
        system_error(error_code::out_of_memory, "read", without_password(name), exhaustion));
  if (counted.total_damage() != 0) return unreadable_table(name, counted);
  if (should_stop(how)) return interrupted_reading();
  return {};
}

result<void> read_table(const std::string& name, const place_reading& how,
                        const consumer_ref<place_row>& take) {
  stats counted;
  read_ahead ahead;
  ahead.runs = 0;
  ahead.remote = how.remote.access;
  std::unique_ptr<byte_source> stored = byte_source::open(name, counted, how.remote.stop, ahead);
  if (!stored) return unreadable_table(name, counted);
  byte_source* const file = stored.get();
  return read_list(name, {{}, as_list(std::move(stored))}, file, std::move(counted), how, take);
}

std::optional<std::size_t> find_place_column(const manifest& of, std::string_view wanted) {
  const std::vector<row_column> columns = row_columns(of);
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const row_column& column) { return column.word == wanted; });
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

// The rows of an output directory.
class shard_places {
 public:
  shard_places(const std::string& directory, const manifest& of, const place_reading& how)
      : directory_(directory), of_(of), how_(how), layout_(of), decoder_(of) {}

  [[nodiscard]] result<void> begin() {
    for (std::size_t i = 0; i < indexes_.size(); ++i) {
      const std::string_view wanted = place_column_sets.front()[i];
      const std::optional<std::size_t> found = find_place_column(of_, wanted);
      if (!found)
        return tl::unexpected(error{error_code::usage, without_password(directory_) + " has no column " +
                                                           std::string(wanted) +
                                                           ": extract with output_options::fields "
                                                           "url,input,record-offset,record-length"});
      indexes_[i] = *found;
    }
    return {};
  }

  [[nodiscard]] result<void> read(const shard_summary& shard, const consumer_ref<place_row>& take) {
    constexpr std::uint64_t rows_per_check = 1U << 14U;
    result<shard_reader> rows = shard_reader::open(directory_, shard, of_, layout_, how_.memory, how_.remote);
    if (!rows) return tl::unexpected(std::move(rows.error()));
    while (rows->next()) {
      if ((rows->lines() & (rows_per_check - 1)) == 0 && should_stop(how_)) return interrupted_reading();
      place_row row;
      if (rows->is_typed())
        row.place = place_in(rows->values());
      else if (decoder_.decode(rows->row(), decoded_))
        row.place = place_in(decoded_.values());
      else
        return tl::unexpected(
            error{error_code::cannot_read, rows->path() + " has a row that contradicts its manifest"});
      if (!take(row)) return {};
    }
    return rows->check();
  }

 private:
  [[nodiscard]] std::optional<record_place> place_in(std::span<const row_value> values) const {
    const row_value& input = values[indexes_[0]];
    const row_value& offset = values[indexes_[1]];
    const row_value& length = values[indexes_[2]];
    if (offset.kind() != row_value::form::number || length.kind() != row_value::form::number ||
        input.text().empty())
      return std::nullopt;
    return record_place{input.text(), offset.number(), length.number()};
  }

  const std::string& directory_;
  const manifest& of_;
  const place_reading& how_;
  row_layout layout_;
  row_decoder decoder_;
  typed_row decoded_;
  std::array<std::size_t, 3> indexes_{};
};

// `only`: the name of a shard; empty: all shards.
result<void> read_directory(const std::string& directory, std::string_view only, const place_reading& how,
                            const consumer_ref<place_row>& take) {
  const result<manifest> of = open_manifest(directory, how.mark, how.remote);
  if (!of) return tl::unexpected(of.error());
  shard_places places(directory, *of, how);
  if (result<void> begun = places.begin(); !begun) return begun;
  for (const shard_summary& shard : of->shards) {
    if (!only.empty() && shard.name != only) continue;
    if (result<void> read = places.read(shard, take); !read) return read;
  }
  return {};
}

// Returns the output directory that lists the local file `name` as a shard; empty: none.
std::string directory_of_shard(const std::string& name) {
  const std::size_t begin = part_name_begin(name);
  const std::string parent = begin == 0 ? "." : begin == 1 ? "/" : name.substr(0, begin - 1);
  std::error_code failed;
  if (!fs::exists(fs::path(parent) / "manifest.json", failed)) return {};
  const result<stored_manifest> stored = load_manifest(parent);
  if (!stored) return {};
  const std::vector<shard_summary>& shards = stored->read.shards;
  const std::string_view file = std::string_view(name).substr(begin);
  const bool is_listed = std::any_of(shards.begin(), shards.end(),
                                     [&](const shard_summary& shard) { return shard.name == file; });
  return is_listed ? parent : std::string();
}

// Returns true if the URL `name` is an output directory.
result<bool> is_remote_directory(const std::string& name, const place_reading& how) {
  const result<std::optional<std::string>> found =
      read_dataset_file(dataset_path(name, "manifest.json"), how.remote);
  if (!found) {
    if (found.error().code == error_code::interrupted) return tl::unexpected(found.error());
    return false;
  }
  return found->has_value();
}

}  // namespace

std::string directory_of_rows(const std::string& name) {
  if (name == "-" || is_remote_name(name)) return {};
  std::error_code failed;
  return fs::is_directory(name, failed) ? name : directory_of_shard(name);
}

bool has_typed_places(const std::string& name) {
  const std::string directory = directory_of_rows(name);
  if (directory.empty()) return !is_remote_name(name) && name != "-" && is_parquet_file(name);
  const result<stored_manifest> stored = load_manifest(directory);
  if (!stored) return false;
  const place_columns& wanted = place_column_sets.front();
  return directory == name || std::all_of(wanted.begin(), wanted.end(), [&](std::string_view column) {
           return find_place_column(stored->read, column).has_value();
         });
}

result<void> read_places(const std::string& name, opened_list list, const place_reading& how,
                         const consumer_ref<place_row>& take) {
  return read_list(name, std::move(list), nullptr, {}, how, take);
}

result<void> read_places(const std::string& name, const place_reading& how,
                         const consumer_ref<place_row>& take) {
  if (name == "-") return read_table(name, how, take);
  if (is_remote_name(name)) {
    const result<bool> is_directory = is_remote_directory(name, how);
    if (!is_directory) return tl::unexpected(is_directory.error());
    return *is_directory ? read_directory(name, {}, how, take) : read_table(name, how, take);
  }
  std::error_code failed;
  const fs::file_status about = fs::status(name, failed);
  if (about.type() == fs::file_type::not_found)
    return tl::unexpected(error{error_code::no_such_input, name + " does not exist"});
  if (about.type() == fs::file_type::none)
    return tl::unexpected(system_error(error_code::cannot_read, "read", name, failed.value()));
  if (about.type() == fs::file_type::directory) return read_directory(name, {}, how, take);
  if (const std::string directory = directory_of_shard(name); !directory.empty())
    return read_directory(directory, std::string_view(name).substr(part_name_begin(name)), how, take);
  if (is_parquet_file(name)) return read_parquet_places(name, how, take);
  return read_table(name, how, take);
}

}  // namespace urlsieve
