// An extracted URL with its context, as delivered to a consumer.
#ifndef URLSIEVE_SIEVED_URL_HPP
#define URLSIEVE_SIEVED_URL_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include "urlsieve/consumer_ref.hpp"
#include "urlsieve/provenance.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

// The views, also those that members return, are valid during the call of the consumer. Each component
// function parses the URL; for several components, call components() once. Any thread may call the functions.
struct sieved_url {
  std::string_view url;      // normalized to url_options::ladder; for an edge: both ends, separated by a TAB
  std::string_view raw;      // as written
  std::string_view source;   // the document
  std::string_view where;    // "text", "a@href", "header:List-Archive" ...
  std::uint64_t offset = 0;  // byte offset in the decompressed input: of the reference in plain text, of the
                             // document otherwise
  std::uint16_t flags = 0;   // of namespace flag
  delimiter delimited = delimiter::none;
  std::string_view rel;         // set with link_options::note_context
  std::string_view text;        // anchor text, set with link_options::note_context
  std::string_view message_id;  // of the enclosing message, without "<>"
  std::string_view part;        // part number in the message: "1.2" (RFC 3501 section 6.4.5)
  // Provenance; null unless output_options::fields has a column of it (is_provenance(), fields.hpp).
  const provenance* from = nullptr;
  std::string_view part_type = {};  // media type of the message part; overrides from->media_type
  std::uint64_t line = 0;           // in a text, list or JSON Lines, if field::line is requested; 0: none
  std::string_view column = {};     // table column: name in the header line, else number from 1

  [[nodiscard]] std::string_view media_type() const {
    return !part_type.empty() || from == nullptr ? part_type : from->media_type;
  }

  [[nodiscard]] url_view components() const { return url_view::of(url); }
  [[nodiscard]] std::string_view host() const { return components().host(); }
  [[nodiscard]] std::string_view path() const { return components().path(); }
  [[nodiscard]] std::string_view query() const { return components().query(); }
  // Returns the host's registrable domain by the Public Suffix List; empty if the host has none (an address,
  // a public suffix).
  [[nodiscard]] std::string_view domain() const;
  // Return the labels before the registrable domain, and the public suffix: "www" and "co.uk" of
  // "www.example.co.uk".
  [[nodiscard]] std::string_view subdomain() const;
  [[nodiscard]] std::string_view suffix() const;
  // Returns the lower-case extension of the last path segment: "gz" of "/a.tar.GZ".
  [[nodiscard]] std::string extension() const;
  // Returns the SURT of the URL: "org,archive)/x".
  [[nodiscard]] std::string surt() const;
};

// Returns the sort-friendly form (SURT, of the Internet Archive) of a normalized URL: "org,archive)/x".
// Throws std::bad_alloc.
[[nodiscard]] std::string surt_of(std::string_view url);

// Returns the registrable domain of a normalized host by the Public Suffix List, or the whole host if there
// is none. The view points into `host`.
[[nodiscard]] std::string_view registrable_domain(std::string_view host);

using url_consumer = consumer_ref<sieved_url>;

}  // namespace urlsieve

#endif
