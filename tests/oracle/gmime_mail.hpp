// Reads messages with GMime, which parses messages, decodes transfer encodings and converts charsets. src
// does not use GMime.
#ifndef URLSIEVE_TESTS_ORACLE_GMIME_MAIL_HPP
#define URLSIEVE_TESTS_ORACLE_GMIME_MAIL_HPP

#include <gmime/gmime.h>

#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve::oracle {

struct gmime_text {
  std::string type;     // "text/html", lower case
  std::string charset;  // as declared
  std::string format;   // format parameter of text/plain, for example flowed
  bool del_sp = false;
  std::string utf8;  // the body, decoded and converted
};

class gmime_reader {
 public:
  gmime_reader() { g_mime_init(); }

  // Returns the text parts of `message`, and the texts around the parts of multiparts, in order; false if
  // GMime rejects the message.
  bool read(std::string_view message, std::vector<gmime_text>& texts) {
    texts.clear();
    texts_ = &texts;
    GMimeStream* const stream = g_mime_stream_mem_new_with_buffer(message.data(), message.size());
    GMimeParser* const parser = g_mime_parser_new_with_stream(stream);
    g_mime_parser_set_persist_stream(parser, FALSE);
    GMimeMessage* const parsed = g_mime_parser_construct_message(parser, nullptr);
    const bool is_message = parsed != nullptr;
    if (is_message) {
      if (GMimeObject* const root = g_mime_message_get_mime_part(parsed)) visit(root, 0);
      g_object_unref(parsed);
    }
    g_object_unref(parser);
    g_object_unref(stream);
    return is_message;
  }

 private:
  void visit(GMimeObject* object, int depth) {
    if (depth > 80) return;
    if (GMIME_IS_MULTIPART(object)) {
      auto* const all = reinterpret_cast<GMimeMultipart*>(object);
      take_text(g_mime_multipart_get_prologue(all));
      for (int i = 0; i < g_mime_multipart_get_count(all); ++i)
        visit(g_mime_multipart_get_part(all, i), depth + 1);
      take_text(g_mime_multipart_get_epilogue(all));
    } else if (GMIME_IS_MESSAGE_PART(object)) {
      GMimeMessage* const inner =
          g_mime_message_part_get_message(reinterpret_cast<GMimeMessagePart*>(object));
      if (inner == nullptr) return;
      if (GMimeObject* const root = g_mime_message_get_mime_part(inner)) visit(root, depth + 1);
    } else if (GMIME_IS_PART(object)) {
      take(reinterpret_cast<GMimePart*>(object));
    }
  }

  static std::string text_of(const char* value) {
    return value == nullptr ? std::string() : std::string(value);
  }

  // Returns true if a text without a declared type is a page.
  static bool begins_page(const std::string& text) {
    static const std::regex page("^[ \\t\\r\\n]*<(html|!doctype html)\\b", std::regex::icase);
    return std::regex_search(text.substr(0, 1024), page, std::regex_constants::match_continuous);
  }

  // Takes the text before or after the parts of a multipart.
  void take_text(const char* text) {
    if (text == nullptr) return;
    gmime_text& output = texts_->emplace_back();
    output.type = "text/plain";
    output.utf8 = text;
  }

  void take(GMimePart* part) {
    GMimeContentType* const type = g_mime_object_get_content_type(reinterpret_cast<GMimeObject*>(part));
    gmime_text output;
    output.type = text_of(g_mime_content_type_get_media_type(type)) + "/" +
                  text_of(g_mime_content_type_get_media_subtype(type));
    for (char& c : output.type) c = static_cast<char>(g_ascii_tolower(c));
    if (!output.type.starts_with("text/") && !output.type.starts_with("message/")) return;
    if (output.type == "message/external-body") return;
    output.charset = text_of(g_mime_content_type_get_parameter(type, "charset"));
    output.format = text_of(g_mime_content_type_get_parameter(type, "format"));
    output.del_sp =
        g_ascii_strcasecmp(text_of(g_mime_content_type_get_parameter(type, "delsp")).c_str(), "yes") == 0;
    GMimeDataWrapper* const content = g_mime_part_get_content(part);
    if (content == nullptr) return;
    GMimeStream* const memory = g_mime_stream_mem_new();
    GMimeStream* const filtered = g_mime_stream_filter_new(memory);
    // HTML finders detect the charset of a page themselves.
    if (output.type != "text/html" && !output.charset.empty()) {
      if (GMimeFilter* const convert = g_mime_filter_charset_new(output.charset.c_str(), "utf-8")) {
        g_mime_stream_filter_add(reinterpret_cast<GMimeStreamFilter*>(filtered), convert);
        g_object_unref(convert);
      }
    }
    g_mime_data_wrapper_write_to_stream(content, filtered);
    g_mime_stream_flush(filtered);
    const GByteArray* const bytes =
        g_mime_stream_mem_get_byte_array(reinterpret_cast<GMimeStreamMem*>(memory));
    output.utf8.assign(reinterpret_cast<const char*>(bytes->data), bytes->len);
    g_object_unref(filtered);
    g_object_unref(memory);
    const bool is_untyped =
        g_mime_object_get_header(reinterpret_cast<GMimeObject*>(part), "Content-Type") == nullptr;
    if (is_untyped && begins_page(output.utf8)) output.type = "text/html";
    texts_->push_back(std::move(output));
  }

  std::vector<gmime_text>* texts_ = nullptr;
};

}  // namespace urlsieve::oracle

#endif
