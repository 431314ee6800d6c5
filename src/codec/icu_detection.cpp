#include "src/codec/icu_detection.hpp"

namespace urlsieve {

icu_detection::icu_detection() : library(URLSIEVE_ICU_DETECTION_LIBRARY) {}

const icu_detection& icu_detection::get() {
  static const icu_detection loaded;
  return loaded;
}

}  // namespace urlsieve
