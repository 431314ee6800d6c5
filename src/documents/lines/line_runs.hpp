// Cuts line-oriented input into runs of whole lines, about as long as each other. Where they are cut depends
// on the lines alone.
#ifndef URLSIEVE_DOCUMENTS_LINE_RUNS_HPP
#define URLSIEVE_DOCUMENTS_LINE_RUNS_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/documents/splitter.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// Each slice ends at the last line end within a run of so many bytes, or, if its first line is longer, at
// that line's end; the last line may lack one. A line longer than the largest document is damage::too_large.
class line_run_splitter : public splitter {
 public:
  static constexpr std::size_t run_size = std::size_t{256} << 10;

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) final;
  std::size_t split_at_pause(std::string_view bytes, std::uint64_t offset, std::vector<slice>& out) final;
  [[nodiscard]] std::size_t last_cut(std::string_view bytes) const final;

 protected:
  line_run_splitter(slice_kind kind, media type, const input_options& options, std::size_t run = run_size)
      : kind_(kind), type_(type), run_(run), max_line_(options.max_document) {}

  // Slices were given, and what split() left begins with a line.
  [[nodiscard]] bool is_between_lines() const { return begun_ && !in_long_line_; }

 private:
  void emit(std::string_view run, std::uint64_t offset, std::vector<slice>& out);

  slice_kind kind_;
  media type_;
  std::size_t run_;
  std::size_t max_line_;
  bool begun_ = false;         // a slice was given
  bool in_long_line_ = false;  // of which the rest is passed over
};

}  // namespace urlsieve

#endif
