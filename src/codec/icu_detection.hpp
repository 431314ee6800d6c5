// The functions of ICU's charset detector; ICU is loaded at the first use.
#ifndef URLSIEVE_CODEC_ICU_DETECTION_HPP
#define URLSIEVE_CODEC_ICU_DETECTION_HPP

#include <unicode/ucsdet.h>

#include "src/text/lazy_library.hpp"

namespace urlsieve {

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

}  // namespace urlsieve

#endif
