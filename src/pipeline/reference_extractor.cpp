#include "src/pipeline/reference_extractor.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/documents/captured_payload.hpp"
#include "src/documents/members_in_text.hpp"
#include "src/input/stored_range.hpp"
#include "src/pipeline/input_account.hpp"
#include "src/pipeline/large_documents.hpp"
#include "src/pipeline/page_windows.hpp"
#include "src/pipeline/redirects/redirect_reader.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/filter_options.hpp"
#include "urlsieve/mail_options.hpp"
#include "urlsieve/output_options.hpp"
#include "urlsieve/redirect_options.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

namespace {

constexpr std::size_t bytes_a_reference = 8;  // in pages; fewer are rare

// Returns true for links that a reader of the message follows ("a@href", "svg:a@xlink:href", "v:rect@href", a
// URL in text), but not for references to parts of the page.
bool navigates(std::string_view where) {
  const std::size_t at = where.find('@');
  if (at == std::string_view::npos) return where == "text";
  const std::string_view attribute = where.substr(at + 1);
  const std::string_view element = where.substr(0, at);
  const std::string_view name = element.substr(element.find(':') + 1);
  const bool is_vml = element.starts_with("v:") || element.starts_with("o:");
  return name == "a" || name == "area" || name == "form" || attribute == "formaction" ||
         (is_vml && attribute == "href");
}

// Counts a document by its type, with the number of its references. Fields of a header and lists are not
// counted as documents.
class references_of {
 public:
  references_of(const document& opened, stats& counted)
      : counted_(counted),
        before_(counted.references),
        counts_(opened.where.empty() && !is_list(opened.type)) {
    if (counts_ && !opened.continues) counted.contents.begin(opened.type);
  }
  references_of(const references_of&) = delete;
  references_of& operator=(const references_of&) = delete;
  ~references_of() {
    if (counts_) counted_.contents.found(counted_.references - before_);
  }

 private:
  static bool is_list(media type) { return type == media::url_list || type == media::cdx; }

  stats& counted_;
  std::uint64_t before_;
  bool counts_;
};

// Returns true if documents of the type may hold relative references. Text and lists hold none; abbreviated
// URLs are found only in text without a base.
bool resolves_references(media type) {
  return type != media::text && type != media::url_list && type != media::cdx;
}

// Returns true for documents that cannot declare a base, so that references can be resolved before the end of
// the document.
bool has_no_base_of_its_own(media type) {
  return type == media::text || type == media::css || type == media::json || type == media::robots ||
         type == media::script || type == media::playlist;
}

// Returns true for a message, and for a text or a list that is a whole input, or a window of one: other data
// may have been appended to them.
bool may_end_with_members(const slice& part) {
  if (part.kind == slice_kind::message) return true;
  return part.kind == slice_kind::whole && part.target.empty() && part.record_size == 0 &&
         (part.type == media::text || part.type == media::url_list);
}

}  // namespace

reference_extractor::reference_extractor(const extract_options& options, sieved_rows rows,
                                         const observed_redirects& redirects, const run_filters& filters)
    : options_(options),
      rows_(rows),
      urls_(options, rows, redirects, filters.urls),
      redirect_ends_(for_redirects(options_.url)),
      notes_redirects_(!options_.redirects.write_to.empty() || options_.redirects.learn),
      has_provenance_(
          std::any_of(options_.output.fields.begin(), options_.output.fields.end(), is_provenance)),
      documents_(filters.documents),
      opener_(options_.input, options_.mail, options_.url, script_bodies_of(options_.links)),
      attached_(options),
      finders_(options),
      bases_(options_.url, options_.base, options_.content_location) {
  found_.note_refused = !options_.rejects.write_to.empty();
}

void reference_extractor::extract(batch& work) {
  work_ = &work;
  slice_account account(work);
  for (std::size_t i = 0; i < work.slices.size(); ++i) {
    const batch_input& input = account.input_of(i);
    found_.clear();
    // Reserve generously: untouched pages cost nothing, and growing never copies.
    if (flush_) found_.references.reserve(work.slices[i].bytes.size() / bytes_a_reference);
    if (has_provenance_) urls_.set_provenance(origin_of(work.slices[i], input), work.slices[i]);
    const bool is_whole = work.slices[i].kind == slice_kind::whole && work.slices[i].target.empty();
    retrieved_from_ = is_whole ? std::string_view(input.retrieved_from) : std::string_view();
    list_holds_text_ = work.slices[i].may_hold_text;
    canonical_.clear();
    opener_.open(work.slices[i], input.name, *this, work.counted);
    const slice& part = work.slices[i];
    if ((found_.has_nul || part.type == media::url_list) && may_end_with_members(part))
      report_members_in_text(part.bytes, input.name, part.offset + part.body_offset, work.counted);
    if (options_.note_pages) note_page(work.slices[i]);
    account.opened(work.slices[i]);
  }
  urls_.end(work.counted);
}

const provenance& reference_extractor::origin_of(const slice& part, const batch_input& input) {
  origin_ = {};
  origin_.input = input.name;
  if (part.record_size != 0) {
    // A record in windows has its end elsewhere in the file than its front.
    const bool is_whole = part.record_header.empty();
    const stored_range stored = piece_of(input.marks, part.record, part.record_size, is_whole);
    origin_.record_offset = stored.offset;
    origin_.record_length = stored.length;
  }
  facts_.read(part, origin_);
  return origin_;
}

void reference_extractor::extract(const document& only, batch& work) {
  work_ = &work;
  retrieved_from_ = {};
  list_holds_text_ = false;
  document opened = only;
  if (is_plain_text(opened.type) && opened.charset.empty()) opened.charset = finders_.undeclared_charset();
  add_document(opened);
}

bool reference_extractor::is_chosen(const source_head& head) {
  const document_choice verdict = documents_->check(head, scratch_);
  if (!head.continues) work_->counted.choose(verdict);
  return verdict == document_choice::chosen;
}

void reference_extractor::add_visit(const document& visited) {
  if (options_.output.vertices != vertex_choice::visited) return;
  urls_.begin(visited, {});
  urls_.add_visit(*work_);
  urls_.forget_places();
  if (flush_) flush_if_full();
}

void reference_extractor::add_document(const document& found) {
  document opened = found;
  if (opened.base.empty() && resolves_references(opened.type)) opened.base = retrieved_from_;
  if (opened.type == media::url_list && urls_.takes_lines() && !flush_ && opened.part.empty())
    return add_list(opened);
  const base_url* base = nullptr;
  read(opened, [&](const base_url* of_page) {
    base = of_page;
    add_found(base, [](const reference&, const base_url*) { return false; });
  });
  if (!found_.canonical) return;
  if (options_.note_pages) canonical_ = redirect_end(*found_.canonical, base);
  note_redirect(opened.base, *found_.canonical, base);
}

// Adds a list whose URLs in normal form need no copy.
void reference_extractor::add_list(const document& list) {
  if (!list.continues) ++work_->counted.documents;
  const base_url* const outer = bases_.outer(list);
  urls_.begin(list, {});
  const url_stage::text_line_reader read_text = [&](std::string_view line) {
    document alone = list;
    // A line that was decoded from UTF-16 is elsewhere, and has the offset of the list.
    const std::uintptr_t at =
        std::bit_cast<std::uintptr_t>(line.data()) - std::bit_cast<std::uintptr_t>(list.body.data());
    if (at < list.body.size()) alone.offset += at;
    alone.body = line;
    found_.clear();
    finders_.find_in_list_line(alone, line, found_, work_->counted);
    for (const reference& in_line : found_.references) urls_.add(in_line, outer, *work_);
  };
  urls_.add_lines(list.body, outer, holds_text(list) ? &read_text : nullptr, *work_);
}

// Returns true if lines of the list may be text. Lists in attached files were always detected.
bool reference_extractor::holds_text(const document& list) const {
  return list_holds_text_ || !list.part.empty();
}

void reference_extractor::add_part(const document& opened, related_parts& others) {
  read(opened, [&](const base_url* base) {
    const bool has_own_base = !opened.base.empty() || found_.embedded_base;
    // Adjacent links often have the same kind, and their places are names of a table, so comparing addresses
    // is enough.
    std::string_view place;
    bool is_followed = false;
    add_found(base, [&](const reference& found, const base_url* its_base) {
      const base_url* const own = has_own_base || its_base != base ? its_base : nullptr;
      if (found.where.data() != place.data() || found.where.size() != place.size()) {
        place = found.where;
        is_followed = navigates(place);
      }
      return is_internal(found, others.find_internal(found.raw, own, is_followed));
    });
  });
}

void reference_extractor::add_references(const document& context, std::span<const reference> found) {
  const base_url* base = bases_.outer(context);
  if (!context.page_base.empty()) base = bases_.embedded(context.page_base, base);
  urls_.begin(context, {});
  for (const reference& entry : found) urls_.add(entry, base, *work_);
  urls_.forget_places();
  if (flush_) flush_if_full();
}

bool reference_extractor::add_file(const document& context, std::string_view name, std::string_view bytes) {
  return attached_.read(context, name, bytes, *this, work_->counted);
}

void reference_extractor::add_redirect(std::string_view from, std::string_view to, redirect_kind kind) {
  const bool noted =
      kind == redirect_kind::moved ? notes_redirects_ : finders_.notes_canonical() && !found_.canonical;
  if (!noted || from.empty()) return;
  const base_url* const base = bases_.of_redirect(from);
  if (options_.note_pages && kind == redirect_kind::canonical) canonical_ = redirect_end(to, base);
  note_redirect(from, to, base);
}

// Handles references to other parts of the same message, which are no links (RFC 2557). If requested, the
// location of the part replaces the reference.
bool reference_extractor::is_internal(const reference& found, const internal_target& target) {
  if (!target.is_part) return false;
  if (!options_.mail.keep_internal) {
    ++work_->counted.references;
    urls_.refuse(rejection::internal, found, *work_);
    return true;
  }
  if (target.location.empty()) return false;
  reference located = found;
  located.raw = target.location;
  urls_.add(located, nullptr, *work_);
  return true;
}

// Finds the references of a document, in windows if the page is large, and passes the base for resolving them
// to `take`. A <base> applies to the document, but not to the header before it (HTML standard, section
// 4.2.3).
template <class Take>
void reference_extractor::read(const document& undecoded, const Take& take) {
  const document opened = finders_.prepare(undecoded, work_->counted);
  if (opened.columns != nullptr) urls_.begin_table(opened);
  if (!opened.continues) ++work_->counted.documents;
  const references_of counting(opened, work_->counted);
  const base_url* const outer = bases_.outer(opened);
  const auto take_found = [&] {
    urls_.begin(opened, found_.query_encoding);
    take(found_.embedded_base ? bases_.embedded(*found_.embedded_base, outer) : outer);
    urls_.forget_places();
  };
  const std::function<void()> batch_consumer = std::cref(take_found);
  const auto read_one = [&](const auto& find_in, bool base_is_known = false) {
    found_.clear();
    found_.batch_consumer = base_is_known ? &batch_consumer : nullptr;
    find_in();
    take_found();
  };
  const auto find_whole = [&] { finders_.find(opened, found_, work_->counted, holds_text(opened)); };
  if (!page_windows::needs_windows(opened)) return read_one(find_whole, has_no_base_of_its_own(opened.type));
  if (opened.type == media::html && finders_.can_deliver_early())
    return read_one([&] { finders_.find_early(opened, found_, work_->counted); }, true);
  const page_windows windows(opened);
  std::vector<document> parts = windows.all();
  for (document& part : parts) part = finders_.with_default_base(part);
  const bool surveyed = opened.type != media::xml;
  if (surveyed && !finders_.survey(parts)) return read_one(find_whole);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto find_in_part = [&] {
      if (surveyed)
        finders_.find_window(parts, i, found_, work_->counted);
      else
        finders_.find(parts[i], found_, work_->counted);
    };
    read_one(find_in_part);
  }
}

// Adds the found references, except those for which `is_done` returns true because they were handled already.
template <class IsDone>
void reference_extractor::add_found(const base_url* base, const IsDone& is_done) {
  std::size_t refused = 0;  // number of reported references among those that the finder refused
  const auto report_refused_before = [&](std::size_t next) {
    for (; refused < found_.refused.size() && found_.refused[refused].before <= next; ++refused)
      urls_.report_rejected(found_.refused[refused].why, found_.refused[refused].found, *work_);
  };
  const bool has_refused = !found_.refused.empty();
  auto change = found_.base_changes.begin();
  bases_.begin_changes();
  for (std::size_t i = 0; i < found_.references.size(); ++i) {
    if (has_refused) [[unlikely]]
      report_refused_before(i);
    for (; change != found_.base_changes.end() && change->before <= i; ++change)
      base = bases_.behind(*change, base);
    if (is_done(found_.references[i], base)) continue;
    const link_context* const around = i < found_.contexts.size() ? &found_.contexts[i] : nullptr;
    const std::uint64_t count = i < found_.counts.size() ? found_.counts[i] : 1;
    urls_.add(found_.references[i], base, *work_, around, count);
    if (flush_) flush_if_full();
  }
  report_refused_before(found_.references.size());
  if (rows_ == sieved_rows::viewed) flush_();
}

void reference_extractor::flush_if_full() {
  if (work_->found.size() < large_documents::most_found &&
      work_->storage.used() < large_documents::most_stored)
    return;
  flush_();
  urls_.forget_kept();
}

// Records a redirect, and counts nothing: if the target is also a reference, it is judged as a reference.
void reference_extractor::note_redirect(std::string_view from, std::string_view to, const base_url* base) {
  if (from.empty()) return;
  redirect seen;
  seen.from = redirect_end(from, nullptr);
  if (!seen.from.empty()) seen.to = redirect_end(to, base);
  if (!seen.to.empty() && seen.from != seen.to) work_->redirects.push_back(seen);
}

// Notes the page of a record that the archive captured with success, and whose content is known.
void reference_extractor::note_page(const slice& part) {
  const captured_payload payload = read_payload(part);
  if (!payload.is_page || payload.content == fingerprint()) return;
  captured_page page;
  page.url = redirect_end(part.target, nullptr);
  if (page.url.empty()) return;
  page.canonical = work_->storage.copy(canonical_);
  page.content = payload.content;
  work_->pages.push_back(page);
}

// Returns the URL of one end of a redirect; empty if there is none.
std::string_view reference_extractor::redirect_end(std::string_view written, const base_url* base) {
  if (written.size() > options_.url.max_url) return {};
  char* const place = work_->storage.reserve(canonicalizer::capacity_for(written.size(), base));
  const canonical_url normal_form = redirect_ends_.canonicalize(written, base, place);
  return normal_form.rejected == rejection::none ? work_->storage.commit(normal_form.size)
                                                 : std::string_view{};
}

}  // namespace urlsieve
