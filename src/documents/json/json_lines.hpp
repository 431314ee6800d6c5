// Reads JSON Lines: one object per line. Named fields hold the text, HTML and URL of documents, or a message
// in base64, padded or not, in either alphabet (RFC 4648 sections 4 and 5).
#ifndef URLSIEVE_DOCUMENTS_JSON_LINES_HPP
#define URLSIEVE_DOCUMENTS_JSON_LINES_HPP

#include <memory>
#include <string_view>
#include <type_traits>

#include "src/documents/lines/line_runs.hpp"
#include "src/documents/splitter.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class json_lines_splitter final : public line_run_splitter {
 public:
  explicit json_lines_splitter(const input_options& options)
      : line_run_splitter(slice_kind::json_lines, media::text, options) {}

  [[nodiscard]] std::unique_ptr<splitter> fork_at_cut() const override {
    return is_between_lines() ? std::make_unique<json_lines_splitter>(*this) : nullptr;
  }
};

// Holds scratch memory; one object per thread.
class json_lines_reader {
 public:
  // The parser: `exact` uses simdjson only; `quick` tries plain_json first. Both return the same results.
  enum class way : unsigned char { quick, exact };

  explicit json_lines_reader(const input_options& options, way parser = way::quick);
  ~json_lines_reader();
  json_lines_reader(const json_lines_reader&) = delete;
  json_lines_reader& operator=(const json_lines_reader&) = delete;

  // Reads whole lines. Calls give(const document&) for each text and HTML of a line, in the order of their
  // fields; base and source of the document are the URL of the line. A dotted path ("page.html") names a
  // field and descends into arrays, so one line may give several documents.
  //
  // A line that is not a JSON object gives nothing and is damage::bad_line. A WAT line without named fields
  // goes to give_metadata(const slice&) as slice_kind::metadata. Any other line without a text, HTML or
  // message is counted as skipped ("line:no-fields").
  //
  // If the options name neither the format nor a field, a line without a text, HTML or message is given as a
  // document of media::json instead. A line without a URL is given as such a document, too, behind its text
  // and HTML and without these (document::continues): its other members may hold links.
  //
  // Messages go to give_message(const slice&) as slice_kind::message, behind the documents of their line. A
  // message that is not valid base64 is damage::bad_transfer_encoding. Views are valid until the callback
  // returns. Requires: 64 readable bytes after the end of lines.bytes.
  template <class Give, class GiveMetadata, class GiveMessage>
  void read(const slice& lines, std::string_view input_name, stats& counted, Give&& give,
            GiveMetadata&& give_metadata, GiveMessage&& give_message) {
    read_lines(lines, input_name, counted,
               receiver{address(give), &call<std::remove_reference_t<Give>, document>, address(give_metadata),
                        &call<std::remove_reference_t<GiveMetadata>, slice>, address(give_message),
                        &call<std::remove_reference_t<GiveMessage>, slice>});
  }

  // Overloads for callers without messages, and without messages and WAT.
  template <class Give, class GiveMetadata>
  void read(const slice& lines, std::string_view input_name, stats& counted, Give&& give,
            GiveMetadata&& give_metadata) {
    read(lines, input_name, counted, give, give_metadata, [](const slice&) {});
  }
  template <class Give>
  void read(const slice& lines, std::string_view input_name, stats& counted, Give&& give) {
    read(lines, input_name, counted, give, [](const slice&) {});
  }

 private:
  struct receiver {
    void* give_to;
    void (*give)(void* to, const document& found);
    void* give_metadata_to;
    void (*give_metadata)(void* to, const slice& found);
    void* give_message_to;
    void (*give_message)(void* to, const slice& found);
  };

  template <class Callable>
  static void* address(Callable& callable) {
    return const_cast<void*>(static_cast<const void*>(&callable));
  }
  template <class Callable, class Found>
  static void call(void* to, const Found& found) {
    (*static_cast<Callable*>(to))(found);
  }

  void read_lines(const slice& lines, std::string_view input_name, stats& counted, const receiver& to);

  struct machinery;
  std::unique_ptr<machinery> machinery_;
  way how_;
};

}  // namespace urlsieve

#endif
