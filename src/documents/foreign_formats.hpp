// Formats that are recognised so that they can be named, and not read: archives of other kinds, compression
// of other kinds, office documents, pictures, sound, programs.
#ifndef URLSIEVE_DOCUMENTS_FOREIGN_FORMATS_HPP
#define URLSIEVE_DOCUMENTS_FOREIGN_FORMATS_HPP

#include <string_view>

namespace urlsieve {

// What an input that begins with `head` is, in a few words ("zip archive"); empty: none of these.
[[nodiscard]] std::string_view foreign_format(std::string_view head);

// Whether an input that begins so is a document of an office suite, which is a zip archive inside.
[[nodiscard]] bool is_office_document(std::string_view head);

}  // namespace urlsieve

#endif
