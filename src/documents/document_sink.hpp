// Who is told what an opener finds in a slice, in its order.
#ifndef URLSIEVE_DOCUMENTS_DOCUMENT_SINK_HPP
#define URLSIEVE_DOCUMENTS_DOCUMENT_SINK_HPP

#include <cstdint>
#include <span>
#include <string_view>

#include "src/url/base.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {

// What a reference names inside its message.
struct internal_target {
  bool is_part = false;
  std::string_view location;  // of that part, an absolute URL; empty: it has none
};

// The parts of one message, which may name each other (RFC 2557).
class related_parts {
 public:
  virtual ~related_parts() = default;
  // Does `reference`, in the part that is being given, name another one? `base` is what it is to be resolved
  // against; null: nothing that the message says. `navigates`: it is a link that a reader follows, not one to
  // what is shown with the page.
  virtual internal_target find_internal(std::string_view reference, const base_url* base, bool navigates) = 0;
};

// What says that a URL is to be replaced by another one.
enum class redirect_kind : std::uint8_t {
  moved,     // a permanent redirect (RFC 9110 sections 15.4.2 and 15.4.9)
  canonical  // a rel=canonical link of the header; what the document just given says itself goes before it
};

// Views live until the call returns.
class document_sink {
 public:
  virtual ~document_sink() = default;

  // A document to be searched.
  virtual void add_document(const document& opened) = 0;

  // The same, as a part of a message.
  virtual void add_part(const document& opened, related_parts& others) = 0;

  // References that a header or metadata hold. `context` is where they stand, without a body; they are
  // resolved against its base, or its page_base where that is told.
  virtual void add_references(const document& context, std::span<const reference> found) = 0;

  // A file that is attached to a message: `context` is the part, without a body. Returns false if the file
  // holds no other files or messages, and is to be given as a document.
  virtual bool add_file(const document& context, std::string_view name, std::string_view bytes) {
    static_cast<void>(context);
    static_cast<void>(name);
    static_cast<void>(bytes);
    return false;
  }

  // `from` is one absolute URL or empty; `to` stands as it was written.
  virtual void add_redirect(std::string_view from, std::string_view to, redirect_kind kind) = 0;
};

}  // namespace urlsieve

#endif
