#include "src/pipeline/page_stream.hpp"

#include <algorithm>
#include <cstring>

#include "src/documents/captured_name.hpp"
#include "src/documents/formats.hpp"
#include "src/documents/media_type.hpp"
#include "src/pipeline/option_parts.hpp"

namespace urlsieve {

document as_document(const page& about) {
  document opened;
  opened.charset = about.charset.empty() ? charset_parameter(about.content_type) : about.charset;
  opened.base = about.base;
  opened.source = about.source.empty() ? about.base : about.source;
  return opened;
}

std::optional<media> kind_of(const page& about, std::string_view front, const link_options& links,
                             stats& counted) {
  if (about.type) return about.type;
  const script_bodies scripts = script_bodies_of(links);
  const std::optional<media> type = media_of(about.content_type, front, scripts);
  if (!type && !front.empty()) counted.count_skipped("type", skipped_type_name(about.content_type, front));
  if (type == media::text && is_robots_url(about.base)) return media::robots;
  return type;
}

void page_stream::begin_page(const page& about) {
  base_ = about.base;
  source_ = about.source;
  content_type_ = about.content_type;
  charset_ = about.charset;
  about_ = {{}, base_, source_, content_type_, about.type, charset_};
  splitter_.reset();
  is_skipped_ = false;
  begin_ = used_ = skip_ = needed_ = 0;
  offset_ = 0;
}

void page_stream::begin(const page& about) {
  begin_page(about);
  keep(about.bytes);
}

void page_stream::keep(std::string_view bytes) {
  if (bytes.empty()) return;
  if (begin_ != 0) {
    std::memmove(bytes_.data(), bytes_.data() + begin_, used_ - begin_);
    used_ -= begin_;
    begin_ = 0;
  }
  if (used_ + bytes.size() > bytes_.capacity())
    bytes_.grow(std::max(used_ + bytes.size(), 2 * bytes_.capacity()), used_);
  std::memcpy(bytes_.data() + used_, bytes.data(), bytes.size());
  used_ += bytes.size();
}

void page_stream::feed(std::string_view bytes, const document_consumer& take, stats& counted) {
  if (is_skipped_) return;
  keep(bytes);
  const std::string_view pending(bytes_.data() + begin_, used_ - begin_);
  if (pending.size() < std::max(needed_, sniffed_bytes) || !know(pending, counted)) return;
  begin_ += split(pending, false, take, counted);
}

void page_stream::end(const document_consumer& take, stats& counted) {
  const std::string_view pending(bytes_.data() + begin_, used_ - begin_);
  if (!is_skipped_ && know(pending, counted)) split(pending, true, take, counted);
  is_skipped_ = true;
  slices_.clear();
  bytes_.shrink(largest_kept);
  begin_ = used_ = 0;
}

// Determines the type of the page. Returns false if pages of the type are not read.
bool page_stream::know(std::string_view front, stats& counted) {
  if (splitter_) return true;
  const std::optional<media> type = kind_of(about_, front, options_.links, counted);
  is_skipped_ = !type;
  if (is_skipped_) return false;
  type_ = *type;
  splitter_ = make_document_splitter(type_, splitter_options_of(options_));
  return true;
}

// Splits `pending`, and returns the number of consumed bytes.
std::size_t page_stream::split(std::string_view pending, bool last, const document_consumer& take,
                               stats& counted) {
  const std::size_t skipped = std::min(skip_, pending.size());
  pending.remove_prefix(skipped);
  offset_ += skipped;
  skip_ -= skipped;
  if (skip_ != 0 && !last) return skipped;
  slices_.clear();
  const splitter::progress progress =
      splitter_->split(pending, offset_, last, about_.source, slices_, counted);
  const std::size_t consumed = std::min(progress.consumed, pending.size());
  offset_ += consumed;
  skip_ = progress.consumed - consumed;
  needed_ = progress.needed;
  for (const slice& part : slices_) {
    document opened = as_document(about_);
    opened.type = type_;
    opened.body = part.bytes;
    opened.offset = part.offset + part.body_offset;
    opened.continues = part.continues;
    opened.head = part.head;
    opened.page_base = part.page_base;
    take(opened);
  }
  return skipped + consumed;
}

void page_stream::whole(const page& about, const document_consumer& take, stats& counted) {
  begin_page(about);
  if (know(about.bytes, counted)) split(about.bytes, true, take, counted);
  slices_.clear();
}

}  // namespace urlsieve
