// Receives the contents of a message in message order.
#ifndef URLSIEVE_DOCUMENTS_MAIL_RECEIVER_HPP
#define URLSIEVE_DOCUMENTS_MAIL_RECEIVER_HPP

#include <span>
#include <string_view>

#include "urlsieve/document.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {

// All views passed to a receiver are valid until the call returns.
class mail_receiver {
 public:
  virtual ~mail_receiver() = default;
  // Accepts a document: a part of the message.
  virtual void add_document(const document& opened) = 0;
  // Accepts references in a header; `context` is the message or part of the header, without a body.
  virtual void add_references(const document& context, std::span<const reference> found) = 0;
  // Accepts an attached file: see document_sink::add_file().
  virtual bool add_file(const document& context, std::string_view name, std::string_view bytes) {
    static_cast<void>(context);
    static_cast<void>(name);
    static_cast<void>(bytes);
    return false;
  }
};

}  // namespace urlsieve

#endif
