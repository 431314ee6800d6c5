// The structure of a message (RFC 2045, RFC 2046): multiparts and messages inside messages down to the parts
// that hold something, in one pass over its delimiter lines. Nothing is decoded but messages that were
// encoded whole, and S/MIME (RFC 8551), of which signed and compressed parts are opened.
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
    header,    // of a message or part, in mail_header::fields
    leaf,      // a body that is no multipart and no message
    stray,     // the body of what could not be taken apart: to be searched as it stands
    file,      // decoded bytes of no told type, as S/MIME may hold in place of an entity
    sealed,    // S/MIME that is not opened, by `note`; there is no body
    fault,     // damage of the part that comes next, by `why` and `note`; there is no body
    preamble,  // what stands before the parts of a multipart, if it is more than white space; nobody reads it
    epilogue   // and what stands behind them (RFC 2046 section 5.1.1)
  };
  kind what = kind::leaf;
  damage why = damage::count_;  // of a stray or fault
  std::string_view note = {};   // of these, what is wrong; of sealed, the type; lives as long as the program
  mail_header header;
  std::string_view body;  // as transferred
  std::string_view base;
  std::string_view path;  // "1.2" (RFC 3501 section 6.4.5); of a message's header, that of the message
  part_place place;
};

// Who is told the parts of a message, once all of them are known: a reference may name a part that comes
// later.
class mime_part_visitor {
 public:
  virtual ~mime_part_visitor() = default;
  // Views live until the walk ends. Only parts of one call know each other's locations for sure.
  virtual void visit(std::span<const mime_part> parts) = 0;
};

// Holds scratch memory; one a thread.
class mime_walker {
 public:
  static constexpr std::size_t max_depth = 64;    // of multiparts and messages inside one another
  static constexpr std::size_t max_smime = 4;     // of S/MIME parts inside one another
  static constexpr std::size_t max_parts = 1024;  // that are held before they are handed over

  // header_choice::all: every header is handed over, else those with links. `attachments`: what is a message
  // by its content is taken apart, though it is attached as a file of no type.
  mime_walker(header_choice links, bool attachments, mail_bases& bases);

  // Hands over the headers and parts of `message` in their order. REQUIRES: bases were cleared.
  void walk(std::string_view message, mime_part_visitor& visitor);

  // Of the message, without "<>"; to be asked from visit() on.
  [[nodiscard]] std::string_view message_id() const { return message_id_; }
  [[nodiscard]] const std::vector<header_field>& link_fields() const { return headers_.links(); }

 private:
  struct frame {
    std::size_t boundary = 0;  // in boundaries_
    bool is_message = false;   // else a multipart
    bool is_digest = false;    // whose parts are messages unless they say otherwise
    std::uint32_t children = 0;
    std::size_t path_size = 0;  // of path_, for what is inside
    std::string_view base;
    std::uint32_t related = 0;  // part_place::related of what is inside
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
  std::string_view boundary_in(std::string_view text, std::size_t at, std::string_view told);
  void open_message();
  void close_pending(std::string_view text, std::size_t end, const boundary_line* delimiter);
  void close_preamble(std::string_view body, const boundary_line* delimiter);
  void close_message(std::string_view body);
  void close_file(std::string_view body);
  [[nodiscard]] bool is_smime(std::string_view type);
  void close_smime(std::string_view body);
  std::string_view expanded(std::string_view packed);
  void note_fault(damage why, std::string_view note);
  void leave_until(const boundary_line& delimiter);
  void number(bool of_message);
  void hand_over(mime_part::kind what, std::string_view body, std::string_view path,
                 std::string_view note = {});
  void flush();

  header_choice choice_;
  bool attachments_;
  mail_bases& bases_;
  mail_header_reader headers_;
  boundary_stack boundaries_;
  mail_parameter_reader parameters_;
  arena strings_;
  arena opened_;                               // messages that were encoded, and what S/MIME held
  std::unique_ptr<content_decoder> unpacker_;  // null until a part is compressed
  std::size_t smime_depth_ = 0;
  std::size_t expanded_ = 0;  // bytes of the message that compressed parts gave

  mime_part_visitor* visitor_ = nullptr;
  std::vector<frame> frames_;
  std::vector<mime_part> parts_;
  std::size_t boundary_floor_ = 0;  // of the text at hand
  std::string path_;
  std::string_view message_id_;
  std::uint32_t related_count_ = 0;
  std::uint32_t place_count_ = 0;

  // What was opened and not yet closed.
  pending pending_ = pending::nothing;
  damage pending_damage_ = damage::count_;
  std::size_t pending_begin_ = 0;
  mail_header header_;
  std::string_view base_;
  part_place place_;
};

}  // namespace urlsieve

#endif
