// The only file that knows the file name of ICU's library at build time.
#include "src/codec/icu_converters.hpp"

#include <array>

namespace urlsieve {

icu_converters::icu_converters() : library(URLSIEVE_ICU_LIBRARY) {}

const icu_converters& icu_converters::get() {
  static const icu_converters loaded;
  return loaded;
}

std::string icu_converters::version() const {
  URLSIEVE_LATE_FUNCTION(library, u_getVersion);
  URLSIEVE_LATE_FUNCTION(library, u_versionToString);
  UVersionInfo numbers;
  std::array<char, U_MAX_VERSION_STRING_LENGTH + 1> text{};
  u_getVersion(numbers);
  u_versionToString(numbers, text.data());
  return text.data();
}

}  // namespace urlsieve
