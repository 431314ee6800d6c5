// Pages whose references are taken before they end. What comes later may change what they mean: a <base>, or
// a <meta> that tells another encoding. Both are looked for ahead when the first references are taken, as
// bytes alone, so a script that holds such a tag counts, too: then the page is read twice.
#include <algorithm>
#include <functional>
#include <utility>

#include "src/references/html/in_html.hpp"
#include "src/text/markup_scan.hpp"

namespace urlsieve {

bool html_finder::gives_early() const {
  return !plan_.options.drop_nofollow && !page_text::wanted(plan_.options);
}

void html_finder::find_early(const document& doc, findings& found, stats& counted) {
  const std::function<void()>* const taker = std::exchange(found.take_early, nullptr);
  stats opening;
  readable_body ready = make_readable(doc, decoder_, found.decoded, opening);
  bool is_in_place = ready.text.text.data() == doc.body.data();
  for (bool is_known = false; is_in_place;) {
    bool is_asked = is_known;
    const std::function<void()> take = [&] {
      if (!is_asked) is_known = is_settled(doc, ready, found);
      is_asked = true;
      keep_facts(found);
      if (is_known) (*taker)();
    };
    found.take_early = taker == nullptr ? nullptr : &take;
    stats once;
    read(doc, ready, found, once);
    found.take_early = nullptr;
    const std::optional<encoding> told =
        ready.tentative ? to_read_anew(ready, walker_.told_encoding(), links_.guessed()) : std::nullopt;
    if (!told && is_known == is_asked) {
      counted.add(opening);
      return counted.add(once);
    }
    forget_all_but_facts(found);
    is_known = !told;
    if (!told) continue;
    found.clear();
    ready = make_readable_as(*told, doc, decoder_, found.decoded);
    is_in_place = ready.text.text.data() == doc.body.data();
  }
  found.clear();
  find(doc, found, counted);
}

// Whether nothing behind what was read so far of a page can change what its references mean.
bool html_finder::is_settled(const document& doc, const readable_body& ready, const findings& found) const {
  const std::string_view body = doc.body;
  const std::size_t from =
      found.references.empty() ? 0 : std::min<std::size_t>(found.references.back().position, body.size());
  const auto comes = [&](std::string_view name) {
    return find_start_tag(body.data(), body.size(), from, name) < body.size();
  };
  if (!found.embedded_base && comes("base")) return false;
  if (!ready.tentative) return true;
  const encoding& told = walker_.told_encoding();
  return told.kind == encoding_kind::unknown ? !comes("meta") : !to_read_anew(ready, told, true);
}

// What was decoded is forgotten with the references that were taken.
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
