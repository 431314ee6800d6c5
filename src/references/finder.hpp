// The contract of a finder: one document in, its references out, in document order.
//
// A finder is an object with options and scratch memory, used by one thread at a time:
//
//     void find(const document&, findings&, stats&);
//
// It appends to `findings` (cleared by the caller), never throws for what the document holds, and counts the
// candidates that it refuses in `stats::rejected`. It takes time linear in the document's size. Where the
// caller takes references early, it offers them now and then, so that those of a huge document need not be
// held together.
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

// What surrounds a link in markup; noted only where link_options::note_context.
struct link_context {
  std::string_view rel;   // the attribute of the link's element, decoded
  std::string_view text;  // of an <a>: its content, decoded, white space collapsed (anchor_text.hpp)
};

// What looked like a reference and was refused by its finder.
struct refused_reference {
  rejection why;
  reference found;
  std::size_t before;  // findings::references from this one on come later
};

// From the reference of that number on another base counts: with `href` one inside the base so far, as it was
// written; without it, the innermost of them ends.
struct base_change {
  std::size_t before;
  std::optional<std::string_view> href;
};

struct findings {
  std::vector<reference> references;
  std::vector<base_change> base_changes;  // in the order of `before`, at most deepest_base inside each other
  static constexpr std::size_t deepest_base = 64;
  bool note_refused = false;               // set by the caller
  std::vector<refused_reference> refused;  // only where it is
  std::vector<link_context> contexts;  // of the references in their order; of those beyond nothing is known
  // The document's own base as it was written (HTML: the first <base href>, which counts for the references
  // before it too; url-syntax-05 section 5.1.1). To be resolved against document::base.
  std::optional<std::string_view> embedded_base;
  // <link rel=canonical href>, the first one, as it was written; only where link_options::note_canonical.
  std::optional<std::string_view> canonical;
  // The encoding of a page, in which the queries of its links are encoded (HTML standard, section 2.4.2);
  // unknown stands for UTF-8.
  encoding query_encoding;
  arena decoded;  // owns what differs from the document's bytes

  // Takes the references found so far, before the document ends; null: nobody does. Set by the caller where
  // nothing that comes later changes them.
  const std::function<void()>* take_early = nullptr;
  std::size_t many = std::size_t{1} << 15U;  // so many are taken together

  // Has them taken, if they are many; what was decoded since `from` goes with them.
  void offer(const arena::mark& from) {
    if (references.size() < many || take_early == nullptr) return;
    (*take_early)();
    references.clear();
    base_changes.clear();
    refused.clear();
    decoded.rewind(from);
  }

  // One that is counted already.
  void refuse(rejection why, std::string_view raw, std::string_view where, std::uint32_t position) {
    if (!note_refused) return;
    reference found;
    found.raw = raw;
    found.where = where;
    found.position = position;
    refused.push_back({why, found, references.size()});
  }

  void clear() {
    references.clear();
    base_changes.clear();
    refused.clear();
    contexts.clear();
    embedded_base.reset();
    canonical.reset();
    query_encoding = {};
    decoded.clear();
  }
};

}  // namespace urlsieve

#endif
