// JSON Lines: one object a line, of which named fields are the documents' text, HTML and URL.
#ifndef URLSIEVE_DOCUMENTS_JSON_LINES_HPP
#define URLSIEVE_DOCUMENTS_JSON_LINES_HPP

#include <memory>
#include <string_view>
#include <type_traits>

#include "src/documents/line_runs.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class json_lines_splitter final : public line_run_splitter {
 public:
  explicit json_lines_splitter(const input_options& options)
      : line_run_splitter(slice_kind::json_lines, media::text, options) {}
};

// Holds scratch memory; one a thread.
class json_lines_reader {
 public:
  explicit json_lines_reader(const input_options& options);
  ~json_lines_reader();
  json_lines_reader(const json_lines_reader&) = delete;
  json_lines_reader& operator=(const json_lines_reader&) = delete;

  // Calls sink(const document&) for each text and each HTML that a line of `lines` holds, in the order of
  // their fields; its base and source is the line's URL. A field is named by a dotted path ("page.html");
  // arrays on the way are looked through, so that one line may give several documents. A line that is no JSON
  // object gives none and is damage::bad_json. Views live until the sink returns. REQUIRES: 64 readable bytes
  // after the end of lines.bytes.
  template <class Sink>
  void read(const slice& lines, std::string_view input_name, stats& counted, Sink&& sink) {
    read(lines, input_name, counted, &give<std::remove_reference_t<Sink>>,
         const_cast<void*>(static_cast<const void*>(&sink)));
  }

 private:
  using sink_call = void (*)(void* sink, const document& found);

  template <class Sink>
  static void give(void* sink, const document& found) {
    (*static_cast<Sink*>(sink))(found);
  }

  void read(const slice& lines, std::string_view input_name, stats& counted, sink_call call, void* sink);

  struct machinery;
  std::unique_ptr<machinery> machinery_;
};

}  // namespace urlsieve

#endif
