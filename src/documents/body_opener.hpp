// Delivers the body of a response, or of a record without an HTTP header: as one document, or as the messages
// or parts in the body.
#ifndef URLSIEVE_DOCUMENTS_BODY_OPENER_HPP
#define URLSIEVE_DOCUMENTS_BODY_OPENER_HPP

#include <cstddef>
#include <string_view>
#include <vector>

#include "src/documents/document_sink.hpp"
#include "src/documents/http/body_reader.hpp"
#include "src/documents/media_type.hpp"
#include "src/documents/multipart_body.hpp"
#include "src/documents/opener.hpp"
#include "src/documents/splitter.hpp"
#include "src/text/arena.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

struct input_options;

// Returns the limits of a body_reader whose bodies a body_opener delivers.
[[nodiscard]] body_reader::limits limits_of_bodies(const input_options& options, script_bodies scripts);

// Holds scratch memory; one object per thread.
class body_opener {
 public:
  // `messages` opens the messages in bodies. Requires: `messages` outlives the opener.
  body_opener(const input_options& options, script_bodies scripts, opener& messages);

  // Delivers `opened`, whose body has this form. Folded lines of a calendar, a card or an LDIF file are
  // joined. Documents in a message have the base of `opened`, unless they have a base of their own.
  void open(document& opened, std::string_view content_type, const body_form& form, document_sink& sink,
            stats& counted);

 private:
  void open_messages(const document& whole, messages_in_body kind, document_sink& sink, stats& counted);

  multipart_body_reader multiparts_;
  opener* messages_;
  std::size_t max_document_;
  std::vector<slice> slices_;  // of a mailbox
  arena scratch_;
};

}  // namespace urlsieve

#endif
