// Writes ASN.1 elements in DER and BER, and structures of the Cryptographic Message Syntax.
#ifndef URLSIEVE_TESTS_CODEC_DER_HPP
#define URLSIEVE_TESTS_CODEC_DER_HPP

#include <cstddef>
#include <string>
#include <string_view>

namespace urlsieve::testing {

// Returns an element with a definite length.
inline std::string der(unsigned char tag, std::string_view content) {
  std::string output(1, static_cast<char>(tag));
  if (content.size() < 128) {
    output.push_back(static_cast<char>(content.size()));
  } else {
    output.push_back('\x84');
    for (unsigned shift = 32; shift != 0;)
      output.push_back(static_cast<char>(content.size() >> (shift -= 8) & 0xFFU));
  }
  return output.append(content);
}

// Returns an element with an indefinite length.
inline std::string ber(unsigned char tag, std::string_view content) {
  return std::string(1, static_cast<char>(tag)).append("\x80").append(content).append(2, '\0');
}

inline const std::string id_of_data = "\x2A\x86\x48\x86\xF7\x0D\x01\x07\x01";
inline const std::string id_of_signed_data = "\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02";
inline const std::string id_of_enveloped_data = "\x2A\x86\x48\x86\xF7\x0D\x01\x07\x03";
inline const std::string id_of_compressed_data = "\x2A\x86\x48\x86\xF7\x0D\x01\x09\x10\x01\x09";

// `content`: an element such as der(4, "bytes"), or empty for no content. `element` writes the enclosing
// elements.
template <class Element>
std::string cms_structure(const std::string& id, const std::string& content, const Element& element) {
  const std::string algorithms =
      id == id_of_compressed_data ? der(0x30, der(6, id_of_data)) : element(0x31, std::string_view());
  const std::string wrapped = content.empty() ? content : element(0xA0, content);
  const std::string inner = element(0x30, der(6, id_of_data) + wrapped);
  const std::string signers = id == id_of_signed_data ? element(0x31, std::string_view()) : std::string();
  return element(0x30,
                 der(6, id) + element(0xA0, element(0x30, der(2, "\x01") + algorithms + inner + signers)));
}

}  // namespace urlsieve::testing

#endif
