// Walks the structure of a message (RFC 2045, RFC 2046) in one pass over the delimiter lines. Descends
// through multiparts and nested messages to the leaf parts. Decodes only messages that were encoded whole,
// and S/MIME (RFC 8551), whose signed and compressed parts are opened.
#ifndef URLSIEVE_DOCUMENTS_MIME_WALK_HPP
#define URLSIEVE_DOCUMENTS_MIME_WALK_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/content_encoding.hpp"
#include "src/codec/transfer_encoding.hpp"
#include "src/documents/message/mail_bases.hpp"
#include "src/documents/message/mail_header.hpp"
#include "src/documents/message/mail_parameters.hpp"
#include "src/documents/message/mime_boundary.hpp"
#include "src/text/arena.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

struct mime_part {
  enum class kind : std::uint8_t {
    header,    // a header of a message or part, in mail_header::fields
    leaf,      // a body that is neither multipart nor message
    stray,     // a body whose structure is unreadable: searched undecoded
    file,      // decoded bytes of undeclared type, found in S/MIME
    sealed,    // S/MIME that cannot be opened, described by `note`; no body
    fault,     // damage of the following part, described by `why` and `note`; no body
    preamble,  // text before the parts of a multipart, if not only white space; its header is empty
    epilogue   // text behind the parts of a multipart (RFC 2046 section 5.1.1); its header is empty
  };
  kind role = kind::leaf;
  damage why = damage::count_;  // of a stray or fault
  std::string_view note = {};   // the defect of a stray or fault, or the type of a sealed part; static
  mail_header header;
  std::string_view body;  // as transferred
  std::string_view base;  // base URL of the content, absolute; empty: none
  std::string_view path;  // "1.2" (RFC 3501 section 6.4.5); for a message header, the path of the message
  part_place place;
};

// Receives the parts of a message when all are known, because a reference may name a later part.
class mime_part_visitor {
 public:
  virtual ~mime_part_visitor() = default;
  // Accepts parts in message order. Views are valid until the walk ends. Only the parts of one call are
  // certain to know the locations of one another.
  virtual void visit(std::span<const mime_part> parts) = 0;
};

// Holds scratch memory; one object per thread.
class mime_walker {
 public:
  // Nesting of multiparts and messages; a deeper part is a stray with damage::too_deep.
  static constexpr std::size_t max_depth = 64;
  static constexpr std::size_t max_smime = 4;     // nesting of S/MIME parts
  static constexpr std::size_t max_parts = 1024;  // parts per call of visit()

  // `links`: header_choice::all passes every header to the visitor, otherwise only headers with links.
  // `attachments`: a file of generic type is parsed as a message if its content is one.
  mime_walker(header_choice links, bool attachments, mail_bases& bases);

  // Passes the headers and parts of `message` to `visitor` in message order.
  void walk(std::string_view message, mime_part_visitor& visitor);

  // Returns the Message-ID without "<>"; valid from the first visit() on.
  [[nodiscard]] std::string_view message_id() const { return message_id_; }
  [[nodiscard]] const std::vector<header_field>& link_fields() const { return headers_.links(); }

 private:
  struct frame {
    std::size_t boundary = 0;  // index in boundaries_
    bool is_message = false;   // false: a multipart
    bool is_digest = false;    // parts are messages unless they declare a type
    std::uint32_t children = 0;
    std::size_t path_size = 0;  // length of path_ for the content
    std::string_view base;
    std::uint32_t related = 0;  // part_place::related for the content
  };
  enum class pending : std::uint8_t {
    nothing,
    preamble,
    leaf,
    stray,
    encoded_message,
    file,
    smime,
    epilogue
  };

  void walk_inside(std::string_view text);
  std::size_t open_entity(std::string_view text, std::size_t at, bool of_message);
  bool open_multipart(std::string_view text, std::size_t at, std::string_view type, bool of_message);
  std::string_view boundary_in(std::string_view text, std::size_t at, std::string_view declared);
  void open_message();
  void close_pending(std::string_view text, std::size_t end, const boundary_line* delimiter);
  void close_preamble(std::string_view body, const boundary_line* delimiter);
  void close_message(std::string_view body);
  void close_file(std::string_view body);
  [[nodiscard]] bool is_smime(std::string_view type);
  void close_smime(std::string_view body);
  std::string_view expanded(std::string_view packed);
  void note_fault(damage why, std::string_view note);
  void close_frames_inside(const boundary_line& delimiter);
  void number(bool of_message);
  void add_part(mime_part::kind role, std::string_view body, std::string_view path,
                std::string_view note = {});
  void flush();

  header_choice choice_;
  bool attachments_;
  mail_bases& bases_;
  mail_header_reader headers_;
  boundary_stack boundaries_;
  mail_parameter_reader parameters_;
  arena strings_;
  arena opened_;                               // decoded messages and S/MIME content
  std::unique_ptr<content_decoder> unpacker_;  // null until a part is compressed
  std::size_t smime_depth_ = 0;
  std::size_t expanded_ = 0;  // bytes decompressed from parts of the message

  mime_part_visitor* visitor_ = nullptr;
  std::vector<frame> frames_;
  std::vector<mime_part> parts_;
  std::size_t boundary_floor_ = 0;  // first level that belongs to the current text
  std::string path_;
  std::string_view message_id_;
  std::uint32_t related_count_ = 0;
  std::uint32_t place_count_ = 0;

  // The entity that was opened and not yet closed.
  pending pending_ = pending::nothing;
  damage pending_damage_ = damage::count_;
  std::size_t pending_begin_ = 0;
  mail_header header_;
  std::string_view base_;
  part_place place_;
};

}  // namespace urlsieve

#endif
