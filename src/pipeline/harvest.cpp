#include "src/pipeline/harvest.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include "src/documents/media_type.hpp"
#include "src/pipeline/redirect_reader.hpp"

namespace urlsieve {

namespace {

// What the run needs to know of links besides what was asked for.
link_options noting(const extract_options& options) {
  link_options links = options.links;
  for (const field asked : options.output.fields)
    links.note_context = links.note_context || asked == field::rel || asked == field::text;
  links.note_canonical =
      options.redirects.canonical && (!options.redirects.write_to.empty() || options.redirects.learn);
  return links;
}

}  // namespace

harvester::harvester(const extract_options& options, bool with_contexts, const redirect_table* redirects)
    : options_(options),
      judge_(options, with_contexts, redirects),
      resolver_(options.url),
      redirect_ends_(for_redirects(options.url)),
      notes_redirects_(!options.redirects.write_to.empty() || options.redirects.learn),
      notes_canonical_(noting(options).note_canonical),
      http_(http_reader::limits{options.input.max_document}),
      json_lines_(options.input),
      mail_(options.mail, options.url),
      text_(options.text),
      html_(noting(options), options.text),
      css_(options.links),
      xml_(noting(options), options.text),
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
    case slice_kind::message:
      return open_message(part, input, work);
    case slice_kind::whole: {
      document opened;
      opened.body = part.bytes;
      opened.type = part.type;
      opened.charset = charset_parameter(part.media_type);
      opened.base = part.target;
      opened.source = part.target.empty() ? input : part.target;
      opened.offset = part.offset + part.body_offset;
      opened.continues = part.continues;
      opened.head = part.head;
      opened.page_base = part.page_base;
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
  if (notes_redirects_ && (http_.status() == 301 || http_.status() == 308)) {
    const base_url* const base = outer_base(opened);
    for (const reference& header : header_references_) {
      if (header.where != "http:Location") continue;
      note_redirect(opened.base, header.raw, base, work);
      break;
    }
  }
  found_.clear();
  if (has_body) {
    read(opened, work);
  } else if (!header_references_.empty()) {
    judge_all(opened, work);
  }
  if (notes_canonical_ && !found_.canonical && !http_.canonical().empty())
    note_redirect(opened.base, http_.canonical(), outer_base(opened), work);
  header_references_.clear();
}

void harvester::open_message(const slice& part, std::string_view input, batch& work) {
  in_message_ = true;
  mail_.read(
      part, input, work.counted, [&](const document& opened) { read(opened, work); },
      [&](const document& context, std::span<const reference> found) {
        const base_url* const base = outer_base(context);
        judge_.begin(context, {});
        for (const reference& header : found) judge_.judge(header, base, work);
      });
  in_message_ = false;
}

// A reference to another part of its own message is no link (RFC 2557); where it is asked for, it stands for
// the location of that part.
bool harvester::is_internal(const reference& found, const document& opened, const base_url* base,
                            batch& work) {
  const bool has_own_base = !opened.base.empty() || found_.embedded_base;
  const internal_target target = mail_.find_internal(found.raw, has_own_base ? base : nullptr);
  if (!target.is_part) return false;
  if (!options_.mail.keep_internal) {
    ++work.counted.references;
    work.counted.reject(rejection::internal);
    return true;
  }
  if (target.location.empty()) return false;
  reference located = found;
  located.raw = target.location;
  judge_.judge(located, nullptr, work);
  return true;
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
  if (!header_references_.empty()) judge_.begin(opened, {});
  for (const reference& header : header_references_) judge_.judge(header, outer, work);
  const base_url* const base = embedded_base(outer);
  judge_.begin(opened, found_.query_encoding);
  for (std::size_t i = 0; i < found_.references.size(); ++i) {
    if (in_message_ && is_internal(found_.references[i], opened, base, work)) continue;
    const link_context* const around = i < found_.contexts.size() ? &found_.contexts[i] : nullptr;
    judge_.judge(found_.references[i], base, work, around);
  }
  if (found_.canonical && !in_message_) note_redirect(opened.base, *found_.canonical, base, work);
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
  // Abbreviated references are looked for only where nothing is relative to a base (rfc2396bis-01
  // Appendix F).
  document in_context = opened;
  if (in_context.base.empty()) in_context.base = options_.base;
  switch (opened.type) {
    case media::text:
      return text_.find(in_context, found_, counted);
    case media::url_list:
      return read_url_lines(opened.body, found_.references);
    case media::cdx:
      return read_cdx_lines(opened, found_.references, found_.decoded, counted);
    case media::html:
      return html_.find(in_context, found_, counted);
    case media::xhtml:
    case media::xml:
      return xml_.find(in_context, found_, counted);
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
  const canonical_url resolved = resolver_.resolve(href, outer, place);
  if (resolved.rejected != rejection::none) return outer;
  const bool usable =
      embedded_base_.assign({place, resolved.size}, options_.url) && embedded_base_.hierarchical();
  return usable ? &embedded_base_ : outer;
}

}  // namespace urlsieve
