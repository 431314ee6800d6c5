// Flowed text is undone as its slow twin does it.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "src/documents/message/flowed_text.hpp"
#include "tests/oracle/flowed_twin.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 20'000) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  urlsieve::arena room;
  if (urlsieve::unflowed(text, true, room) != urlsieve::oracle::unflowed(text)) std::abort();
  if (urlsieve::unflowed(text, false, room).data() != text.data()) std::abort();
  return 0;
}
