// Recognizes formats that urlsieve does not read, to name them in reports: archives, compression, office
// documents, images, sound, programs.
#ifndef URLSIEVE_DOCUMENTS_FOREIGN_FORMATS_HPP
#define URLSIEVE_DOCUMENTS_FOREIGN_FORMATS_HPP

#include <string_view>

namespace urlsieve {

struct foreign_file {
  std::string_view words;      // for example "RAR archive"; empty: not recognized
  std::string_view converter;  // advice on a program that converts the file; empty: none known
};

// Returns the format of an input that begins with `head`. `name` is the input's name; it only chooses among
// Outlook and Word files.
[[nodiscard]] foreign_file foreign_format(std::string_view head, std::string_view name);

// Returns true if `head` begins a document of an office suite (a zip archive of XML files).
[[nodiscard]] bool is_office_document(std::string_view head);

}  // namespace urlsieve

#endif
