#include "src/pipeline/harvest.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "src/documents/lines/cdx.hpp"
#include "src/documents/lines/delimited_text.hpp"
#include "src/documents/lines/url_list.hpp"
#include "src/input/stored_range.hpp"
#include "src/pipeline/input_share.hpp"
#include "src/pipeline/large_documents.hpp"
#include "src/pipeline/page_windows.hpp"
#include "src/pipeline/redirects/redirect_reader.hpp"
#include "src/text/ascii.hpp"
#include "src/text/quoted_printable.hpp"
#include "src/url/typed_reference.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/url_batch.hpp"

namespace urlsieve {

namespace {

constexpr std::size_t bytes_a_reference = 8;  // in pages; fewer are rare

// Returns the requested link options, with everything that the run needs besides.
link_options noting(const extract_options& options) {
  link_options links = options.links;
  for (const field asked : options.output.fields)
    links.note_context = links.note_context || needs_context(asked);
  links.note_canonical =
      options.redirects.canonical && (!options.redirects.write_to.empty() || options.redirects.learn);
  return links;
}

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

// Skips half a unit at the front of a window of UTF-16. NULs are mostly the high bytes of ASCII, which shows
// where units begin.
std::string_view on_unit_boundary(std::string_view window, const encoding& from) {
  if (!is_wide(from)) return window;
  constexpr std::size_t looked_at = 512;
  std::array<std::size_t, 2> nuls{};
  for (std::size_t at = 0; at < std::min(window.size(), looked_at); ++at)
    nuls[at % 2] += window[at] == '\0' ? 1U : 0U;
  const std::size_t high = from.kind == encoding_kind::utf16be ? 0 : 1;
  return nuls[1 - high] > nuls[high] ? window.substr(1) : window;
}

// Returns true for documents that cannot declare a base, so that references can be resolved before the end of
// the document.
bool has_no_base_of_its_own(media type) {
  return type == media::text || type == media::css || type == media::json || type == media::robots ||
         type == media::script || type == media::playlist;
}

}  // namespace

harvester::harvester(const extract_options& options, sieved_rows rows, const observed_redirects& redirects,
                     const url_filter* filter)
    : options_(options),
      rows_(rows),
      urls_(options, rows, redirects, filter),
      resolver_(options.url),
      redirect_ends_(for_redirects(options.url)),
      undeclared_(find_encoding(options.input.charset)),
      notes_redirects_(!options.redirects.write_to.empty() || options.redirects.learn),
      notes_canonical_(noting(options).note_canonical),
      tells_origins_(std::any_of(options.output.fields.begin(), options.output.fields.end(), is_provenance)),
      opener_(options),
      attached_(options),
      text_(text_search(options)),
      html_(noting(options), text_search(options)),
      css_(options.links),
      xml_(noting(options), text_search(options)),
      json_(options.links, text_search(options)),
      robots_(text_search(options)),
      playlist_(text_search(options)),
      script_(options.links) {
  found_.note_refused = !options.rejects.write_to.empty();
}

void harvester::harvest(batch& work) {
  work_ = &work;
  input_share shares(work);
  for (std::size_t i = 0; i < work.slices.size(); ++i) {
    const batch_input& input = shares.input_of(i);
    found_.clear();
    // Reserve generously: untouched pages cost nothing, and growing never copies.
    if (hand_over_) found_.references.reserve(work.slices[i].bytes.size() / bytes_a_reference);
    if (tells_origins_) urls_.set_provenance(origin_of(work.slices[i], input), work.slices[i]);
    const bool is_whole = work.slices[i].kind == slice_kind::whole && work.slices[i].target.empty();
    retrieved_from_ = is_whole ? std::string_view(input.retrieved_from) : std::string_view();
    opener_.open(work.slices[i], input.name, *this, work.counted);
    shares.opened(work.slices[i]);
  }
  urls_.end(work.counted);
}

const provenance& harvester::origin_of(const slice& part, const batch_input& input) {
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

void harvester::harvest(const document& only, batch& work) {
  work_ = &work;
  retrieved_from_ = {};
  document opened = only;
  if (is_plain_text(opened.type) && opened.charset.empty()) opened.charset = undeclared_.name;
  add_document(opened);
}

void harvester::add_document(const document& found) {
  document opened = found;
  if (opened.base.empty() && resolves_references(opened.type)) opened.base = retrieved_from_;
  if (opened.type == media::url_list && urls_.takes_lines() && !hand_over_ && opened.part.empty()) {
    if (!opened.continues) ++work_->counted.documents;
    const base_url* const outer = outer_base(opened);
    urls_.begin(opened, {});
    return urls_.add_lines(opened.body, outer, *work_);
  }
  const base_url* base = nullptr;
  read(opened, [&](const base_url* of_page) {
    base = of_page;
    add_found(base, [](const reference&, const base_url*) { return false; });
  });
  if (found_.canonical) note_redirect(opened.base, *found_.canonical, base);
}

void harvester::add_part(const document& opened, related_parts& others) {
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

void harvester::add_references(const document& context, std::span<const reference> found) {
  const base_url* base = outer_base(context);
  if (!context.page_base.empty()) base = embedded_base(context.page_base, base);
  urls_.begin(context, {});
  for (const reference& one : found) urls_.add(one, base, *work_);
  urls_.forget_places();
  if (hand_over_) hand_over_if_full();
}

bool harvester::add_file(const document& context, std::string_view name, std::string_view bytes) {
  return attached_.read(context, name, bytes, *this, work_->counted);
}

void harvester::add_redirect(std::string_view from, std::string_view to, redirect_kind kind) {
  const bool noted = kind == redirect_kind::moved ? notes_redirects_ : notes_canonical_ && !found_.canonical;
  if (!noted || from.empty()) return;
  note_redirect(from, to,
                document_base_.assign(from, options_.url, opaque_base_policy::resolve_none) ? &document_base_
                                                                                            : nullptr);
}

// Handles references to other parts of the same message, which are no links (RFC 2557). If requested, the
// location of the part replaces the reference.
bool harvester::is_internal(const reference& found, const internal_target& target) {
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
void harvester::read(const document& given, const Take& take) {
  document opened = as_utf8(given, work_->counted);
  if (opened.fields.delimiter != '\0' && opened.columns == nullptr) {
    columns_ = read_table_columns(opened.body, opened.fields, options_.input.columns, work_->counted);
    opened.columns = &columns_;
  }
  if (opened.columns != nullptr) urls_.begin_table(opened);
  opened.undeclared_charset = undeclared_.name;
  if (!opened.continues) ++work_->counted.documents;
  const references_of counting(opened, work_->counted);
  const base_url* const outer = outer_base(opened);
  const auto take_found = [&] {
    urls_.begin(opened, found_.query_encoding);
    take(found_.embedded_base ? embedded_base(*found_.embedded_base, outer) : outer);
    urls_.forget_places();
  };
  const std::function<void()> take_early = std::cref(take_found);
  const auto read_one = [&](const auto& find_in, bool base_is_known = false) {
    found_.clear();
    found_.take_early = base_is_known ? &take_early : nullptr;
    find_in();
    take_found();
  };
  if (!page_windows::wanted(opened))
    return read_one([&] { find(opened, work_->counted); }, has_no_base_of_its_own(opened.type));
  if (opened.type == media::html && html_.can_deliver_early())
    return read_one([&] { html_.find_early(in_context(opened), found_, work_->counted); }, true);
  const page_windows windows(opened);
  std::vector<document> parts = windows.all();
  for (document& part : parts) part = in_context(part);
  const bool surveyed = opened.type != media::xml;
  if (surveyed) page_ = html_.survey(parts);
  if (surveyed && page_.in_one_piece) return read_one([&] { find(opened, work_->counted); });
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto find_in_part = [&] {
      if (surveyed)
        html_.find(parts, i, page_, found_, work_->counted);
      else
        find(parts[i], work_->counted);
    };
    read_one(find_in_part);
  }
}

// Adds the found references, except those for which `passes_over` returns true because they were added
// already.
template <class PassesOver>
void harvester::add_found(const base_url* base, const PassesOver& passes_over) {
  std::size_t refused = 0;  // number of reported references among those that the finder refused
  const auto tell_refused_before = [&](std::size_t next) {
    for (; refused < found_.refused.size() && found_.refused[refused].before <= next; ++refused)
      urls_.report_rejected(found_.refused[refused].why, found_.refused[refused].found, *work_);
  };
  const bool tells = !found_.refused.empty();
  auto change = found_.base_changes.begin();
  outer_bases_.clear();
  for (std::size_t i = 0; i < found_.references.size(); ++i) {
    if (tells) [[unlikely]]
      tell_refused_before(i);
    for (; change != found_.base_changes.end() && change->before <= i; ++change)
      base = next_base(base, *change);
    if (passes_over(found_.references[i], base)) continue;
    const link_context* const around = i < found_.contexts.size() ? &found_.contexts[i] : nullptr;
    urls_.add(found_.references[i], base, *work_, around);
    if (hand_over_) hand_over_if_full();
  }
  tell_refused_before(found_.references.size());
  if (rows_ == sieved_rows::viewed) hand_over_();
}

void harvester::hand_over_if_full() {
  if (work_->found.size() < large_documents::most_found &&
      work_->storage.used() < large_documents::most_stored)
    return;
  hand_over_();
  urls_.forget_kept();
}

// Records a redirect, and counts nothing: if the target is also a reference, it is judged as a reference.
void harvester::note_redirect(std::string_view from, std::string_view to, const base_url* base) {
  if (from.empty()) return;
  redirect seen;
  seen.from = redirect_end(from, nullptr);
  if (!seen.from.empty()) seen.to = redirect_end(to, base);
  if (!seen.to.empty() && seen.from != seen.to) work_->redirects.push_back(seen);
}

// Returns the URL of one end of a redirect; empty if there is none.
std::string_view harvester::redirect_end(std::string_view written, const base_url* base) {
  if (written.size() > options_.url.max_url) return {};
  char* const place = work_->storage.reserve(canonicalizer::room_for(written.size(), base));
  const canonical_url made = redirect_ends_.canonicalize(written, base, place);
  return made.rejected == rejection::none ? work_->storage.commit(made.size) : std::string_view{};
}

// Adds the default base. Abbreviated references are found only without a base (rfc2396bis-01 Appendix F).
document harvester::in_context(document opened) const {
  if (opened.base.empty()) opened.base = options_.base;
  return opened;
}

// Returns a plain text as UTF-8, decoded by its byte order mark, or else by its declared charset. References
// in decoded text have the offset of the document.
document harvester::as_utf8(document opened, stats& counted) {
  if (!is_plain_text(opened.type)) return opened;
  const byte_order_mark mark = opened.continues ? byte_order_mark{} : find_byte_order_mark(opened.body);
  encoding named = mark.named;
  if (mark.size == 0) {
    // Many texts that declare ASCII hold other bytes.
    if (opened.charset.empty() || ascii::is_one_of(opened.charset, {"us-ascii", "ascii"})) return opened;
    named = find_encoding(opened.charset);
    if (named.kind == encoding_kind::unknown && !opened.continues)
      counted.damaged_at(damage::unknown_charset, opened.source, opened.offset, opened.charset);
  }
  if (named.kind == encoding_kind::unknown || named.kind == encoding_kind::utf8) return opened;
  if (opened.continues) opened.body = on_unit_boundary(opened.body, named);
  text_bytes_.clear();
  const std::string_view decoded = charsets_.decode(named, opened.body, text_bytes_);
  if (decoded.data() == opened.body.data()) return opened;
  static_cast<void>(text_bytes_.reserve(decoding_slack));
  opened.body = decoded;
  opened.charset = "utf-8";
  if (opened.type == media::text && opened.where.empty()) opened.where = "text";
  return opened;
}

// Finds references in records of fields, as one text in which no reference crosses the end of a field.
void harvester::find_in_fields(document opened, stats& counted) {
  fields_.clear();
  char* const place = fields_.reserve(opened.body.size() + decoding_slack);
  if (opened.columns->is_read.empty())
    separate_fields(opened.body, opened.fields, place);
  else
    separate_columns(
        opened.body, opened.fields, opened.columns->is_read, place, [&](std::size_t at, std::size_t fields) {
          counted.damaged_at(damage::bad_table_record, opened.source, opened.offset + at,
                             std::to_string(fields) + " fields, not " + std::to_string(opened.fields.count));
        });
  opened.body = fields_.commit(opened.body.size() + decoding_slack).substr(0, opened.body.size());
  text_.find(in_context(opened), found_, counted);
}

// Marks lines of a list that are a host, with an optional port and path, as `--abbreviated host` does in
// text.
void harvester::mark_bare_hosts(const document& opened) {
  if (options_.text.abbreviated != abbreviated_choice::host || !in_context(opened).base.empty()) return;
  for (reference& one : found_.references) {
    const std::string_view written = typed_reference(one.raw);
    if (written.empty() || written.find("://") != std::string_view::npos) continue;
    stats ignored;
    document line;
    line.body = written;
    host_lines_.clear();
    text_.find(line, host_lines_, ignored);
    if (host_lines_.references.size() != 1) continue;
    const reference& host = host_lines_.references.front();
    if (host.delimited == delimiter::abbreviated && host.raw.size() == written.size()) {
      one.raw = written;
      one.delimited = delimiter::abbreviated;
    }
  }
}

void harvester::find(const document& opened, stats& counted) {
  switch (opened.type) {
    case media::text:
      if (opened.fields.delimiter != '\0') return find_in_fields(opened, counted);
      return text_.find(in_context(opened), found_, counted);
    case media::url_list:
      read_url_lines(opened.body, found_.references);
      return mark_bare_hosts(opened);
    case media::cdx:
      return read_cdx_lines(opened, found_.references, found_.decoded, counted);
    case media::html:
    case media::xhtml:
      return html_.find(in_context(opened), found_, counted);
    case media::xml:
      return xml_.find(in_context(opened), found_, counted);
    case media::css:
      return css_.find(opened, found_, counted);
    case media::json:
      return json_.find(opened, found_, counted);
    case media::robots:
      return robots_.find(in_context(opened), found_, counted);
    case media::playlist:
      return playlist_.find(in_context(opened), found_, counted);
    case media::script:
      return script_.find(opened, found_, counted);
  }
}

// Returns the base by the precedence of url-syntax-05 section 5.1 from its second level on: the enclosing or
// retrieval URL, or else the default base.
const base_url* harvester::outer_base(const document& opened) {
  const bool was_read = !opened.base.empty();
  const std::string_view given = was_read ? opened.base : std::string_view(options_.base);
  const opaque_base_policy opaque =
      was_read ? opaque_base_policy::resolve_none : opaque_base_policy::resolve_unlisted;
  const base_url* const outer =
      !given.empty() && document_base_.assign(given, options_.url, opaque) ? &document_base_ : nullptr;
  const bool is_told = options_.content_location && !opened.location.empty();
  return is_told ? located_base(opened.location, outer) : outer;
}

// Returns the base of the first level: declared by the document, and resolved against the outer base.
const base_url* harvester::embedded_base(std::string_view href, const base_url* outer) {
  return told_base(href, outer, embedded_base_);
}

// Returns the base that markup declares, stored in `made`. Returns `outer` if `href` gives no URL, or a
// "data:" or "javascript:" URL (HTML standard, "set the frozen base URL"). Relative references against other
// opaque schemes give no URL, as in browsers.
const base_url* harvester::told_base(std::string_view href, const base_url* outer, base_url& made) {
  if (href.size() > options_.url.max_url) return outer;
  char* const place = found_.decoded.reserve(canonicalizer::room_for(href.size(), outer));
  const canonical_url resolved = resolver_.resolve(href, outer, place);
  if (resolved.rejected != rejection::none) return outer;
  if (!made.assign({place, resolved.size}, options_.url, opaque_base_policy::resolve_none)) return outer;
  const std::string_view scheme = made.view().scheme();
  return ascii::same(scheme, "data") || ascii::same(scheme, "javascript") ? outer : &made;
}

// Returns the base of Content-Location, or `outer` if references cannot be resolved against it.
const base_url* harvester::located_base(std::string_view location, const base_url* outer) {
  const base_url* const told = told_base(location, outer, located_base_);
  return told == &located_base_ && !located_base_.hierarchical() ? outer : told;
}

// Returns the base behind a change.
const base_url* harvester::next_base(const base_url* base, const base_change& change) {
  if (!change.href) {
    if (outer_bases_.empty()) return base;
    base = outer_bases_.back();
    outer_bases_.pop_back();
    return base;
  }
  outer_bases_.push_back(base);
  while (inner_bases_.size() < outer_bases_.size()) inner_bases_.emplace_back();
  return told_base(*change.href, base, inner_bases_[outer_bases_.size() - 1]);
}

}  // namespace urlsieve
