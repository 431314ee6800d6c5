// The functions of ICU's converters; ICU is loaded at the first use.
#ifndef URLSIEVE_CODEC_ICU_CONVERTERS_HPP
#define URLSIEVE_CODEC_ICU_CONVERTERS_HPP

#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>
#include <unicode/ustring.h>

#include <string>

#include "src/text/lazy_library.hpp"

namespace urlsieve {

struct icu_converters {
  // Loads ICU at the first call. Throws std::runtime_error if ICU is not installed. Thread-safe.
  [[nodiscard]] static const icu_converters& get();

  // The version of the loaded ICU.
  [[nodiscard]] std::string version() const;

  lazy_library library;
  URLSIEVE_LATE_FUNCTION(library, ucnv_open);
  URLSIEVE_LATE_FUNCTION(library, ucnv_close);
  URLSIEVE_LATE_FUNCTION(library, ucnv_reset);
  URLSIEVE_LATE_FUNCTION(library, ucnv_resetToUnicode);
  URLSIEVE_LATE_FUNCTION(library, ucnv_setToUCallBack);
  URLSIEVE_LATE_FUNCTION(library, ucnv_setFromUCallBack);
  URLSIEVE_LATE_FUNCTION(library, ucnv_setFallback);
  URLSIEVE_LATE_FUNCTION(library, ucnv_getNextUChar);
  URLSIEVE_LATE_FUNCTION(library, ucnv_toUnicode);
  URLSIEVE_LATE_FUNCTION(library, ucnv_fromUnicode);
  URLSIEVE_LATE_FUNCTION(library, ucnv_cbToUWriteUChars);
  URLSIEVE_LATE_FUNCTION(library, ucnv_cbFromUWriteUChars);
  URLSIEVE_LATE_FUNCTION(library, u_strFromUTF8WithSub);
  URLSIEVE_LATE_FUNCTION(library, u_errorName);

 private:
  icu_converters();
};

}  // namespace urlsieve

#endif
