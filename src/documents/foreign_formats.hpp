// Formats that are recognised so that they can be named, and not read: archives of other kinds, compression
// of other kinds, office documents, pictures, sound, programs.
#ifndef URLSIEVE_DOCUMENTS_FOREIGN_FORMATS_HPP
#define URLSIEVE_DOCUMENTS_FOREIGN_FORMATS_HPP

#include <string_view>

namespace urlsieve {

struct foreign_file {
  std::string_view words;      // what it is: "RAR archive"; empty: none of these
  std::string_view converter;  // what makes something of it that is read, where programs do; else empty
};

// What an input that begins with `head` is. Its name only decides between words.
[[nodiscard]] foreign_file foreign_format(std::string_view head, std::string_view name);

// Whether an input that begins so is a document of an office suite, which is a zip archive inside.
[[nodiscard]] bool is_office_document(std::string_view head);

}  // namespace urlsieve

#endif
