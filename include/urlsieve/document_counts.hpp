// Counts documents by type and references by document. Batches may cut documents, so counts of a batch keep
// the references of its first and last document apart, until add() joins them with the neighbours.
#ifndef URLSIEVE_DOCUMENT_COUNTS_HPP
#define URLSIEVE_DOCUMENT_COUNTS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "urlsieve/document.hpp"
#include "urlsieve/enum_table.hpp"
#include "urlsieve/log_histogram.hpp"

namespace urlsieve {

inline constexpr auto media_names = enum_table<media>({{media::text, "text"},
                                                       {media::url_list, "url-list"},
                                                       {media::html, "html"},
                                                       {media::xhtml, "xhtml"},
                                                       {media::xml, "xml"},
                                                       {media::css, "css"},
                                                       {media::json, "json"},
                                                       {media::cdx, "cdx"},
                                                       {media::robots, "robots"},
                                                       {media::script, "script"},
                                                       {media::playlist, "playlist"}});

// The counters of a batch or of a run. The caller calls begin() at the start of each document, then found()
// for its references. Callers leave out lists (media::url_list, media::cdx), because batches cut lists at
// arbitrary lines.
struct document_counts {
  std::array<std::uint64_t, media_names.size()> by_type{};  // documents, indexed by `media`
  log_histogram ended;       // completed documents, by their number of references
  bool has_open = false;     // a document began in this batch
  std::uint64_t open = 0;    // references in the last document
  std::uint64_t before = 0;  // references in a document of an earlier batch

  // Ends the last document, if any, and begins a document of `type`.
  void begin(media type) {
    end();
    ++by_type[static_cast<std::size_t>(type)];
    has_open = true;
  }
  // Adds references to the last document. Before the first begin(), they belong to a document of an earlier
  // batch.
  void found(std::uint64_t references) { (has_open ? open : before) += references; }

  // Adds the counts of a later batch, in input order.
  void add(const document_counts& later) {
    for (std::size_t i = 0; i < by_type.size(); ++i) by_type[i] += later.by_type[i];
    found(later.before);
    if (later.has_open) {
      end();
      has_open = true;
      open = later.open;
    }
    ended.add(later.ended);
  }

  // Returns documents by their number of references, including the last document. Requires: no later batch
  // adds references to the last document.
  [[nodiscard]] log_histogram by_references() const {
    log_histogram all = ended;
    if (has_open) all.add(open);
    return all;
  }

 private:
  void end() {
    if (has_open) ended.add(open);
    open = 0;
  }
};

}  // namespace urlsieve

#endif
