// The functions of libarchive, which is loaded when the first archive needs it.
#ifndef URLSIEVE_INPUT_ARCHIVES_ARCHIVE_LIBRARY_HPP
#define URLSIEVE_INPUT_ARCHIVES_ARCHIVE_LIBRARY_HPP

#include <archive.h>
#include <archive_entry.h>

#include "src/text/lazy_library.hpp"

namespace urlsieve {

struct archive_library {
  // Loads libarchive at the first call. Throws std::runtime_error if libarchive is not installed.
  // Thread-safe.
  [[nodiscard]] static const archive_library& get();

  lazy_library library;
  URLSIEVE_LATE_FUNCTION(library, archive_read_new);
  URLSIEVE_LATE_FUNCTION(library, archive_read_free);
  URLSIEVE_LATE_FUNCTION(library, archive_read_support_format_tar);
  URLSIEVE_LATE_FUNCTION(library, archive_read_support_format_zip_seekable);
  URLSIEVE_LATE_FUNCTION(library, archive_read_support_format_zip_streamable);
  URLSIEVE_LATE_FUNCTION(library, archive_read_support_format_7zip);
  URLSIEVE_LATE_FUNCTION(library, archive_read_support_format_raw);
  URLSIEVE_LATE_FUNCTION(library, archive_read_support_filter_lz4);
  URLSIEVE_LATE_FUNCTION(library, archive_read_support_filter_compress);
  URLSIEVE_LATE_FUNCTION(library, archive_read_set_seek_callback);
  URLSIEVE_LATE_FUNCTION(library, archive_read_set_skip_callback);
  URLSIEVE_LATE_FUNCTION(library, archive_read_set_format_option);
  URLSIEVE_LATE_FUNCTION(library, archive_read_set_read_callback);
  URLSIEVE_LATE_FUNCTION(library, archive_read_set_callback_data);
  URLSIEVE_LATE_FUNCTION(library, archive_read_open1);
  URLSIEVE_LATE_FUNCTION(library, archive_read_next_header);
  URLSIEVE_LATE_FUNCTION(library, archive_read_data_block);
  URLSIEVE_LATE_FUNCTION(library, archive_read_header_position);
  URLSIEVE_LATE_FUNCTION(library, archive_filter_code);
  URLSIEVE_LATE_FUNCTION(library, archive_format_name);
  URLSIEVE_LATE_FUNCTION(library, archive_filter_bytes);
  URLSIEVE_LATE_FUNCTION(library, archive_error_string);
  URLSIEVE_LATE_FUNCTION(library, archive_entry_pathname);
  URLSIEVE_LATE_FUNCTION(library, archive_entry_is_encrypted);
  URLSIEVE_LATE_FUNCTION(library, archive_entry_hardlink);
  URLSIEVE_LATE_FUNCTION(library, archive_entry_filetype);
  URLSIEVE_LATE_FUNCTION(library, archive_entry_size);

 private:
  archive_library();
};

}  // namespace urlsieve

#endif
