// ICU's converters, loaded when the first of them is needed.
#ifndef URLSIEVE_CODEC_ICU_CONVERTERS_HPP
#define URLSIEVE_CODEC_ICU_CONVERTERS_HPP

#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>
#include <unicode/ustring.h>

#include <string>

#include "src/text/late_library.hpp"

namespace urlsieve {

struct icu_converters {
  // Throws std::runtime_error where ICU is not there. Thread-safe.
  [[nodiscard]] static const icu_converters& get();

  // Of the ICU that was loaded.
  [[nodiscard]] std::string version() const;

  late_library library;
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

 private:
  icu_converters();
};

}  // namespace urlsieve

#endif
