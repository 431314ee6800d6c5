#include "src/records/place_rows.hpp"

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
#include "src/input/lists/list_source.hpp"
#include "src/input/offset_mark.hpp"
#include "src/rows/row_columns.hpp"
#include "src/rows/typed_row.hpp"
#include "src/shards/dataset_file.hpp"
#include "src/shards/durable_file.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/row_decoder.hpp"
#include "src/shards/row_layout.hpp"
#include "src/shards/shard_reader.hpp"
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
  return how.monitor != nullptr && how.monitor->stop;
}

result<void> read_table(const std::string& name, const place_reading& how,
                        const consumer_ref<place_row>& take) {
  stats counted;
  read_ahead ahead;
  ahead.runs = 0;
  ahead.remote = how.remote.access;
  std::unique_ptr<byte_source> stored =
      byte_source::open(name, counted, how.monitor == nullptr ? nullptr : &how.monitor->stop, ahead);
  const auto fail = [&] {
    const std::string& why = counted.examples.front().detail;
    return tl::unexpected(error{error_code::cannot_read, without_password(name) + ": " + why});
  };
  if (!stored) return fail();
  byte_source& file = *stored;
  std::vector<offset_mark> marks;
  bool is_plain = true;
  const std::unique_ptr<byte_source> source = as_list(std::move(stored));
  place_table table(without_password(name), how.options.fields);
  std::string bytes;
  std::size_t held = 0;
  std::uint64_t at = 0;
  bool is_last = false;
  while (!is_last) {
    if (should_stop(how)) return interrupted_reading();
    bytes.resize(held + table_block + place_table::padding);
    const std::size_t got = source->read(std::span(bytes).subspan(held, table_block), counted);
    is_last = got == 0;
    // A pause of a live table is no end of the table.
    const std::string_view rows = std::string_view(bytes).substr(0, held + got);
    file.take_marks(marks);
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
  if (counted.total_damage() != 0) return fail();
  if (should_stop(how)) return interrupted_reading();
  return {};
}

// The rows of an output directory.
class shard_places {
 public:
  shard_places(const std::string& directory, const manifest& of, const place_reading& how)
      : directory_(directory), of_(of), how_(how), layout_(of), decoder_(of) {}

  [[nodiscard]] result<void> begin() {
    const std::vector<row_column> columns = row_columns(of_);
    for (std::size_t i = 0; i < indexes_.size(); ++i) {
      const std::string_view wanted = place_column_sets.front()[i];
      const auto found = std::find_if(columns.begin(), columns.end(),
                                      [&](const row_column& column) { return column.word == wanted; });
      if (found == columns.end())
        return tl::unexpected(error{error_code::usage, without_password(directory_) + " has no column " +
                                                           std::string(wanted) +
                                                           ": extract with output_options::fields "
                                                           "url,input,record-offset,record-length"});
      indexes_[i] = static_cast<std::size_t>(found - columns.begin());
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
    if (offset.what() != row_value::form::number || length.what() != row_value::form::number ||
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
  const result<manifest> of = open_manifest(directory, how.options.mark, how.remote);
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
std::string directory_of_shard(const fs::path& name) {
  const std::string parent = name.has_parent_path() ? name.parent_path().string() : ".";
  std::error_code failed;
  if (!fs::exists(fs::path(parent) / "manifest.json", failed)) return {};
  const result<stored_manifest> stored = load_manifest(parent);
  if (!stored) return {};
  const std::vector<shard_summary>& shards = stored->read.shards;
  const std::string file = name.filename().string();
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
    return read_directory(directory, fs::path(name).filename().string(), how, take);
  return read_table(name, how, take);
}

}  // namespace urlsieve
