// The body of one part made ready for a finder: its transfer encoding undone, and its soft line breaks, in a
// charset that can be searched. A body that cannot be decoded is searched as it stands.
#ifndef URLSIEVE_DOCUMENTS_MIME_LEAF_HPP
#define URLSIEVE_DOCUMENTS_MIME_LEAF_HPP

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/codec/charset.hpp"
#include "src/documents/message/mail_parameters.hpp"
#include "src/documents/message/mail_receiver.hpp"
#include "src/documents/message/mime_walk.hpp"
#include "src/documents/splitter.hpp"
#include "src/text/arena.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// What goes before the places of references in a part, so that they are told from those of a page by itself.
[[nodiscard]] std::string_view prefix_of(media type);

// Holds scratch memory; one a thread.
class mime_leaf_reader {
 public:
  // `attachments`: read application parts that are text, by their type or, if it says nothing, by their
  // content. Files of such types are offered to the receiver first.
  // `undeclared`: the charset of text that declares none; unknown: it is searched as it stands.
  mime_leaf_reader(bool attachments, const encoding& undeclared)
      : attachments_(attachments), undeclared_(undeclared) {}

  // Gives the documents of a leaf or stray part. `context` has all of them but body, type, charset and
  // `where`. What is not read is counted as passed over.
  void read(const mime_part& part, line_stuffing stuffing, const document& context, stats& counted,
            mail_receiver& receiver);

 private:
  struct charset_answer {
    std::string label;
    encoding mail;         // as mail has it
    bool in_html = false;  // the HTML standard knows it as the same
  };

  // What a part is searched as.
  struct part_media {
    media type = media::text;
    bool content_lines = false;  // a calendar or card
  };

  // What Content-Type says of a text.
  struct text_form {
    std::string_view charset;
    bool content_lines = false;
    bool flowed = false;  // RFC 3676
    bool del_sp = false;
  };

  text_form form_of(const mail_header& header, part_media kind);
  std::optional<part_media> media_of_part(const mime_part& part, std::string_view type) const;
  std::optional<part_media> media_of_file(const mail_header& header, std::string_view bytes);
  void read_file(const mime_part& part, std::string_view type, const document& context, stats& counted,
                 mail_receiver& receiver);
  std::string_view name_of(const mail_header& header);
  const charset_answer& charset_named(std::string_view label);
  std::string_view without_stuffing(std::string_view text, line_stuffing stuffing);
  void emit(document& opened, std::string_view bytes, const text_form& form, stats& counted,
            mail_receiver& receiver);
  void emit_text(document& opened, std::string_view bytes, const text_form& form, stats& counted,
                 mail_receiver& receiver);
  void emit_between_files(document& opened, std::string_view text, mail_receiver& receiver);
  std::string_view decoded_text(const document& opened, std::string_view bytes, std::string_view label,
                                stats& counted);

  bool attachments_;
  encoding undeclared_;
  mail_parameter_reader parameters_;
  charset_decoder charsets_;
  arena decoded_;  // of one part
  std::array<charset_answer, 16> known_charsets_;
  std::size_t next_known_ = 0;
};

}  // namespace urlsieve

#endif
