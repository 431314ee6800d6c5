#include "src/codec/cms_content.hpp"

#include <openssl/asn1.h>
#include <openssl/crypto.h>
#include <openssl/err.h>

#include <algorithm>
#include <cstddef>
#include <optional>

#include "src/text/encodings/quoted_printable.hpp"
#include "src/text/lazy_library.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

constexpr int deepest_string = 8;  // nesting limit of constructed strings

struct asn1_library {
  static const asn1_library& get() {
    static const asn1_library loaded;
    return loaded;
  }

  lazy_library library{URLSIEVE_CMS_LIBRARY};
  URLSIEVE_LATE_FUNCTION(library, OPENSSL_init_crypto);
  URLSIEVE_LATE_FUNCTION(library, ASN1_get_object);
  URLSIEVE_LATE_FUNCTION(library, ERR_clear_error);

 private:
  // Otherwise libcrypto frees its memory at exit, while worker threads may still run (transfer/digests.cpp).
  asn1_library() { OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr); }
};

struct asn1_element {
  int tag = 0;
  int of_class = 0;
  bool is_constructed = false;
  bool is_indefinite = false;  // indefinite length; `content` is then all that follows
  bool is_cut = false;         // the stated length exceeds the bytes
  std::string_view content;

  [[nodiscard]] bool is(int universal_tag) const {
    return of_class == V_ASN1_UNIVERSAL && tag == universal_tag;
  }
  [[nodiscard]] bool is_explicit() const {
    return of_class == V_ASN1_CONTEXT_SPECIFIC && tag == 0 && is_constructed;
  }
  [[nodiscard]] bool ends_indefinite() const { return is(V_ASN1_EOC) && content.empty(); }
};

// Takes elements off the front of bytes. The content of an element needs its own reader.
class asn1_reader {
 public:
  explicit asn1_reader(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] std::string_view rest() const { return rest_; }

  // Takes the next element; nullopt if there is none. An element of indefinite length is only entered: its
  // content is next.
  std::optional<asn1_element> next() {
    if (rest_.empty()) return std::nullopt;
    const auto* const begin = reinterpret_cast<const unsigned char*>(rest_.data());
    const unsigned char* at = begin;
    long length = 0;
    asn1_element found;
    const int flags = asn1_library::get().ASN1_get_object(&at, &length, &found.tag, &found.of_class,
                                                          static_cast<long>(rest_.size()));
    if (at == begin) return std::nullopt;
    found.is_constructed = (flags & V_ASN1_CONSTRUCTED) != 0;
    found.is_indefinite = (flags & 1) != 0;
    rest_.remove_prefix(static_cast<std::size_t>(at - begin));
    found.is_cut = !found.is_indefinite && static_cast<std::size_t>(length) > rest_.size();
    found.content = found.is_indefinite ? rest_ : rest_.substr(0, static_cast<std::size_t>(length));
    if (!found.is_indefinite) rest_.remove_prefix(found.content.size());
    return found;
  }

  // Skips to the end of an element that was taken. Returns false if it has no end.
  bool skip(const asn1_element& element) {
    if (!element.is_indefinite) return !element.is_cut;
    for (std::size_t open = 1; open != 0;) {
      const std::optional<asn1_element> inner = next();
      if (!inner || inner->is_cut) return false;
      if (inner->is_indefinite)
        ++open;
      else if (inner->ends_indefinite())
        --open;
    }
    return true;
  }

 private:
  std::string_view rest_;
};

cms_kind kind_named(std::string_view identifier) {
  // OIDs: 1.2.840.113549.1.7.x (PKCS #7), and 1.2.840.113549.1.9.16.1.x (S/MIME, RFC 5652 section 14).
  constexpr std::string_view pkcs7 = "\x2A\x86\x48\x86\xF7\x0D\x01\x07"sv;
  constexpr std::string_view smime = "\x2A\x86\x48\x86\xF7\x0D\x01\x09\x10\x01"sv;
  const char last = identifier.empty() ? '\0' : identifier.back();
  const std::string_view front = identifier.substr(0, identifier.size() - (identifier.empty() ? 0 : 1));
  if (front == pkcs7 && last == 2) return cms_kind::signed_data;
  if (front == pkcs7 && (last == 3 || last == 6)) return cms_kind::enveloped_data;
  if (front == smime && last == 9) return cms_kind::compressed_data;
  if (front == smime && last == 23) return cms_kind::enveloped_data;  // authenticated (RFC 5083)
  return cms_kind::other;
}

// Collects the bytes of an OCTET STRING, and joins its pieces in the arena.
class octet_collector {
 public:
  octet_collector(std::string_view structure, arena& out) : structure_(structure), out_(out) {}

  // Returns false if the string is truncated or malformed.
  bool read(asn1_reader& from, const asn1_element& string) {
    if (!string.is_constructed) {
      bytes_ = string.content;
      return !string.is_cut;
    }
    place_ = out_.reserve(structure_.size() + decoding_slack);
    const bool is_whole = add_pieces(from, string, 0);
    bytes_ = out_.commit(size_ + decoding_slack).substr(0, size_);
    return is_whole;
  }

  [[nodiscard]] std::string_view bytes() const { return bytes_; }

 private:
  bool add_pieces(asn1_reader& from, const asn1_element& string, int depth) {
    if (depth == deepest_string) return false;
    asn1_reader of_known_size(string.content);
    asn1_reader& pieces = string.is_indefinite ? from : of_known_size;
    while (std::optional<asn1_element> piece = pieces.next()) {
      if (string.is_indefinite && piece->ends_indefinite()) return true;
      if (!piece->is(V_ASN1_OCTET_STRING)) return false;
      if (piece->is_constructed) {
        if (!add_pieces(pieces, *piece, depth + 1)) return false;
        continue;
      }
      size_ += piece->content.copy(place_ + size_, piece->content.size());
      if (piece->is_cut) return false;
    }
    return !string.is_indefinite && !string.is_cut && pieces.rest().empty();
  }

  std::string_view structure_;
  arena& out_;
  char* place_ = nullptr;
  std::size_t size_ = 0;
  std::string_view bytes_;
};

// Follows the path of the structure to its content (RFC 5652 sections 3, 5.1 and 5.2; RFC 3274 section 1.1).
class cms_reader {
 public:
  explicit cms_reader(std::string_view structure) : structure_(structure), inside_(structure) {}

  cms_content read(arena& out) {
    cms_content found;
    if (!enter(V_ASN1_SEQUENCE)) return found;
    const std::optional<asn1_element> type = inside_.next();
    if (!type || !type->is(V_ASN1_OBJECT) || type->is_constructed) return found;
    found.kind = kind_named(type->content);
    found.damaged = type->is_cut;
    if (found.kind != cms_kind::signed_data && found.kind != cms_kind::compressed_data) return found;
    // Version; digest algorithms, or the compression algorithm.
    found.damaged = !(enter_explicit() && enter(V_ASN1_SEQUENCE) && skip_one() && skip_one() &&
                      enter(V_ASN1_SEQUENCE) && skip_one());
    if (!found.damaged) found.damaged = !read_content(found, out);
    found.damaged = found.damaged || is_cut_;
    return found;
  }

 private:
  bool enter_if(const std::optional<asn1_element>& element, bool is_expected) {
    if (!element || !is_expected) return false;
    is_cut_ = is_cut_ || element->is_cut;
    is_open_ = element->is_indefinite;
    inside_ = asn1_reader(element->content);
    return true;
  }
  bool enter(int tag) {
    const std::optional<asn1_element> element = inside_.next();
    return enter_if(element, element && element->is(tag) && element->is_constructed);
  }
  bool enter_explicit() {
    const std::optional<asn1_element> element = inside_.next();
    return enter_if(element, element && element->is_explicit());
  }
  bool skip_one() {
    const std::optional<asn1_element> element = inside_.next();
    return element && inside_.skip(*element);
  }

  bool read_content(cms_content& found, arena& out) {
    const std::optional<asn1_element> wrapped = inside_.next();
    if (!wrapped)
      return !is_cut_ && !is_open_ && inside_.rest().empty();  // a detached signature, or only certificates
    if (wrapped->ends_indefinite()) return true;
    if (!enter_if(wrapped, wrapped->is_explicit())) return false;
    const std::optional<asn1_element> string = inside_.next();
    if (!string || !string->is(V_ASN1_OCTET_STRING)) return false;
    octet_collector octets(structure_, out);
    const bool is_whole = octets.read(inside_, *string);
    found.has_content = true;
    found.bytes = octets.bytes();
    return is_whole;
  }

  std::string_view structure_;
  asn1_reader inside_;
  bool is_cut_ = false;
  bool is_open_ = false;  // the element entered last has an indefinite length
};

}  // namespace

cms_content read_cms(std::string_view structure, arena& out) {
  const cms_content found = cms_reader(structure).read(out);
  asn1_library::get().ERR_clear_error();
  return found;
}

}  // namespace urlsieve
