#include "src/codec/charset_detection.hpp"

#include <unicode/ucsdet.h>
#include <cstdint>
#include <memory>
#include <span>

#include "src/text/arena.hpp"
#include "src/text/encodings/utf16_runs.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/lazy_library.hpp"

namespace urlsieve {
namespace {

// The functions of ICU's charset detector; ICU is loaded at the first use.
struct icu_detection {
  // Loads ICU at the first call. Throws std::runtime_error if ICU is not installed. Thread-safe.
  [[nodiscard]] static const icu_detection& get();

  lazy_library library;
  URLSIEVE_LATE_FUNCTION(library, ucsdet_open);
  URLSIEVE_LATE_FUNCTION(library, ucsdet_close);
  URLSIEVE_LATE_FUNCTION(library, ucsdet_setText);
  URLSIEVE_LATE_FUNCTION(library, ucsdet_detectAll);
  URLSIEVE_LATE_FUNCTION(library, ucsdet_getName);
  URLSIEVE_LATE_FUNCTION(library, ucsdet_getConfidence);

 private:
  icu_detection();
};

icu_detection::icu_detection() : library(URLSIEVE_ICU_DETECTION_LIBRARY) {}

const icu_detection& icu_detection::get() {
  static const icu_detection loaded;
  return loaded;
}

// ICU's scale is 0 to 100; ICU returns 10 if the text is too short (csrmbcs.cpp, match_mbcs).
constexpr std::int32_t least_confidence = 15;

const icu_detection& detection() {
  return icu_detection::get();
}

struct detector_closer {
  void operator()(UCharsetDetector* open) const { detection().ucsdet_close(open); }
};

// Returns `front` without a truncated last character of UTF-8.
std::string_view without_cut_character(std::string_view front) {
  constexpr std::size_t longest_character = 4;
  for (std::size_t size = 1; size < longest_character && size <= front.size(); ++size) {
    const std::string_view last = front.substr(front.size() - size);
    if (is_utf8_trail(last.front())) continue;
    // The rest is a truncated character if it becomes valid with more bytes.
    const utf8_piece piece = first_utf8(last);
    if (!piece.well_formed && piece.size == size) front.remove_suffix(size);
    break;
  }
  return front;
}

// Returns true if each ill-formed piece has at least 10 well-formed characters beyond ASCII beside it. Text
// in other charsets has far fewer of them.
bool is_mostly_utf8(std::string_view front) {
  constexpr std::size_t least_per_fault = 10;
  std::size_t characters = 0;
  std::size_t faults = 0;
  while (!front.empty()) {
    if (static_cast<unsigned char>(front.front()) < 0x80) {
      front.remove_prefix(1);
      continue;
    }
    const utf8_piece piece = first_utf8(front);
    ++(piece.well_formed ? characters : faults);
    front.remove_prefix(piece.size);
  }
  return characters >= faults * least_per_fault;
}

}  // namespace

encoding guess_encoding(std::string_view text) {
  arena converted;
  const std::string_view front =
      without_cut_character(with_utf16_as_utf8(text.substr(0, detected_bytes), converted));
  if (is_utf8(front) || is_mostly_utf8(front)) return {};
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UCharsetDetector, detector_closer> detector(detection().ucsdet_open(&status));
  if (U_FAILURE(status) != 0) return {};
  detection().ucsdet_setText(detector.get(), front.data(), static_cast<std::int32_t>(front.size()), &status);
  std::int32_t count = 0;
  const UCharsetMatch** const matches = detection().ucsdet_detectAll(detector.get(), &count, &status);
  if (U_FAILURE(status) != 0) return {};
  for (const UCharsetMatch* const match : std::span(matches, static_cast<std::size_t>(count))) {
    if (detection().ucsdet_getConfidence(match, &status) < least_confidence || U_FAILURE(status) != 0) break;
    const encoding named = find_encoding(detection().ucsdet_getName(match, &status));
    if (named.kind == encoding_kind::utf8) break;
    if (named.kind == encoding_kind::single_byte || named.kind == encoding_kind::multi_byte) return named;
  }
  return {};
}

undeclared_charset find_undeclared_charset(std::string_view text, const encoding& fallback) {
  if (find_byte_order_mark(text).size != 0) return {};
  if (fallback.kind == encoding_kind::unknown) return {guess_encoding(text), true};
  const std::string_view front = text.substr(0, detected_bytes);
  const bool is_narrow = front.find('\0') == std::string_view::npos && is_utf8(without_cut_character(front));
  return {is_wide(fallback) && is_narrow ? find_encoding("utf-8") : fallback, false};
}

}  // namespace urlsieve
