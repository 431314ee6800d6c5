// Reads a zip archive in memory by its directory with libarchive.
#ifndef URLSIEVE_TESTS_INPUT_ZIP_BY_LIBRARY_HPP
#define URLSIEVE_TESTS_INPUT_ZIP_BY_LIBRARY_HPP

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "src/input/archives/archive_library.hpp"

namespace urlsieve::testing {

struct zip_listing {
  struct entry {
    std::string path;
    unsigned type = 0;
    std::string bytes;
    std::string fault;     // fault of the content
    bool goes_on = false;  // libarchive can continue
  };
  std::vector<entry> entries;
  std::string fault;  // fault that ended the archive
};

class zip_by_library {
 public:
  static zip_listing list(std::string_view bytes) {
    zip_by_library self(bytes);
    const locale_t utf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    const locale_t before = ::uselocale(utf8);
    zip_listing all = self.list();
    ::uselocale(before);
    ::freelocale(utf8);
    return all;
  }

 private:
  static constexpr std::size_t block = std::size_t{256} << 10;

  explicit zip_by_library(std::string_view bytes) : bytes_(bytes) {}

  static la_ssize_t read(::archive*, void* data, const void** out) {
    auto& self = *static_cast<zip_by_library*>(data);
    const std::string_view given = self.bytes_.substr(self.at_, block);
    self.at_ += given.size();
    *out = given.data();
    return static_cast<la_ssize_t>(given.size());
  }
  static la_int64_t skip(::archive*, void* data, la_int64_t bytes) {
    auto& self = *static_cast<zip_by_library*>(data);
    const auto passed =
        std::clamp<la_int64_t>(bytes, 0, static_cast<la_int64_t>(self.bytes_.size() - self.at_));
    self.at_ += static_cast<std::size_t>(passed);
    return passed;
  }
  static la_int64_t seek(::archive*, void* data, la_int64_t to, int from) {
    auto& self = *static_cast<zip_by_library*>(data);
    const auto size = static_cast<la_int64_t>(self.bytes_.size());
    const la_int64_t origin = from == SEEK_SET   ? 0
                              : from == SEEK_END ? size
                                                 : static_cast<la_int64_t>(self.at_);
    if (to < -origin || to > size - origin) return ARCHIVE_FATAL;
    self.at_ = static_cast<std::size_t>(origin + to);
    return origin + to;
  }

  // Some messages of libarchive 3.7 end with a line feed.
  std::string words(::archive* reader) const {
    const char* const report = with_.archive_error_string(reader);
    std::string message = report == nullptr ? "?" : report;
    while (message.ends_with('\n')) message.pop_back();
    return message;
  }

  zip_listing list() {
    zip_listing all;
    ::archive* const reader = with_.archive_read_new();
    with_.archive_read_support_format_zip_seekable(reader);
    with_.archive_read_set_read_callback(reader, read);
    with_.archive_read_set_seek_callback(reader, seek);
    with_.archive_read_set_skip_callback(reader, skip);
    with_.archive_read_set_callback_data(reader, this);
    with_.archive_read_open1(reader);
    ::archive_entry* entry = nullptr;
    while (all.fault.empty()) {
      const int status = with_.archive_read_next_header(reader, &entry);
      if (status == ARCHIVE_EOF) break;
      if (status < ARCHIVE_WARN) {
        all.fault = words(reader);
        break;
      }
      zip_listing::entry& listed = all.entries.emplace_back();
      const char* const path = with_.archive_entry_pathname(entry);
      listed.path = path == nullptr ? "" : path;
      listed.type = with_.archive_entry_filetype(entry);
      listed.fault = content(reader, listed.bytes, listed.goes_on);
    }
    with_.archive_read_free(reader);
    return all;
  }

  // Returns a warning about any part of the content.
  std::string content(::archive* reader, std::string& into, bool& goes_on) const {
    std::string warned;
    while (true) {
      const void* data = nullptr;
      std::size_t size = 0;
      la_int64_t offset = 0;
      const int status = with_.archive_read_data_block(reader, &data, &size, &offset);
      goes_on = status == ARCHIVE_EOF;
      if (goes_on) return warned.substr(0, warned.find('\n'));
      if (status < ARCHIVE_WARN) return words(reader);
      if (status == ARCHIVE_WARN) warned = words(reader);
      into.append(static_cast<const char*>(data), size);
    }
  }

  const archive_library& with_ = archive_library::get();
  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace urlsieve::testing

#endif
