// S/MIME structures: a structure that OpenSSL accepts yields the content that OpenSSL reads. A truncated
// structure yields a prefix of the content, or is reported as damaged.
#include "src/codec/cms_content.hpp"

#include <openssl/cms.h>
#include <openssl/err.h>
#include <openssl/objects.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "tests/codec/der.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::cms_content_target {
namespace {

// Nesting depth of constructed strings. OpenSSL accepts 5 (ASN1_MAX_STRING_NEST).
constexpr int max_string_depth = 4;

// Content as OpenSSL reads it. read_by_openssl returns nullopt unless the bytes are signed-data or
// compressed-data.
struct reference_content {
  bool has_content = false;
  bool is_der = false;  // OpenSSL writes the structure with the same bytes
  std::string bytes;
};

std::string written_by_openssl(const CMS_ContentInfo* parsed) {
  std::string der(static_cast<std::size_t>(std::max(i2d_CMS_ContentInfo(parsed, nullptr), 0)), '\0');
  auto* at = reinterpret_cast<unsigned char*>(der.data());
  i2d_CMS_ContentInfo(parsed, &at);
  return der;
}

std::optional<reference_content> read_by_openssl(std::string_view structure) {
  const auto* at = reinterpret_cast<const unsigned char*>(structure.data());
  const std::unique_ptr<CMS_ContentInfo, decltype(&CMS_ContentInfo_free)> parsed(
      d2i_CMS_ContentInfo(nullptr, &at, static_cast<long>(structure.size())), &CMS_ContentInfo_free);
  std::optional<reference_content> found;
  if (parsed) {
    const int type = OBJ_obj2nid(CMS_get0_type(parsed.get()));
    ASN1_OCTET_STRING** const content = CMS_get0_content(parsed.get());
    if ((type == NID_pkcs7_signed || type == NID_id_smime_ct_compressedData) && content != nullptr) {
      found.emplace();
      found->has_content = *content != nullptr;
      found->is_der = written_by_openssl(parsed.get()) == structure;
      if (found->has_content)
        found->bytes.assign(reinterpret_cast<const char*>(ASN1_STRING_get0_data(*content)),
                            static_cast<std::size_t>(ASN1_STRING_length(*content)));
    }
  }
  ERR_clear_error();
  return found;
}

struct own_content {
  cms_content found;
  std::string bytes;
};

own_content read_here(std::string_view structure) {
  const exact_bytes kept(structure);
  arena out;
  own_content here{read_cms(kept.view(), out), {}};
  here.bytes = here.found.bytes;
  here.found.bytes = {};
  require(here.bytes.size() <= structure.size());
  require(here.found.has_content || here.bytes.empty());
  if (here.found.kind != cms_kind::signed_data && here.found.kind != cms_kind::compressed_data)
    require(!here.found.has_content);
  return here;
}

std::string element(bool is_open, unsigned char tag, std::string_view content) {
  return is_open ? testing::ber(tag, content) : testing::der(tag, content);
}

// Returns an OCTET STRING, primitive or constructed as the input chooses, and appends its content to
// `content`.
std::string string_of(fuzz_input& given, int depth, std::string& content) {
  const unsigned how = given.byte();
  if (depth == max_string_depth || how % 3 == 0) {
    const std::string_view bytes = given.take(how / 3);
    content += bytes;
    return testing::der(4, bytes);
  }
  std::string pieces;
  for (unsigned count = how / 6 % 5; count > 0; --count) pieces += string_of(given, depth + 1, content);
  return element(how % 3 == 1, 0x24, pieces);
}

// Checks that a truncated structure yields a prefix of the content of the whole structure.
void require_front_of(const own_content& whole, std::string_view cut) {
  const own_content part = read_here(cut);
  require(whole.bytes.starts_with(part.bytes));
  const bool has_all = part.found.has_content == whole.found.has_content && part.bytes == whole.bytes;
  require(has_all || part.found.damaged || part.found.kind == cms_kind::none);
}

void require_claims(std::string_view structure, std::size_t cut) {
  const own_content here = read_here(structure);
  if (const std::optional<reference_content> theirs = read_by_openssl(structure)) {
    require(here.found.kind == cms_kind::signed_data || here.found.kind == cms_kind::compressed_data);
    // OpenSSL accepts elements of any type as parts of a constructed string.
    require(!here.found.damaged || !theirs->is_der);
    if (here.found.damaged)
      require(theirs->bytes.starts_with(here.bytes));
    else
      require(here.found.has_content == theirs->has_content && here.bytes == theirs->bytes);
  }
  require_front_of(here, structure.substr(0, cut % (structure.size() + 1)));
}

}  // namespace

extern const std::size_t longest_input = 4'000;

// Even first byte: the input is the structure. Odd: a well-formed structure is generated, and then one byte
// is changed.
void run(fuzz_input& given) {
  const unsigned how = given.byte();
  const std::size_t cut = given.byte() | given.byte() << 8U;
  if (how % 2 == 0) {
    require_claims(given.rest(), cut);
    return;
  }
  const std::size_t place = given.byte() | given.byte() << 8U;
  const unsigned change = given.byte();
  const bool is_signed = (how & 2U) != 0;
  const bool is_open = (how & 4U) != 0;
  std::string content;
  const std::string string = (how & 8U) != 0 ? string_of(given, 0, content) : std::string();
  const auto around = [&](unsigned char tag, std::string_view inside) {
    return element(is_open, tag, inside);
  };
  std::string structure = testing::cms_structure(
      is_signed ? testing::id_of_signed_data : testing::id_of_compressed_data, string, around);
  const std::optional<reference_content> theirs = read_by_openssl(structure);
  require(theirs && theirs->bytes == content && theirs->has_content == !string.empty());
  require(!read_here(structure).found.damaged);
  require_claims(structure, cut);
  char& changed = structure[place % structure.size()];
  changed = static_cast<char>(static_cast<unsigned char>(changed) ^ change);
  require_claims(structure, cut);
}

}  // namespace urlsieve::fuzz::cms_content_target
