// Splits line-oriented input into runs of whole lines of similar size. The cuts depend on the lines alone.
#ifndef URLSIEVE_DOCUMENTS_LINE_RUNS_HPP
#define URLSIEVE_DOCUMENTS_LINE_RUNS_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/documents/splitter.hpp"

namespace urlsieve {

struct input_options;

// A slice ends at the last line end within `run` bytes, or, if its first line is longer, at the end of that
// line. The last line may lack a line end. A line longer than the largest document is damage::too_large, and
// is skipped.
class line_run_splitter : public splitter {
 public:
  static constexpr std::size_t run_size = std::size_t{256} << 10;

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) final;
  std::size_t split_at_pause(std::string_view bytes, std::uint64_t offset, std::vector<slice>& out) final;
  [[nodiscard]] std::size_t last_cut(std::string_view bytes) const final;

 protected:
  // `may_hold_text`: see slice::may_hold_text.
  line_run_splitter(slice_kind kind, media type, const input_options& options, std::size_t run = run_size,
                    bool may_hold_text = false);

  // Returns true if a slice was delivered and the unconsumed bytes begin with a line.
  [[nodiscard]] bool is_between_lines() const { return has_emitted_ && !in_long_line_; }

 private:
  void emit(std::string_view run, std::uint64_t offset, std::vector<slice>& out);

  slice_kind kind_;
  media type_;
  std::size_t run_;
  std::size_t max_line_;
  bool may_hold_text_;
  bool has_emitted_ = false;   // a slice was delivered
  bool in_long_line_ = false;  // the rest of a long line is being skipped
};

// Delivers windows of one document whose type is read line by line: robots.txt, a playlist, an index.
class line_document_splitter final : public line_run_splitter {
 public:
  line_document_splitter(media type, const input_options& options)
      : line_run_splitter(slice_kind::whole, type, options) {}
};

}  // namespace urlsieve

#endif
