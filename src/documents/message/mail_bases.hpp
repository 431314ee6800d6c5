// Bases that the headers of a message and of its parts give (url-syntax-05 section 5.1.2), and references
// from one part to another (RFC 2557).
#ifndef URLSIEVE_DOCUMENTS_MAIL_BASES_HPP
#define URLSIEVE_DOCUMENTS_MAIL_BASES_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/documents/document_sink.hpp"
#include "src/documents/message/mail_header.hpp"
#include "src/documents/message/mail_words.hpp"
#include "src/text/arena.hpp"
#include "src/url/base.hpp"
#include "src/url/canonical.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// Where an entity stands in its message.
struct part_place {
  std::uint32_t related = 0;  // the multipart/related that it is a part of, the outermost one; 0: none
  std::uint32_t number = 0;
};

// Holds scratch memory; one a thread.
class mail_bases {
 public:
  explicit mail_bases(const url_options& options);

  // A new message begins; what was made before is gone.
  void clear(std::string_view message_id);

  // The base for what is inside an entity: its Content-Base, else its Content-Location, resolved against
  // `outer`, the base of what encloses it; else that base itself. Empty where none of them is absolute. The
  // Content-ID and Content-Location of a part at `place` name it; those of a multipart (null) name nothing.
  std::string_view enter(const mail_header& header, const part_place* place, std::string_view outer);

  // Does `reference`, as it was written in the part at `from`, name another part of the message? `base` may
  // be null: there is none. All "cid:" URLs do, as they are of no use elsewhere (RFC 2392 section 2), and
  // "mid:" URLs of the message itself; so do the locations of other parts of the same multipart/related (RFC
  // 2557 section 8), but not to a link to http or https that a reader would follow (`navigates`): a header
  // must not hide it. The view lives until the next call.
  internal_target find(std::string_view reference, const base_url* base, part_place from, bool navigates) {
    const char first = reference.empty() ? ' ' : static_cast<char>(reference.front() | 0x20);
    const bool may_name_part = first == 'c' || first == 'm' || (from.related != 0 && !locations_.empty());
    return may_name_part ? find_named(reference, base, from, navigates) : internal_target{};
  }

 private:
  struct named_part {
    std::string_view name;
    std::string_view location;
    part_place place;  // of two with one name the first one counts
    friend bool operator<(const named_part& a, const named_part& b) {
      if (a.place.related != b.place.related) return a.place.related < b.place.related;
      return a.name != b.name ? a.name < b.name : a.place.number < b.place.number;
    }
  };
  internal_target find_named(std::string_view reference, const base_url* base, part_place from,
                             bool navigates);
  internal_target find_id(std::string_view id);
  internal_target find_location(std::string_view name, part_place from);
  void sort();
  std::string_view resolved(std::string_view value, std::string_view outer);
  std::string_view canonical(std::string_view url);
  std::string_view clean(std::string_view value);

  url_options options_;
  canonicalizer canonicalizer_;
  arena kept_;     // as long as the message
  arena scratch_;  // as long as a question
  mail_word_decoder words_;
  base_url outer_;
  base_url unnamed_;  // "thismessage:/" (RFC 2557 section 5)
  std::string_view message_id_;
  std::vector<named_part> ids_;
  std::vector<named_part> locations_;
  bool sorted_ = true;
  std::string id_;
};

}  // namespace urlsieve

#endif
