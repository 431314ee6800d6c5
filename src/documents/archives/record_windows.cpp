#include "src/documents/archives/record_windows.hpp"

#include <algorithm>

#include "src/documents/lines/markup_windows.hpp"
#include "src/documents/lines/plain_text.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {

std::unique_ptr<record_windows> record_windows::begin(const split_call& now, const warc_record& record,
                                                      const document& shown, std::size_t max_document,
                                                      const text_search& text) {
  std::unique_ptr<record_windows> windows(new record_windows);
  switch (shown.type) {
    case media::text: {
      input_options options;
      options.max_document = max_document;
      windows->cutter_ = std::make_unique<plain_text_splitter>(options, text);
      windows->values_ = std::make_shared<const std::string>(
          std::string(record.target).append(shown.media_type).append(shown.location));
      break;
    }
    case media::html:
    case media::xhtml:
    case media::xml: {
      markup_limits limits;
      limits.max_document = max_document;
      windows->cutter_ = std::make_unique<markup_window_splitter>(shown.type, limits, record.target,
                                                                  shown.media_type, shown.location);
      break;
    }
    default:
      return nullptr;
  }
  windows->header_left_ = shown.header_size;
  windows->target_size_ = record.target.size();
  windows->type_size_ = shown.media_type.size();
  windows->record_ = now.at();
  windows->record_size_ = record.header_size + *record.length + 4;
  windows->headers_ =
      std::make_shared<const std::string>(now.rest().substr(0, record.header_size + shown.header_size));
  return windows;
}

std::size_t record_windows::emit(split_call& now, std::size_t end, bool ends) {
  const std::size_t header = std::min(header_left_, end);
  header_left_ -= header;
  now.done += header;
  const std::string_view text = now.rest().substr(0, end - header);
  const std::size_t before = now.out.size();
  const splitter::progress advance = cutter_->split(text, now.at(), ends, now.input, now.out, now.counted);
  for (std::size_t i = before; i < now.out.size(); ++i) {
    now.out[i].record = record_;
    now.out[i].record_size = record_size_;
    now.out[i].record_header = *headers_;
    now.out[i].header_owner = headers_;
    if (!values_) continue;
    const std::string_view values = *values_;
    now.out[i].owner = values_;
    now.out[i].target = values.substr(0, target_size_);
    now.out[i].media_type = values.substr(target_size_, type_size_);
    now.out[i].location = values.substr(target_size_ + type_size_);
  }
  now.done += advance.consumed;
  if (advance.consumed == text.size()) return 0;
  return std::max(advance.needed, text.size() - advance.consumed + 1) + record_lookahead;
}

}  // namespace urlsieve
