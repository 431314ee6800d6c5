#include "src/pipeline/harvest.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "src/documents/media_type.hpp"
#include "src/text/byte_class.hpp"

namespace urlsieve {

namespace {

// Whether the scheme of a reference, its own or else its base's, is one whose queries are in the page's
// encoding.
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

namespace {

// A redirect out of the schemes that are kept leads on to others; one to a dropped scheme leads nowhere.
url_options for_redirects(url_options options) {
  options.schemes.clear();
  options.drop_flags = 0;
  options.keep_same_document = true;
  return options;
}

link_options noting_canonical(const extract_options& options) {
  link_options links = options.links;
  links.note_canonical = !options.redirects.write_to.empty() && options.redirects.canonical;
  return links;
}

}  // namespace

harvester::harvester(const extract_options& options, bool with_contexts)
    : options_(options),
      canonicalizer_(options.url),
      redirect_ends_(for_redirects(options.url)),
      rows_(options.output),
      with_contexts_(with_contexts),
      http_(http_reader::limits{options.input.max_document}),
      json_lines_(options.input),
      text_(options.text),
      html_(noting_canonical(options)),
      css_(options.links),
      xml_(options.links),
      json_(options.links, options.text) {}

void harvester::harvest(batch& work) {
  std::size_t next_input = 0;
  std::string_view input;
  for (std::size_t i = 0; i < work.slices.size(); ++i) {
    while (next_input < work.inputs.size() && work.inputs[next_input].first_slice <= i) {
      input = work.inputs[next_input++].name;
    }
    open(work.slices[i], input, work);
  }
}

void harvester::open(const slice& part, std::string_view input, batch& work) {
  switch (part.kind) {
    case slice_kind::whole:
    case slice_kind::message: {
      document opened;
      opened.body = part.bytes;
      opened.type = part.type;
      opened.charset = charset_parameter(part.media_type);
      opened.base = part.target;
      opened.source = part.target.empty() ? input : part.target;
      opened.offset = part.offset + part.body_offset;
      opened.continues = part.continues;
      read(opened, work);
      return;
    }
    case slice_kind::http_message:
      return open_http(part, input, work);
    case slice_kind::metadata:
      return read_metadata(part, input, work);
    case slice_kind::json_lines:
      return json_lines_.read(
          part, input, work.counted, [&](const document& opened) { read(opened, work); },
          [&](const slice& metadata) { read_metadata(metadata, input, work); });
  }
}

void harvester::open_http(const slice& part, std::string_view input, batch& work) {
  document opened;
  header_references_.clear();
  const bool has_body = http_.open(part, input, opened, header_references_, work.counted);
  if (!options_.redirects.write_to.empty() && (http_.status() == 301 || http_.status() == 308)) {
    const base_url* const base = outer_base(opened);
    for (const reference& header : header_references_) {
      if (header.where != "http:Location") continue;
      note_redirect(opened.base, header.raw, base, work);
      break;
    }
  }
  if (has_body) {
    read(opened, work);
  } else if (!header_references_.empty()) {
    found_.clear();
    judge_all(opened, work);
  }
  header_references_.clear();
}

void harvester::read(const document& opened, batch& work) {
  if (!opened.continues) ++work.counted.documents;
  found_.clear();
  find(opened, work.counted);
  judge_all(opened, work);
}

void harvester::read_metadata(const slice& part, std::string_view input, batch& work) {
  document opened;
  std::string_view page_base;
  found_.clear();
  header_references_.clear();
  metadata_.open(part, input, opened, header_references_, found_.references, page_base, work.counted);
  if (!page_base.empty()) found_.embedded_base = page_base;
  ++work.counted.documents;
  judge_all(opened, work);
  header_references_.clear();
}

void harvester::judge_all(const document& opened, batch& work) {
  // What a <base> says holds for the document, not for the header it came under (HTML standard,
  // section 4.2.3).
  const base_url* const outer = outer_base(opened);
  for (const reference& header : header_references_) judge(header, opened, outer, work);
  const base_url* const base = embedded_base(outer);
  for (const reference& found : found_.references) judge(found, opened, base, work);
  if (found_.canonical) note_redirect(opened.base, *found_.canonical, base, work);
}

// Nothing is counted here: what is a reference besides is judged as one.
void harvester::note_redirect(std::string_view from, std::string_view to, const base_url* base, batch& work) {
  if (from.empty()) return;
  redirect seen;
  seen.from = redirect_end(from, nullptr, work);
  if (!seen.from.empty()) seen.to = redirect_end(to, base, work);
  if (!seen.to.empty() && seen.from != seen.to) work.redirects.push_back(seen);
}

// Empty where there is no URL.
std::string_view harvester::redirect_end(std::string_view written, const base_url* base, batch& work) {
  if (written.size() > options_.url.max_url) return {};
  char* const place = work.storage.reserve(canonicalizer::room_for(written.size(), base));
  const canonical_url made = redirect_ends_.canonicalize(written, base, place);
  return made.rejected == rejection::none ? work.storage.commit(made.size) : std::string_view{};
}

void harvester::find(const document& opened, stats& counted) {
  switch (opened.type) {
    case media::text: {
      // Abbreviated references are looked for only where nothing is relative to a base (rfc2396bis-01
      // Appendix F).
      document text = opened;
      if (text.base.empty()) text.base = options_.base;
      return text_.find(text, found_, counted);
    }
    case media::url_list:
      return read_url_lines(opened.body, found_.references);
    case media::cdx:
      return read_cdx_lines(opened, found_.references, found_.decoded, counted);
    case media::html:
      return html_.find(opened, found_, counted);
    case media::xhtml:
    case media::xml:
      return xml_.find(opened, found_, counted);
    case media::css:
      return css_.find(opened, found_, counted);
    case media::json:
      return json_.find(opened, found_, counted);
  }
}

// The precedence of url-syntax-05 section 5.1 from its second rung on: what encloses the document or was
// retrieved, else the default.
const base_url* harvester::outer_base(const document& opened) {
  const std::string_view given = opened.base.empty() ? std::string_view(options_.base) : opened.base;
  return !given.empty() && document_base_.assign(given, options_.url) ? &document_base_ : nullptr;
}

// The first rung: what the document says itself, resolved against the next one out.
const base_url* harvester::embedded_base(const base_url* outer) {
  if (!found_.embedded_base || found_.embedded_base->size() > options_.url.max_url) return outer;
  const std::string_view href = *found_.embedded_base;
  char* const place = found_.decoded.reserve(canonicalizer::room_for(href.size(), outer));
  const canonical_url resolved = canonicalizer_.resolve(href, outer, place);
  if (resolved.rejected != rejection::none) return outer;
  const bool usable =
      embedded_base_.assign({place, resolved.size}, options_.url) && embedded_base_.hierarchical();
  return usable ? &embedded_base_ : outer;
}

// One reference becomes a URL of the batch, or is counted with the reason why not.
void harvester::judge(const reference& found, const document& opened, const base_url* base, batch& work) {
  stats& counted = work.counted;
  ++counted.references;
  if (found.raw.size() > options_.url.max_url) return counted.reject(rejection::too_long);
  const std::string_view as_read = with_encoded_query(with_scheme(found), base);
  char* const place = work.storage.reserve(canonicalizer::room_for(as_read.size(), base));
  const canonical_url made = canonicalizer_.canonicalize(as_read, base, place, found.empty_is_base);
  if (made.rejected != rejection::none) return counted.reject(made.rejected);
  const auto flags = static_cast<std::uint16_t>(found.flags | made.flags);
  if ((flags & options_.url.drop_flags) != 0) return counted.reject(rejection::flag_dropped);
  if (flags != 0) counted.mark(flags);
  for (unsigned kinds = made.repairs; kinds != 0; kinds &= kinds - 1) {
    ++counted.repaired[static_cast<std::size_t>(std::countr_zero(kinds))];
  }
  ++counted.kept;
  found_url& url = work.found.emplace_back();
  url.url = work.storage.commit(made.size);
  if (!with_contexts_ && !rows_.has_columns()) return;

  const bool by_place = opened.type == media::text || opened.type == media::url_list;
  found_context context{found.raw,
                        opened.source,
                        found.where,
                        opened.offset + (by_place ? found.position : 0),
                        flags,
                        found.delimited,
                        {},
                        {},
                        opened.message_id,
                        opened.part};
  if (rows_.has_columns()) {
    std::string_view resolved;
    if (rows_.wants(field::resolved)) resolved = resolve(as_read, base);
    url.columns = rows_.columns(context, resolved, work.storage);
  }
  if (!with_contexts_) return;
  context.raw = work.storage.copy(context.raw);
  context.where = work.storage.copy(context.where);
  context.source = work.storage.copy(context.source);
  work.contexts.push_back(context);
}

// "www.example.com" in text means "http://www.example.com" (rfc2396bis-01 Appendix F).
std::string_view harvester::with_scheme(const reference& found) {
  if (found.delimited != delimiter::abbreviated) return found.raw;
  const bool is_ftp = found.raw.size() >= 4 && (found.raw[0] | 0x20) == 'f' && (found.raw[1] | 0x20) == 't' &&
                      (found.raw[2] | 0x20) == 'p' && found.raw[3] == '.';
  absolute_.assign(is_ftp ? "ftp://" : "http://").append(found.raw);
  return absolute_;
}

// In a page of a legacy charset the query of a link to http, https, ftp or file is encoded in that charset
// (URL standard, section 4.4: "query state").
std::string_view harvester::with_encoded_query(std::string_view reference, const base_url* base) {
  if (found_.query_encoding.kind == encoding_kind::unknown ||
      found_.query_encoding.kind == encoding_kind::utf8) {
    return reference;
  }
  const std::size_t query = std::min(reference.find('?'), reference.size());
  const std::size_t fragment = std::min(reference.find('#', query), reference.size());
  const std::string_view written = reference.substr(query, fragment - query);
  const bool is_ascii =
      std::none_of(written.begin(), written.end(), [](char c) { return bytes::non_ascii.contains(c); });
  if (is_ascii || !takes_page_encoding(reference, base)) return reference;
  const std::string_view encoded = charsets_.encode_query(found_.query_encoding, written, found_.decoded);
  encoded_.assign(reference.substr(0, query)).append(encoded).append(reference.substr(fragment));
  return encoded_;
}

std::string_view harvester::resolve(std::string_view reference, const base_url* base) {
  resolved_.resize(canonicalizer::room_for(reference.size(), base));
  return {resolved_.data(), canonicalizer_.resolve(reference, base, resolved_.data()).size};
}

}  // namespace urlsieve
