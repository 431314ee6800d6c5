#include "src/pipeline/container.hpp"

#include "src/documents/arc.hpp"
#include "src/documents/cdx.hpp"
#include "src/documents/json_lines.hpp"
#include "src/documents/listserv_log.hpp"
#include "src/documents/mbox.hpp"
#include "src/documents/message_file.hpp"
#include "src/documents/message_signs.hpp"
#include "src/documents/news_batch.hpp"
#include "src/documents/plain_text.hpp"
#include "src/documents/url_list.hpp"
#include "src/documents/warc.hpp"
#include "src/documents/whole_file.hpp"
#include "src/input/sniff.hpp"
#include "src/text/byte_class.hpp"

namespace urlsieve {

namespace {

recognised read_as(container kind) {
  recognised found;
  found.kind = kind;
  return found;
}

bool named_as_html(std::string_view name) {
  return name.ends_with(".html") || name.ends_with(".htm") || name.ends_with(".xhtml") ||
         name.ends_with(".shtml");
}

bool has_tag(std::string_view head) {
  for (std::size_t at = head.find('<'); at < head.size(); at = head.find('<', at + 1)) {
    const char next = at + 1 < head.size() ? head[at + 1] : ' ';
    if (bytes::alpha.contains(next) || next == '/' || next == '!') return true;
  }
  return false;
}

container holding(mail_sign sign) {
  switch (sign) {
    case mail_sign::mbox:
      return container::mbox;
    case mail_sign::listserv:
      return container::listserv;
    case mail_sign::news_batch:
      return container::news_batch;
    case mail_sign::packed_batch:
      return container::packed_news;
    case mail_sign::message:
      break;
  }
  return container::message;
}

recognised by_content(std::string_view name, std::string_view head, bool whole) {
  if (const auto sign = sign_of_mail(head)) return read_as(holding(*sign));
  recognised found;
  switch (sniff(head, whole)) {
    case sniffed::empty:
      return read_as(container::text);
    case sniffed::text:
      // A page may begin with anything.
      return read_as(named_as_html(name) && has_tag(head) ? container::html : container::text);
    case sniffed::urls:
      return read_as(container::urls);
    case sniffed::html:
      return read_as(container::html);
    case sniffed::xml:
      return read_as(container::xml);
    case sniffed::warc:
      return read_as(container::warc);
    case sniffed::cdx:
      return read_as(container::cdx);
    case sniffed::jsonl:
      return read_as(container::json_lines);
    case sniffed::arc:
      return read_as(container::arc);
    case sniffed::binary:
      found.passed_over = "binary";
      break;
  }
  return found;
}

}  // namespace

recognised recognise_container(std::string_view name, std::string_view head, bool whole,
                               const input_options& options) {
  switch (options.format) {
    case input_format::text:
      return read_as(container::text);
    case input_format::urls:
      return read_as(container::urls);
    case input_format::html:
      return read_as(container::html);
    case input_format::warc:  // of either kind
      return read_as(sniff(head, whole) == sniffed::arc ? container::arc : container::warc);
    case input_format::jsonl:
      return read_as(container::json_lines);
    case input_format::mbox:
      return read_as(container::mbox);
    case input_format::maildir:
      return read_as(container::message);
    case input_format::mail:
    case input_format::news: {
      const auto sign = sign_of_mail(head);
      return read_as(sign ? holding(*sign) : container::message);
    }
    case input_format::automatic:
      break;
  }
  return by_content(name, head, whole);
}

std::unique_ptr<splitter> make_splitter(container kind, const extract_options& options) {
  const input_options& input = options.input;
  switch (kind) {
    case container::text:
      return std::make_unique<plain_text_splitter>(input, options.text);
    case container::urls:
      return std::make_unique<url_list_splitter>(input);
    case container::html:
      return std::make_unique<whole_file_splitter>(media::html, input);
    case container::xml:
      return std::make_unique<whole_file_splitter>(media::xml, input);
    case container::warc:
      return std::make_unique<warc_splitter>(input, options.text);
    case container::arc:
      return std::make_unique<arc_splitter>(input);
    case container::cdx:
      return std::make_unique<cdx_splitter>(input);
    case container::json_lines:
      return std::make_unique<json_lines_splitter>(input);
    case container::mbox:
      return std::make_unique<mbox_splitter>(input, options.text);
    case container::message:
      return std::make_unique<message_file_splitter>(input, options.text);
    case container::listserv:
      return std::make_unique<listserv_splitter>(input, options.text);
    case container::news_batch:
      return std::make_unique<news_batch_splitter>(input, options.text);
    case container::packed_news:
      return std::make_unique<packed_news_splitter>(input, options.text);
  }
  return nullptr;
}

}  // namespace urlsieve
