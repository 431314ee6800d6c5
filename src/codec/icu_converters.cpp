// The one place that knows what ICU's library is called where this was built.
#include "src/codec/icu_converters.hpp"

namespace urlsieve {

icu_converters::icu_converters() : library(URLSIEVE_ICU_LIBRARY) {}

const icu_converters& icu_converters::get() {
  static const icu_converters loaded;
  return loaded;
}

}  // namespace urlsieve
