#include "src/references/html/in_html.hpp"

namespace urlsieve {
namespace {

std::string_view until_end_of(std::span<const document> windows, std::size_t number) {
  const char* const begin = windows.front().body.data();
  const std::string_view last = windows[number].body;
  return {begin, static_cast<std::size_t>(last.data() - begin) + last.size()};
}

}  // namespace

// Only the first 1024 bytes are searched for an encoding before reading. If a later <meta> declares another
// encoding, the page is read again (HTML standard, section 13.2.3.5, "changing the encoding").
void html_finder::find(const document& doc, findings& found, stats& counted) {
  const readable_body ready = make_readable(doc, decoder_, found.decoded, counted);
  if (!ready.tentative || doc.type == media::xhtml) return read(doc, ready, found, counted);
  const std::size_t references = found.references.size();
  const std::size_t contexts = found.contexts.size();
  const std::size_t refused = found.refused.size();
  const std::size_t base_changes = found.base_changes.size();
  const std::optional<std::string_view> embedded_base = found.embedded_base;
  const std::optional<std::string_view> canonical = found.canonical;
  stats once;
  read(doc, ready, found, once);
  const std::optional<encoding> declared =
      encoding_for_rereading(ready, walker_.meta_encoding(), links_.guessed());
  if (!declared) return counted.add(once);
  found.references.resize(references);
  found.contexts.resize(contexts);
  found.base_changes.resize(base_changes, {});
  found.refused.erase(found.refused.begin() + static_cast<std::ptrdiff_t>(refused), found.refused.end());
  found.embedded_base = embedded_base;
  found.canonical = canonical;
  read(doc, make_readable_as(*declared, doc, decoder_, found.decoded), found, counted);
}

std::optional<encoding> html_finder::encoding_for_rereading(const readable_body& ready,
                                                            const encoding& declared, bool guessed) const {
  const bool known = declared.kind == encoding_kind::unknown || declared == ready.declared;
  // Without a declaration, UTF-8 was read as UTF-8, and no other encoding was needed.
  const bool same =
      ready.declared.kind == encoding_kind::unknown && declared.kind == encoding_kind::utf8 && !guessed;
  return known || same ? std::nullopt : std::optional(declared);
}

html_finder::page_facts html_finder::survey(std::span<const document> windows) {
  page_facts page;
  findings found;
  stats ignored;
  encoding declared;
  bool guessed = false;
  readable_body first;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    found.clear();
    const readable_body ready = make_readable(windows[i], decoder_, found.decoded, ignored);
    page.in_one_piece = ready.text.text.data() != windows[i].body.data();
    if (page.in_one_piece) return page;
    if (i == 0) first = ready;
    read(windows[i], ready, found, ignored, until_end_of(windows, i));
    if (!page.base && found.embedded_base) page.base = *found.embedded_base;
    if (!page.canonical && found.canonical) page.canonical = *found.canonical;
    if (declared.kind == encoding_kind::unknown) declared = walker_.meta_encoding();
    guessed = guessed || links_.guessed();
    page.nofollow = page.nofollow || walker_.nofollow_page();
  }
  if (!first.tentative || windows.front().type == media::xhtml) return page;
  page.late_encoding = encoding_for_rereading(first, declared, guessed);
  found.clear();
  page.in_one_piece =
      page.late_encoding &&
      make_readable_as(*page.late_encoding, windows[0], decoder_, found.decoded).text.text.data() !=
          windows[0].body.data();
  return page;
}

void html_finder::find(std::span<const document> windows, std::size_t number, const page_facts& page,
                       findings& found, stats& counted) {
  document window = windows[number];
  window.page_base = {};
  const readable_body ready = page.late_encoding
                                  ? make_readable_as(*page.late_encoding, window, decoder_, found.decoded)
                                  : make_readable(window, decoder_, found.decoded, counted);
  found.embedded_base = page.base;
  found.canonical = page.canonical;
  read(window, ready, found, counted, until_end_of(windows, number));
  if (page.nofollow) walker_.drop_followed();
}

void html_finder::read(const document& doc, const readable_body& ready, findings& found, stats& counted,
                       std::string_view page_so_far) {
  links_.begin(found, ready.bytes, counted);
  found.query_encoding = ready.declared;
  if (!doc.page_base.empty())
    found.embedded_base = links_.cleaned(links_.decode(doc.page_base, {doc.page_base}));
  if (doc.type == media::xhtml)
    walker_.walk_xhtml(ready.text, doc.continues ? doc.head : std::string_view(), doc.base, counted);
  else
    walker_.walk(ready.text, doc.base, counted, page_so_far);
}

void html_finder::find_inside(const markup_text& markup, std::string_view base, findings& found,
                              stats& counted) {
  const std::optional<std::string_view> own_base = found.embedded_base;
  const std::optional<std::string_view> canonical = found.canonical;
  links_.begin(found, find_encoding("utf-8"), counted);
  walker_.walk_embedded(markup, base, counted);
  found.embedded_base = own_base;
  found.canonical = canonical;
}

}  // namespace urlsieve
