// How many documents of each type there were, and how many references each held. Batches cut documents, so
// what goes on with one of an earlier batch is known, and what may go on in a later one stays open.
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

// Lists (media::url_list, media::cdx) are no documents here: where they are cut says nothing of what they
// hold.
struct document_counts {
  std::array<std::uint64_t, media_names.size()> by_type{};
  log_histogram ended;       // by the references in each
  bool has_open = false;     // a document was begun here
  std::uint64_t open = 0;    // references in the last one begun
  std::uint64_t before = 0;  // and in one that was begun earlier

  void begin(media type) {
    end();
    ++by_type[static_cast<std::size_t>(type)];
    has_open = true;
  }
  void found(std::uint64_t references) { (has_open ? open : before) += references; }

  // Adds what came later in input order.
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

  // Documents by the references in each, the last one being through.
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
