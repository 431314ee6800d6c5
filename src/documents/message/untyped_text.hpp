// Text of mail that declares no type: the bytes decide whether it is a page. Eudora removes the boundaries of
// multiparts from stored messages, and marks their pages: "<x-html>...</x-html>".
#ifndef URLSIEVE_DOCUMENTS_UNTYPED_TEXT_HPP
#define URLSIEVE_DOCUMENTS_UNTYPED_TEXT_HPP

#include <string_view>

#include "urlsieve/document.hpp"

namespace urlsieve {

struct untyped_piece {
  std::string_view bytes;
  media type = media::text;  // or html
};

// Returns true if `text` begins as a page, or with a page of Eudora.
[[nodiscard]] bool begins_untyped_page(std::string_view text);

// Removes and returns the first piece of `rest`: all of a page, a page of Eudora, or the text before it.
[[nodiscard]] untyped_piece take_untyped_piece(std::string_view& rest);

}  // namespace urlsieve

#endif
