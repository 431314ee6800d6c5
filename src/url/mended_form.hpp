// The middle way, between the copy of what is in normal form (normal_form.hpp) and the long way through
// repair and writer: an http or https URL in need of what many URLs need is written in normal form in one
// pass. Letters beyond ASCII and excluded characters are escaped, escapes settled, the host lowered or
// converted, the default port left out, dot segments removed. Whatever else there is to do: the long way.
#ifndef URLSIEVE_URL_MENDED_FORM_HPP
#define URLSIEVE_URL_MENDED_FORM_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/url/normal_form.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

struct mended_form {
  std::size_t size = 0;       // 0: not on this way
  std::uint16_t repairs = 0;  // bit 1 << repair_kind for each kind made
  std::uint16_t flags = 0;    // of namespace flag
};

class mender {
 public:
  explicit mender(const url_options& options);

  // What the long way gives for the absolute `url`, written to `out`, which has room for that and
  // normal_form_overrun bytes more. `front`: what copy_if_normal() saw when it copied the first window there.
  [[nodiscard]] mended_form mend(std::string_view url, const web_front& front, char* out) const;

 private:
  bool able_;  // the options ask for nothing that only the long way knows
  bool scheme_rung_;
  bool keep_fragment_;
  bool keep_above_root_;
  bool refuse_above_root_;
};

}  // namespace urlsieve

#endif
