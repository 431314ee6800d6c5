#include "src/documents/archives/warc_metadata.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "src/documents/header_fields.hpp"
#include "src/documents/media_type.hpp"
#include "src/text/ascii.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

// Finds links in fields such as "outlink: http://a.example/ L a/@href": URL, path of discovery, place in the
// page.
void find_outlinks(std::string_view body, std::vector<reference>& found) {
  header_fields fields(body);
  header_field field;
  while (fields.end() < body.size()) {
    if (!fields.next(field)) {
      // Empty lines may separate the fields of a metadata record.
      const std::size_t end = fields.end();
      body.remove_prefix(end);
      fields = header_fields(body);
      continue;
    }
    if (!ascii::same(field.name, "outlink")) continue;
    reference& outlink = found.emplace_back();
    outlink.raw = field.value.substr(0, field.value.find_first_of(" \t\r\n"));
    outlink.where = "metadata:outlink";
    if (outlink.raw.empty()) found.pop_back();
  }
}

bool holds_links(std::string_view media_type, std::string_view body) {
  if (ascii::same(essence_of(media_type), "application/json")) return is_wat(body);
  for (const std::string_view name : {"outlink:", "Outlink:"}) {
    for (std::size_t at = body.find(name); at != npos; at = body.find(name, at + 1))
      if (at == 0 || body[at - 1] == '\n') return true;
  }
  return false;
}

}  // namespace

metadata_content metadata_content_of(std::string_view media_type, std::string_view body) {
  if (holds_links(media_type, body)) return metadata_content::links;
  if (!is_readable(media_type)) return metadata_content::other;
  const std::optional<media> type = media_of(media_type, body);
  const bool is_document =
      type == media::json || type == media::xml || type == media::html || type == media::xhtml;
  return is_document ? metadata_content::document : metadata_content::other;
}

void metadata_reader::open(const slice& part, std::string_view input_name, document& out,
                           std::vector<reference>& header_references, std::vector<reference>& page_references,
                           std::string_view& embedded_base, stats& counted) {
  scratch_.clear();
  std::string_view target = unfolded(part.target, {}, scratch_);
  embedded_base = {};
  describes_response_ = false;
  if (ascii::same(essence_of(part.media_type), "application/json")) {
    wat_links about;
    if (!wat_.read(part.bytes, about, header_references, page_references, scratch_))
      counted.damaged_at(damage::bad_json, input_name, part.offset + part.body_offset,
                         "WAT that is not JSON");
    if (target.empty()) target = about.target;
    embedded_base = about.embedded_base;
    describes_response_ = about.has_response;
  } else {
    find_outlinks(part.bytes, page_references);
  }
  out = document{};
  out.base = target;
  out.source = target.empty() ? input_name : target;
  out.offset = part.offset;
}

}  // namespace urlsieve
