// Prepares the body of a part for a finder: decodes the transfer encoding, joins soft line breaks, and
// decodes charsets that cannot be searched. A body that cannot be decoded is searched as it is.
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

// Returns the prefix of `where` for references in a part: "html:", "xml:", or empty for other types. The
// prefix distinguishes references in mail from references in a standalone page.
[[nodiscard]] std::string_view prefix_of(media type);

// Returns true if only the option for attachments may read a part of this type: text, archives and others.
[[nodiscard]] bool is_attachment_type(std::string_view type);

// Holds scratch memory; one object per thread.
class mime_leaf_reader {
 public:
  // `attachments`: read application parts that are text, by their type or, for generic types, by their
  // content. Files of such types are offered to the receiver first. `undeclared`: the charset of text that
  // declares none; if unknown, text is searched as it is.
  mime_leaf_reader(bool attachments, const encoding& undeclared)
      : attachments_(attachments), undeclared_(undeclared) {}

  // Delivers the documents of a leaf, stray part or file. `context` has all attributes of the documents but
  // body, type, charset and `where`. Parts that are not read are counted as skipped.
  void read(const mime_part& part, line_stuffing stuffing, const document& context, stats& counted,
            mail_receiver& receiver);

 private:
  struct charset_answer {
    std::string label;
    encoding mail;         // the encoding of this label in mail
    bool in_html = false;  // the HTML standard has the same encoding for the label
  };

  // The media type as which a part is searched.
  struct part_media {
    media type = media::text;
    bool content_lines = false;  // a calendar or card
    bool table = false;          // delimited values, by the declared type
    bool by_content = false;     // the declared type is invalid, so the bytes decide
    bool is_file = false;        // an attachment that is read like an input, if its bytes can be

    friend bool operator==(const part_media&, const part_media&) = default;
  };

  // The text attributes in Content-Type.
  struct text_form {
    std::string_view charset;
    bool content_lines = false;
    bool table = false;   // delimited values, by type or name
    bool flowed = false;  // RFC 3676
    bool del_sp = false;
  };

  text_form form_of(const mail_header& header, part_media kind);
  static part_media media_of_text(std::string_view subtype);
  std::optional<part_media> media_of_part(const mime_part& part, std::string_view type) const;
  std::optional<part_media> media_of_file(const mail_header& header, std::string_view bytes);
  void read_file(const mime_part& part, std::string_view type, const document& context, stats& counted,
                 mail_receiver& receiver);
  std::string_view name_of(const mail_header& header);
  bool is_named_table(const mail_header& header);
  const charset_answer& charset_named(std::string_view label);
  void emit(document& opened, std::string_view bytes, const text_form& form, stats& counted,
            mail_receiver& receiver);
  void emit_untyped(const document& context, std::string_view bytes, const text_form& form, stats& counted,
                    mail_receiver& receiver);
  void emit_text(document& opened, std::string_view bytes, const text_form& form, stats& counted,
                 mail_receiver& receiver);
  void emit_between_files(document& opened, std::string_view text, stats& counted, mail_receiver& receiver);
  std::string_view decoded_text(const document& opened, std::string_view bytes, std::string_view label,
                                stats& counted);

  bool attachments_;
  encoding undeclared_;
  mail_parameter_reader parameters_;
  charset_decoder charsets_;
  arena decoded_;  // strings of one part
  std::array<charset_answer, 16> known_charsets_;
  std::size_t next_known_ = 0;
};

}  // namespace urlsieve

#endif
