// The interface of a finder, which reads a document and returns its references in document order.
//
// A finder is an object with options and scratch memory, used by one thread at a time:
//
//     void find(const document&, findings&, stats&);
//
// find() appends to `findings`; the caller clears `findings`. It never throws because of the content of a
// document, counts rejected references in `stats::rejected`, and takes time linear in the size of the
// document. If the caller sets findings::batch_consumer, find() delivers references in batches, so a huge
// document does not hold all its references in memory. All views in `findings` point into the document, into
// findings::decoded, or to literals. The views are valid until clear(), and while the body of the document
// lives.
#ifndef URLSIEVE_REFERENCES_FINDER_HPP
#define URLSIEVE_REFERENCES_FINDER_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "src/codec/charset.hpp"
#include "src/text/arena.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// The context of a link in markup; filled only with link_options::note_context.
struct link_context {
  std::string_view rel;   // decoded attribute `rel` of the element of the link
  std::string_view text;  // decoded content of an <a>, white space collapsed (anchor_text.hpp)
};

// A rejected reference: looks like a reference, but the finder rejected the text.
struct rejected_reference {
  rejection why;
  reference found;
  std::size_t before;  // number of references before the rejected reference
};

// A change of base, effective from the reference with the number `before`. With `href` (as written), a nested
// base begins; without `href`, the innermost base ends.
struct base_change {
  std::size_t before;
  std::optional<std::string_view> href;
};

// The references of a document, and facts about the document. The caller sets note_refused, batch_consumer
// and batch_size.
struct findings {
  std::vector<reference> references;
  std::vector<base_change> base_changes;  // sorted by `before`; at most deepest_base levels of nesting
  static constexpr std::size_t deepest_base = 64;
  bool note_refused = false;                // set by the caller to fill `refused`
  std::vector<rejected_reference> refused;  // empty unless note_refused
  std::vector<link_context> contexts;       // of the first references; later references have no context
  std::vector<std::uint64_t> counts;        // of the first references; every later reference counts 1
  // The base declared in the document, as written, to be resolved against document::base. In HTML, the first
  // <base href>, which also applies to earlier references (url-syntax-05 section 5.1.1).
  std::optional<std::string_view> embedded_base;
  // The first <link rel=canonical href>, as written; filled only with link_options::note_canonical.
  std::optional<std::string_view> canonical;
  // The encoding of the page, used for the queries of its links (HTML standard, section 2.4.2); unknown means
  // UTF-8.
  encoding query_encoding;
  bool has_nul = false;  // a text has a NUL
  arena decoded;         // owns text that differs from the bytes of the document

  // Consumes the references found so far before the document ends; null: references stay until the end. The
  // caller sets this only if the rest of the document cannot change earlier references, and not with
  // link_options::note_context. The function must outlive find().
  const std::function<void()>* batch_consumer = nullptr;
  std::size_t batch_size = std::size_t{1} << 15U;  // references in a batch

  // Delivers and drops the references if `batch_size` are stored and batch_consumer is set; otherwise has no
  // effect. Also rewinds `decoded` to `fill_level`, which drops later text.
  void deliver_batch(const arena::mark& fill_level) {
    if (references.size() < batch_size || batch_consumer == nullptr) return;
    (*batch_consumer)();
    references.clear();
    base_changes.clear();
    refused.clear();
    decoded.rewind(fill_level);
  }

  // Records a rejected reference if note_refused is set. The caller has already counted the rejection.
  void refuse(rejection why, std::string_view raw, std::string_view where, std::uint32_t position) {
    if (!note_refused) return;
    reference found;
    found.raw = raw;
    found.where = where;
    found.position = position;
    refused.push_back({why, found, references.size()});
  }

  // Drops all results and their text. Keeps note_refused, batch_consumer and batch_size.
  void clear() {
    references.clear();
    base_changes.clear();
    refused.clear();
    contexts.clear();
    counts.clear();
    embedded_base.reset();
    canonical.reset();
    query_encoding = {};
    has_nul = false;
    decoded.clear();
  }
};

}  // namespace urlsieve

#endif
