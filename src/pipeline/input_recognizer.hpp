// Recognizes an input by its first bytes: compression, an archive of files, another charset, or a format. The
// functions change the input: they put decoders in front of its source, or set its format.
#ifndef URLSIEVE_PIPELINE_INPUT_RECOGNIZER_HPP
#define URLSIEVE_PIPELINE_INPUT_RECOGNIZER_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/codec/charset.hpp"
#include "src/documents/formats.hpp"
#include "src/documents/input_head.hpp"
#include "src/input/archives/file_archive.hpp"
#include "src/input/read_ahead.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/current_input.hpp"
#include "src/pipeline/option_parts.hpp"

namespace urlsieve {

struct extract_options;

class input_recognizer {
 public:
  // Requires: `options` outlive the recognizer.
  explicit input_recognizer(const extract_options& options);

  // The next step after a look at the head of an input.
  enum class step : std::uint8_t {
    split,    // the format is set
    reread,   // the source gives other bytes: the pending bytes are to be dropped
    enter,    // an archive of files: archive_stack::enter()
    unusable  // the input cannot be read; counted
  };
  struct verdict {
    step next;
    file_archive archive = file_archive::none;  // for step::enter
    std::size_t junk = 0;                       // bytes in front of the archive
  };

  // Looks at the pending bytes `head`, the first of the input. `whole`: the input ends behind them. `ahead`:
  // how the content of a compressed input is read.
  [[nodiscard]] verdict look_at(std::string_view head, bool whole, const read_ahead& ahead,
                                current_input& input, batch& next) const;

  // Puts a decompressor in front of the pending bytes `compressed` and the bytes behind them, which are to be
  // dropped then. Returns false, and counts the fault, if the input is compressed too often.
  [[nodiscard]] static bool decompress(std::string_view compressed, const read_ahead& ahead,
                                       current_input& input, batch& next);

  // Recognizes the format of a live input at a pause by the complete lines of the pending bytes, or by all
  // bytes if the user gave the format. Does not decide on compressed input and other charsets, which more
  // bytes will show. Returns step::split or step::reread, or nullopt if the format is not known yet.
  [[nodiscard]] std::optional<step> look_early(std::string_view pending, current_input& input,
                                               batch& next) const;

  // Looks again at an input that was recognized at a pause, with the `more` bytes that came, until the usual
  // size of a head is reached. `ended`: the input ends behind `more`. The rest of the
  // input is read in the new format; delivered slices stay.
  void look_again(std::string_view more, bool ended, current_input& input, batch& next) const;

  // Returns the format of a small member of an archive that is in memory as a whole, `whole`. Returns nullopt
  // if the member needs a conversion, or is an archive.
  [[nodiscard]] std::optional<format_match> match_format_in_place(std::string_view whole,
                                                                  const current_input& input) const;

  // Sets the recognized format, and adds a warning if the format begins behind other bytes.
  void use(const format_match& found, current_input& input, batch& next) const;

 private:
  [[nodiscard]] static unsigned most_decompressions(const current_input& input) {
    // The source of an input undoes one compression itself; the source of a member undoes none.
    return input.is_member ? 4 : 3;
  }
  [[nodiscard]] input_head head_of(std::string_view front, bool whole, const current_input& input) const;
  [[nodiscard]] format_match match_head(std::string_view front, bool whole, const current_input& input) const;
  [[nodiscard]] static bool decompress_brotli_input(std::string_view head, current_input& input, batch& next);
  bool recode(std::string_view head, current_input& input) const;
  [[nodiscard]] bool is_mail_of_doubled_returns(std::string_view head, const current_input& input) const;
  [[nodiscard]] bool may_be_undeclared(const format_match& found) const;
  bool decode_undeclared(const format_match& found, std::string_view head, current_input& input,
                         batch& next) const;
  [[nodiscard]] step find_format_of(std::string_view head, bool whole, current_input& input,
                                    batch& next) const;

  option_parts options_;
  encoding undeclared_;  // charset of text that declares none; unknown: guess
};

}  // namespace urlsieve

#endif
