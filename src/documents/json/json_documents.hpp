// Splits JSON documents, one or several in a file, into runs of whole documents, or into windows of a large
// document.
#ifndef URLSIEVE_DOCUMENTS_JSON_DOCUMENTS_HPP
#define URLSIEVE_DOCUMENTS_JSON_DOCUMENTS_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/documents/splitter.hpp"

namespace urlsieve {

struct input_options;

// A slice ends at the first line end between documents behind run_size bytes, or at a document that follows
// another directly. A line that begins a document ends a string without a closing quote. A document larger
// than the largest document is cut behind a comma outside strings; a longer string is cut anywhere. Slices of
// a cut document have a `head`; JSON paths begin anew in each slice but the first.
class json_document_splitter final : public splitter {
 public:
  static constexpr std::size_t run_size = std::size_t{256} << 10U;

  explicit json_document_splitter(const input_options& options);

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) override;
  std::size_t split_at_pause(std::string_view bytes, std::uint64_t offset, std::vector<slice>& out) override;

 private:
  [[nodiscard]] std::size_t scan(std::string_view bytes, std::size_t to);
  [[nodiscard]] bool end_cut_string(std::string_view bytes);
  void emit(std::string_view bytes, std::size_t size, bool is_window, std::uint64_t offset,
            std::vector<slice>& out);

  std::size_t largest_;
  // The state of the scan in the bytes that split() has not consumed.
  std::size_t scanned_ = 0;
  std::size_t between_ = 0;  // offset behind the last place between two documents; 0: none
  std::size_t comma_ = 0;    // offset behind the last comma outside strings; 0: none
  std::size_t depth_ = 0;
  std::size_t string_ = 0;  // offset of the first byte of the last string; 0 if in an earlier slice
  bool in_string_ = false;
  bool is_escaped_ = false;
  bool is_behind_document_ = false;  // the last bracket closed a document

  bool has_emitted_ = false;  // a slice was delivered
  bool in_window_ = false;    // the last slice ended inside a document
};

}  // namespace urlsieve

#endif
