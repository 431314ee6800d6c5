// The base URLs that headers of a message and its parts declare (url-syntax-05 section 5.1.2), and references
// between parts (RFC 2557).
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
#include "src/url/normalize/base.hpp"
#include "src/url/normalize/canonical.hpp"

namespace urlsieve {

struct url_options;

// The position of an entity in its message.
struct part_place {
  std::uint32_t related = 0;  // number of the outermost multipart/related around the entity; 0: none
  std::uint32_t number = 0;
};

// Holds scratch memory; one object per thread.
class mail_bases {
 public:
  explicit mail_bases(const url_options& options);

  // Begins a new message and frees all earlier results. `message_id`: without "<>"; must outlive the message.
  void clear(std::string_view message_id);

  // Returns the base URL for the content of an entity: its Content-Base, else its Content-Location, else
  // `outer`. Both are resolved against `outer`, the base of the enclosing entity. Returns an empty view if
  // none is absolute. Registers Content-ID and Content-Location as names of the part at `place`; null for a
  // multipart, whose names do not count. The result is valid until clear(). Requires: the views of `header`,
  // and `outer`, are valid until clear().
  std::string_view enter(const mail_header& header, const part_place* place, std::string_view outer);

  // Returns the part that `reference`, as written in the part at `referrer`, names, or is_part == false.
  // `base` may be null.
  //
  // All "cid:" URLs name parts, because they have no other use (RFC 2392 section 2), as do "mid:" URLs of
  // this message. The location of another part of the same multipart/related names that part (RFC 2557
  // section 8). Links to http or https that a reader follows (`navigates`) do not, because a header must not
  // hide a link. The view is valid until the next call.
  internal_target find(std::string_view reference, const base_url* base, part_place referrer,
                       bool navigates) {
    const char first = reference.empty() ? ' ' : static_cast<char>(reference.front() | 0x20);
    const bool may_name_part = first == 'c' || first == 'm' || (referrer.related != 0 && !locations_.empty());
    return may_name_part ? find_named(reference, base, referrer, navigates) : internal_target{};
  }

 private:
  struct named_part {
    std::string_view name;
    std::string_view location;
    part_place place;  // among parts of one name, the first counts
    friend bool operator<(const named_part& a, const named_part& b) {
      if (a.place.related != b.place.related) return a.place.related < b.place.related;
      return a.name != b.name ? a.name < b.name : a.place.number < b.place.number;
    }
  };
  internal_target find_named(std::string_view reference, const base_url* base, part_place referrer,
                             bool navigates);
  internal_target find_id(std::string_view id);
  internal_target find_location(std::string_view name, part_place referrer);
  void sort();
  std::string_view resolved(std::string_view value, std::string_view outer);
  std::string_view canonical(std::string_view url);
  std::string_view clean(std::string_view value);

  canonicalizer canonicalizer_;
  arena strings_;  // freed with the message
  arena scratch_;  // freed with each find()
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
