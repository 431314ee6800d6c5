// Delivers references before the end of the page.
//
// A later <base>, or a <meta> with another encoding, may change the meaning of earlier references. At the
// first delivery, the finder therefore searches the rest of the page for both. The search looks at bytes
// only, so it also finds such tags in scripts; the page is then read twice.
#include <algorithm>
#include <functional>
#include <utility>

#include "src/references/html/in_html.hpp"
#include "src/text/scan/markup_scan.hpp"

namespace urlsieve {

bool html_finder::can_deliver_early() const {
  return !plan_.options.drop_nofollow && !page_text::wanted(plan_.options);
}

void html_finder::find_early(const document& doc, findings& found, stats& counted) {
  const std::function<void()>* const consumer = std::exchange(found.batch_consumer, nullptr);
  stats opening;
  readable_body ready = make_readable(doc, decoder_, found.decoded, opening);
  bool is_in_place = ready.text.text.data() == doc.body.data();
  for (bool is_known = false; is_in_place;) {
    bool is_asked = is_known;
    const std::function<void()> take = [&] {
      if (!is_asked) is_known = is_settled(doc, ready, found);
      is_asked = true;
      keep_facts(found);
      if (is_known) (*consumer)();
    };
    found.batch_consumer = consumer == nullptr ? nullptr : &take;
    stats once;
    read(doc, ready, found, once);
    found.batch_consumer = nullptr;
    const std::optional<encoding> declared =
        ready.tentative ? encoding_for_rereading(ready, walker_.meta_encoding(), links_.guessed())
                        : std::nullopt;
    if (!declared && is_known == is_asked) {
      counted.add(opening);
      return counted.add(once);
    }
    forget_all_but_facts(found);
    is_known = !declared;
    if (!declared) continue;
    found.clear();
    ready = make_readable_as(*declared, doc, decoder_, found.decoded);
    is_in_place = ready.text.text.data() == doc.body.data();
  }
  found.clear();
  find(doc, found, counted);
}

// True if the rest of the page cannot change the meaning of the references found so far.
bool html_finder::is_settled(const document& doc, const readable_body& ready, const findings& found) const {
  const std::string_view body = doc.body;
  const std::size_t from =
      found.references.empty() ? 0 : std::min<std::size_t>(found.references.back().position, body.size());
  const auto follows = [&](std::string_view name) {
    return find_start_tag(body.data(), body.size(), from, name) < body.size();
  };
  if (!found.embedded_base && follows("base")) return false;
  if (!ready.tentative) return true;
  const encoding& declared = walker_.meta_encoding();
  return declared.kind == encoding_kind::unknown ? !follows("meta")
                                                 : !encoding_for_rereading(ready, declared, true);
}

// Copies the facts, because decoded text is dropped together with the delivered references.
void html_finder::keep_facts(findings& found) {
  const auto keep = [](std::optional<std::string_view>& fact, std::string& place) {
    if (!fact || fact->data() == place.data()) return;
    place = *fact;
    fact = place;
  };
  keep(found.embedded_base, base_);
  keep(found.canonical, canonical_);
}

void html_finder::forget_all_but_facts(findings& found) {
  keep_facts(found);
  const std::optional<std::string_view> base = found.embedded_base;
  const std::optional<std::string_view> canonical = found.canonical;
  found.clear();
  found.embedded_base = base;
  found.canonical = canonical;
}

}  // namespace urlsieve
