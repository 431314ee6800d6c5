// Receives the documents, references and redirects that an opener finds in a slice, in the order of the
// slice.
#ifndef URLSIEVE_DOCUMENTS_DOCUMENT_SINK_HPP
#define URLSIEVE_DOCUMENTS_DOCUMENT_SINK_HPP

#include <cstdint>
#include <span>
#include <string_view>

#include "src/documents/source_head.hpp"
#include "src/url/normalize/base.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {

// The part of the same message that a reference names.
struct internal_target {
  bool is_part = false;
  std::string_view location;  // absolute URL of the part; empty if the part has none
};

// The parts of one message, which may refer to each other (RFC 2557).
class related_parts {
 public:
  virtual ~related_parts() = default;
  // Returns the part that `reference` names, or is_part == false. Valid only during add_part(), for the part
  // being delivered. `base` is the base URL of the reference; null if the message gives none. `navigates`:
  // the reference is a link for the reader (a@href), not a resource shown with the page.
  virtual internal_target find_internal(std::string_view reference, const base_url* base, bool navigates) = 0;
};

// The evidence that one URL replaces another.
enum class redirect_kind : std::uint8_t {
  moved,     // a permanent redirect (RFC 9110 sections 15.4.2 and 15.4.9)
  canonical  // a rel=canonical Link header; a canonical link in the document just delivered has precedence
};

// All views passed to a sink are valid until the call returns.
class document_sink {
 public:
  virtual ~document_sink() = default;

  // Returns true if the sink must be asked, by is_chosen(), before an opener reads a document.
  [[nodiscard]] virtual bool chooses_documents() const { return false; }

  // Returns true if the document with this head is to be read; counts the verdict. A message is a document
  // as a whole, whatever parts it has.
  [[nodiscard]] virtual bool is_chosen(const source_head& head) {
    static_cast<void>(head);
    return true;
  }

  // Accepts a document that has a URL, before its body is delivered; also a response whose body is not read.
  // Ignores the body of `visited`, because add_document() delivers the body.
  virtual void add_visit(const document& visited) { static_cast<void>(visited); }

  // Accepts a document to search.
  virtual void add_document(const document& opened) = 0;

  // Accepts a document that is a part of a message; `others` are the parts of the message.
  virtual void add_part(const document& opened, related_parts& others) = 0;

  // Accepts references from a header or from metadata. `context` is the document that the header or the
  // metadata describes, without a body. The references resolve against `context.page_base` if that is set,
  // else against `context.base`.
  virtual void add_references(const document& context, std::span<const reference> found) = 0;

  // Accepts a file attached to a message: `context` is the part, without a body. Returns false if the file is
  // no container of files or messages; the caller then delivers it as a document.
  virtual bool add_file(const document& context, std::string_view name, std::string_view bytes) {
    static_cast<void>(context);
    static_cast<void>(name);
    static_cast<void>(bytes);
    return false;
  }

  // Accepts a redirect. `from` is an absolute URL or empty; `to` is the target as written, which resolves
  // against `from`.
  virtual void add_redirect(std::string_view from, std::string_view to, redirect_kind kind) = 0;
};

}  // namespace urlsieve

#endif
