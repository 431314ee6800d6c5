// Who is told what a message holds, in its order.
#ifndef URLSIEVE_DOCUMENTS_MAIL_RECEIVER_HPP
#define URLSIEVE_DOCUMENTS_MAIL_RECEIVER_HPP

#include <span>

#include "urlsieve/document.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {

// Views live until the call returns.
class mail_receiver {
 public:
  virtual ~mail_receiver() = default;
  virtual void add_document(const document& opened) = 0;
  // References in a header; `context` is the header's message or part, without a body.
  virtual void add_references(const document& context, std::span<const reference> found) = 0;
};

}  // namespace urlsieve

#endif
