#include "src/pipeline/url_stage.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "src/documents/header_fields.hpp"
#include "src/documents/lines/url_list.hpp"
#include "src/documents/media_type.hpp"
#include "src/pipeline/rejected_row.hpp"
#include "src/runs/sorted_run.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/utf16_runs.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/url/hosts/commoncrawl_host.hpp"
#include "src/url/hosts/public_suffix.hpp"
#include "src/url/text_forms/text_rewriting.hpp"
#include "src/url/text_forms/unwrap.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/filter_options.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/mail_options.hpp"
#include "urlsieve/output_options.hpp"
#include "urlsieve/text_options.hpp"
#include "urlsieve/url.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

namespace {

// Returns true if queries are encoded in the charset of the page, for the scheme of the reference, or of its
// base if the reference is relative.
bool takes_page_encoding(std::string_view reference, const base_url* base) {
  const std::size_t colon =
      reference.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.");
  const bool absolute = colon != std::string_view::npos && reference[colon] == ':';
  const scheme_info* scheme = absolute ? find_scheme(reference.substr(0, colon)) : nullptr;
  if (!absolute && base != nullptr) scheme = base->scheme();
  if (scheme == nullptr) return false;
  return scheme->name == "http" || scheme->name == "https" || scheme->name == "ftp" || scheme->name == "file";
}

}  // namespace

url_stage::url_stage(const extract_options& options, sieved_rows rows, const observed_redirects& redirects,
                     const url_filter* filter)
    : options_(options),
      canonicalizer_(options_.url),
      rows_(rows == sieved_rows::none ? options_.output : output_options()),
      rejected_(rejected_row::writer(options_.output.format)),
      sieved_(rows),
      takes_lines_(rows == sieved_rows::none && options_.rejects.write_to.empty() && !rows_.has_details() &&
                   !options_.mail.unwrap && options_.url.ladder != rung::protocol &&
                   options_.output.edges == edge_choice::none &&
                   options_.text.abbreviated != abbreviated_choice::host &&
                   options_.input.count_column == 0 && canonicalizer_.keeps_normal_paths()),
      keeps_queries_(canonicalizer_.keeps_normal()),
      counts_places_(rows != sieved_rows::viewed),
      reports_rejected_(!options_.rejects.write_to.empty()),
      reads_on_(options_.mail.unwrap || options_.url.ladder == rung::protocol ||
                options_.output.edges != edge_choice::none || filter != nullptr),
      redirects_(redirects),
      needs_resolved_(any_needs(options_.output.fields, column_need::resolution)),
      reports_columns_(rows != sieved_rows::none ||
                       any_needs(options_.output.fields, column_need::table_columns)) {
  if (filter != nullptr) filter_.emplace(*filter);
}

void url_stage::begin(const document& opened, const encoding& queries) {
  opened_ = &opened;
  source_ = {};
  queries_ = queries;
  decoded_.clear();
  if (filter_) filter_->begin(opened.source, opened.base.empty() ? options_.base : opened.base);
  if (options_.output.edges == edge_choice::none) return;
  edge_source_.clear();
  set_edge_source(opened.source);
  if (edge_source_.empty()) set_edge_source(options_.base);
}

// Makes the document's URL the source of edges. Does nothing unless `document_url` is an absolute URL.
void url_stage::set_edge_source(std::string_view document_url) {
  if (document_url.empty() || document_url.size() > options_.url.max_url) return;
  char* const place = decoded_.reserve(canonicalizer::capacity_for(document_url.size(), nullptr));
  const canonical_url normal_form = canonicalizer_.canonicalize(document_url, nullptr, place);
  if (normal_form.rejected == rejection::none) edge_source_ = folded({place, normal_form.size});
}

void url_stage::add(const reference& found, const base_url* base, batch& work, const link_context* context,
                    std::uint64_t count) {
  stats& counted = work.counted;
  ++counted.references;
  if (filter_ && filter_->check_context(where_of(found)) != rejection::none)
    return refuse(rejection::place_not_kept, found, work);
  if (found.raw.size() > options_.url.max_url) return refuse(why_too_long(found.raw, base), found, work);
  const std::string_view as_read = with_encoded_query(with_scheme(found), base);
  char* const place = work.storage.reserve(canonicalizer::capacity_for(as_read.size(), base));
  const canonical_url normal_form = canonicalizer_.canonicalize(as_read, base, place, found.empty_is_base);
  if (normal_form.rejected != rejection::none) return refuse(normal_form.rejected, found, work);
  auto flags = static_cast<std::uint16_t>(found.flags | normal_form.flags);
  if ((flags & options_.url.drop_flags) != 0) return refuse(rejection::flag_dropped, found, work);
  std::string_view url = work.storage.commit(normal_form.size);
  std::string_view target = url;
  if (reads_on_) {
    const rejection why = apply_url_steps(url, target, flags, work.storage);
    if (why != rejection::none) return refuse(why, found, work);
  }
  if (flags != 0) counted.mark(flags, target);
  for (unsigned kinds = normal_form.repairs; kinds != 0; kinds &= kinds - 1) {
    ++counted.repaired[static_cast<std::size_t>(std::countr_zero(kinds))];
  }
  ++counted.kept;
  if (counts_places_) stood_.add(opened_->where.empty() ? found.where : opened_->where);
  work.found.push_back(url);
  if (options_.input.count_column != 0) work.counts.push_back(std::min(count, max_count));
  if (rows_.has_details()) work.details.emplace_back();
  if (rows_.wants_sources()) work.details.back().source = source_kept_in(work.storage);
  if (sieved_ != sieved_rows::none || rows_.has_columns())
    add_columns(found, as_read, base, flags, context, work);
}

void url_stage::add_visit(batch& work) {
  reference visited;
  visited.raw = opened_->source;
  visited.where = "visited";
  ++work.counted.references;
  if (edge_source_.empty()) return refuse(rejection::no_edge, visited, work);
  char* const place = work.storage.reserve(edge_source_.size() + 1);
  *std::copy(edge_source_.begin(), edge_source_.end(), place) = '\t';
  ++work.counted.kept;
  if (counts_places_) stood_.add(visited.where);
  work.found.push_back(work.storage.commit(edge_source_.size() + 1));
  if (options_.input.count_column != 0) work.counts.push_back(1);
  if (rows_.has_details()) work.details.emplace_back();
  if (rows_.wants_sources()) work.details.back().source = source_kept_in(work.storage);
  if (sieved_ != sieved_rows::none || rows_.has_columns())
    add_columns(visited, visited.raw, nullptr, 0, nullptr, work);
}

bool url_stage::is_kept(std::string_view line) const {
  return line.size() <= options_.url.max_url && (keeps_queries_ || line.find('?') == std::string_view::npos);
}

// Adds the URLs of a line that is not normal.
void url_stage::add_other_line(std::string_view line, const other_lines& how, batch& work) {
  line_references_.clear();
  read_url_lines(how.run_has_nul ? with_utf16_as_utf8(line, work.storage) : line, line_references_);
  for (const reference& line_reference : line_references_) {
    if (how.read_text == nullptr || is_url_line(line_reference.raw))
      add(line_reference, how.base, work);
    else
      (*how.read_text)(line_reference.raw);
  }
}

void url_stage::add_lines(std::string_view lines, const base_url* base, const text_line_reader* read_text,
                          batch& work) {
  const other_lines how{lines.find('\0') != std::string_view::npos, base, read_text};
  if (filter_) return add_filtered_lines(lines, how, work);
  std::uint64_t normal = 0;
  lines_.read(lines, [&](std::string_view line, bool is_normal) {
    if (is_normal && is_kept(line)) {
      work.found.push_back(line);
      ++normal;
      return;
    }
    add_other_line(line, how, work);
  });
  work.counted.references += normal;
  work.counted.kept += normal;
}

void url_stage::add_filtered_lines(std::string_view lines, const other_lines& how, batch& work) {
  lines_.read(lines, [&](std::string_view line, bool is_normal) {
    if (!is_normal || !is_kept(line)) return add_other_line(line, how, work);
    ++work.counted.references;
    rejection why = filter_->check_context(opened_->where);
    if (why == rejection::none) why = filter_->check(line);
    if (why != rejection::none) return work.counted.reject(why, line);
    ++work.counted.kept;
    work.found.push_back(line);
  });
}

// Applies unwrapping, redirects, filters and edges. `target` becomes the URL of the reference, and `url` the
// text of its row.
rejection url_stage::apply_url_steps(std::string_view& url, std::string_view& target, std::uint16_t& flags,
                                     arena& storage) {
  if (options_.mail.unwrap) unwrap(url, flags, storage);
  if (options_.url.ladder == rung::protocol) follow(url, flags, storage);
  target = url;
  const rejection why = filter_ ? filter_->check(target) : rejection::none;
  if (why != rejection::none || options_.output.edges == edge_choice::none) return why;
  return make_edge(url, storage);
}

// Returns the reason to reject a long reference: too_long, or scheme_not_kept for schemes that are dropped
// regardless of length, as for pictures in "data:" URLs.
rejection url_stage::why_too_long(std::string_view raw, const base_url* base) {
  constexpr std::size_t scheme_bytes = 256;  // bytes that contain the scheme
  const std::string_view front = raw.substr(0, std::min<std::size_t>(scheme_bytes, options_.url.max_url));
  resolved_.resize(canonicalizer::capacity_for(front.size(), base));
  const rejection why = canonicalizer_.canonicalize(front, base, resolved_.data()).rejected;
  return why == rejection::scheme_not_kept ? why : rejection::too_long;
}

// Returns the offset of a reference. References in a part of a message have the offset of the message.
std::uint64_t url_stage::offset_of(const reference& found) const {
  const bool by_place = is_read_by_line(opened_->type) && opened_->where.empty() && opened_->part.empty();
  return opened_->offset + (by_place ? found.position : 0);
}

void url_stage::report_rejected(rejection why, const reference& found, batch& work) {
  const rejected_row row{why, found.raw, opened_->source, where_of(found), offset_of(found)};
  row.append_to(work.rejected, rejected_);
}

// Returns the name of the document in `storage`; all references of the document share the copy.
std::string_view url_stage::source_kept_in(arena& storage) {
  if (source_.data() == nullptr) source_ = storage.copy(opened_->source);
  return source_;
}

void url_stage::add_columns(const reference& found, std::string_view as_read, const base_url* base,
                            std::uint16_t flags, const link_context* context, batch& work) {
  sieved_url row{work.found.back(),
                 found.raw,
                 opened_->source,
                 where_of(found),
                 offset_of(found),
                 flags,
                 found.delimited,
                 context == nullptr ? std::string_view{} : context->rel,
                 context == nullptr ? std::string_view{} : context->text,
                 opened_->message_id,
                 opened_->part};
  if (from_ != nullptr) {
    row.from = from_;
    row.part_type = part_type_of(opened_->part_type);
    row.line = line_of(row.offset);
  }
  if (reports_columns_) row.column = column_of(found);
  if (rows_.has_columns()) {
    std::string_view resolved;
    if (needs_resolved_) resolved = resolve(as_read, base);
    work.details.back().columns = rows_.columns(row, resolved, work.storage);
  }
  if (sieved_ == sieved_rows::none) return;
  if (sieved_ == sieved_rows::viewed) return work.sieved.push_back(row);
  row.raw = work.storage.copy(row.raw);
  row.where = work.storage.copy(row.where);
  row.source = work.storage.copy(row.source);
  row.rel = work.storage.copy(row.rel);
  row.text = work.storage.copy(row.text);
  row.message_id = work.storage.copy(row.message_id);
  row.part = work.storage.copy(row.part);
  row.column = work.storage.copy(row.column);
  if (from_ != nullptr) {
    row.part_type = work.storage.copy(row.part_type);
    row.from = origin_kept_in(work);
  }
  work.sieved.push_back(row);
}

void url_stage::set_provenance(const provenance& origin, const slice& part) {
  from_ = &origin;
  kept_from_ = nullptr;
  part_ = &part;
  counted_to_ = 0;
  lines_in_part_ = 0;
}

// Returns the line of the byte `offset` of the input; 0 if the slice has no numbered lines.
std::uint64_t url_stage::line_of(std::uint64_t offset) {
  if (part_->line == 0) return 0;
  const std::uint64_t begin = part_->offset + part_->body_offset;
  if (offset < begin || offset - begin > part_->bytes.size()) return 0;
  const auto to = static_cast<std::size_t>(offset - begin);
  if (to < counted_to_) {
    counted_to_ = 0;
    lines_in_part_ = 0;
  }
  const std::string_view more = part_->bytes.substr(counted_to_, to - counted_to_);
  lines_in_part_ += static_cast<std::uint64_t>(std::count(more.begin(), more.end(), '\n'));
  counted_to_ = to;
  return part_->line + lines_in_part_;
}

// Returns the column of the table that holds the reference; empty if there is none.
std::string_view url_stage::column_of(const reference& found) {
  if (opened_->columns == nullptr) return {};
  const std::size_t number = columns_.column_at(found.position);
  return number == std::string_view::npos ? std::string_view{} : opened_->columns->names[number];
}

const provenance* url_stage::origin_kept_in(batch& work) {
  if (kept_from_ != nullptr) return kept_from_;
  provenance& copy = work.origins.emplace_back(*from_);
  copy.input = work.storage.copy(copy.input);
  copy.record_id = work.storage.copy(copy.record_id);
  copy.date = work.storage.copy(copy.date);
  copy.media_type = work.storage.copy(copy.media_type);
  return kept_from_ = &copy;
}

// Returns "text/html" for "Text/HTML; charset=x".
std::string_view url_stage::part_type_of(std::string_view written) {
  if (written.empty()) return {};
  part_type_ = ascii::lowered(trimmed(essence_of(written)));
  return part_type_;
}

std::string_view url_stage::where_of(const reference& found) {
  if (!opened_->where.empty()) return opened_->where;
  if (opened_->where_prefix.empty()) return found.where;
  where_.assign(opened_->where_prefix).append(found.where);
  return where_;
}

// Replaces a wrapped URL by its inner URL. If the inner URL is rejected, the wrapper stays.
void url_stage::unwrap(std::string_view& url, std::uint16_t& flags, arena& storage) {
  const std::string_view inner = unwrapped(url, moved_);
  if (inner.data() != url.data()) replace(url, inner, flags, storage);
}

void url_stage::follow(std::string_view& url, std::uint16_t& flags, arena& storage) {
  const std::string_view target = redirects_.find_inheriting(url, moved_);
  if (!target.empty()) replace(url, target, flags, storage);
}

void url_stage::replace(std::string_view& url, std::string_view target, std::uint16_t& flags,
                        arena& storage) {
  char* const place = storage.reserve(canonicalizer::capacity_for(target.size(), nullptr));
  const canonical_url normal_form = canonicalizer_.canonicalize(target, nullptr, place);
  if (normal_form.rejected != rejection::none) return;
  flags = static_cast<std::uint16_t>((flags & (flag::repaired | flag::ambiguous_hyphen)) | normal_form.flags);
  url = storage.commit(normal_form.size);
}

// Makes the key of an edge: both ends, separated by a TAB, which no URL holds.
rejection url_stage::make_edge(std::string_view& url, arena& storage) {
  const std::string_view target = folded(url);
  if (edge_source_.empty() || target.empty()) return rejection::no_edge;
  if (options_.output.self_loops == loop_choice::drop && target == edge_source_) return rejection::self_loop;
  char* const place = storage.reserve(edge_source_.size() + 1 + target.size());
  char* end = std::copy(edge_source_.begin(), edge_source_.end(), place);
  *end++ = '\t';
  end = std::copy(target.begin(), target.end(), end);
  url = storage.commit(static_cast<std::size_t>(end - place));
  return rejection::none;
}

// Returns a URL as an end of an edge: the URL, its host or its registrable domain; empty if it has none.
std::string_view url_stage::folded(std::string_view url) const {
  if (options_.output.edges == edge_choice::url) return url;
  const url_offsets at = parse(url);
  const url_view view = url_view::at(url.data(), at);
  const bool of_commoncrawl = options_.output.hosts_as == host_form::commoncrawl;
  const std::string_view host = of_commoncrawl ? commoncrawl_host(view) : view.host();
  if (options_.output.edges == edge_choice::host) return host;
  return public_suffix_list::system().registrable_domain(host);
}

// "www.example.com" in text means "http://www.example.com" (rfc2396bis-01 Appendix F).
std::string_view url_stage::with_scheme(const reference& found) {
  const std::string_view raw = (found.flags & flag::refanged) != 0 ? refanged(found.raw) : found.raw;
  if (found.delimited != delimiter::abbreviated) return raw;
  const bool is_ftp = ascii::begins(raw, "ftp.");
  absolute_.assign(is_ftp ? "ftp://" : "http://").append(raw);
  return absolute_;
}

// Returns the reference with defanging undone. reference::raw stays unchanged.
std::string_view url_stage::refanged(std::string_view raw) {
  refanged_.resize(rewritten_capacity(raw.size()));
  refanged_.resize(rewrite(rewriting::refang, raw, raw.size(), refanged_.data()));
  return refanged_;
}

// Encodes the query of a link to http, https, ftp or file in the legacy charset of the page (URL standard,
// section 4.4: "query state").
std::string_view url_stage::with_encoded_query(std::string_view reference, const base_url* base) {
  if (queries_.kind == encoding_kind::unknown || queries_.kind == encoding_kind::utf8) return reference;
  if (is_ascii(reference)) return reference;
  const std::size_t query = std::min(reference.find('?'), reference.size());
  const std::size_t fragment = std::min(reference.find('#', query), reference.size());
  const std::string_view written = reference.substr(query, fragment - query);
  if (is_ascii(written) || !takes_page_encoding(reference, base)) return reference;
  const std::string_view encoded = charsets_.encode_query(queries_, written, decoded_);
  encoded_.assign(reference.substr(0, query)).append(encoded).append(reference.substr(fragment));
  return encoded_;
}

std::string_view url_stage::resolve(std::string_view reference, const base_url* base) {
  resolved_.resize(canonicalizer::capacity_for(reference.size(), base));
  return {resolved_.data(), canonicalizer_.resolve(reference, base, resolved_.data()).size};
}

}  // namespace urlsieve
