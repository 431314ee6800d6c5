// Opens a mail or news message: delivers its parts as documents in UTF-8 or ASCII-compatible bytes, and the
// references in its headers.
//
// slice > mime_walk (structure) > mime_leaf (each part decoded) > documents
//                               > mail_links (header fields)    > references
#ifndef URLSIEVE_DOCUMENTS_MAIL_MESSAGE_HPP
#define URLSIEVE_DOCUMENTS_MAIL_MESSAGE_HPP

#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "src/documents/message/mail_bases.hpp"
#include "src/documents/message/mail_receiver.hpp"
#include "src/documents/message/mail_words.hpp"
#include "src/documents/message/mime_leaf.hpp"
#include "src/documents/message/mime_walk.hpp"
#include "src/documents/splitter.hpp"
#include "src/text/arena.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/mail_options.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

struct url_options;

// Holds scratch memory; one object per thread.
class mail_reader final : private mime_part_visitor {
 public:
  // `undeclared`: the charset of text that declares none; if unknown, text is searched as it is.
  mail_reader(const mail_options& options, const url_options& urls, const encoding& undeclared = {});

  // Calls give(const document&) for each part that is read, and give_references(const document& context,
  // std::span<const reference>) for each header with references, in message order. Counts damage of
  // structure, encodings and charsets at the offset of the message, and parts that are not read as skipped
  // ("part:image/png"). The base of a document is an absolute URL (url-syntax-05 section 5.1.2) or empty. Its
  // `where` or `where_prefix` is set, and its offset is the offset of the message. Views are valid until the
  // callback returns.
  template <class Give, class GiveReferences>
  void read(const slice& message, std::string_view input_name, stats& counted, Give&& give,
            GiveReferences&& give_references) {
    struct : mail_receiver {
      void add_document(const document& opened) override { (*give)(opened); }
      void add_references(const document& context, std::span<const reference> found) override {
        (*give_references)(context, found);
      }
      std::remove_reference_t<Give>* give;
      std::remove_reference_t<GiveReferences>* give_references;
    } receiver;
    receiver.give = &give;
    receiver.give_references = &give_references;
    read(message, input_name, counted, static_cast<mail_receiver&>(receiver));
  }

  // Overload for receivers that also read attached files.
  void read(const slice& message, std::string_view input_name, stats& counted, mail_receiver& receiver);

  // Returns the part of the message that `reference` names (RFC 2557), or is_part == false. Valid only while
  // a document of the message is being delivered. `base` is the base URL of the reference; null if the
  // message gives none. `navigates`: the reference is a link for the reader, not a resource shown with the
  // page.
  [[nodiscard]] internal_target find_internal(std::string_view reference, const base_url* base,
                                              bool navigates) {
    return bases_.find(reference, base, place_, navigates);
  }

 private:
  void visit(std::span<const mime_part> parts) override;
  document context_of(const mime_part& part) const;
  void read_header(const mime_part& part);
  void read_links(const header_field& field);
  void read_every_field(const mime_part& part, document& context);
  void find_external_body(const mime_part& part);

  header_choice headers_;
  mail_bases bases_;
  mime_walker walker_;
  mime_leaf_reader leaves_;
  mail_word_decoder words_;
  mail_parameter_reader parameters_;
  arena strings_;  // strings of one header
  std::vector<reference> references_;
  std::string external_url_;

  // The current message.
  const slice* message_ = nullptr;
  std::string_view input_name_;
  stats* counted_ = nullptr;
  mail_receiver* receiver_ = nullptr;
  part_place place_;  // of the current part
};

}  // namespace urlsieve

#endif
