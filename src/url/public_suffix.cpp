#include "src/url/public_suffix.hpp"

#include <libpsl.h>

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <memory>

#include "src/text/fingerprint.hpp"
#include "src/url/host.hpp"

namespace urlsieve {

namespace {

// psl_latest() takes the distribution's file where it can be read and is no older than the one built in.
std::string identity_of_latest() {
  const char* const path = psl_dist_filename();
  if (path != nullptr && *path != '\0') {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path, "rb"), &std::fclose);
    if (file) {
      running_checksum sum;
      std::array<char, 65536> block;
      while (const std::size_t got = std::fread(block.data(), 1, block.size(), file.get()))
        sum.add({block.data(), got});
      return sum.hex();
    }
  }
  const char* const built_in = psl_builtin_sha1sum();
  return std::string("libpsl ") + (built_in == nullptr ? "" : built_in);
}

}  // namespace

public_suffix_list::public_suffix_list()
    : list_(psl_latest(nullptr)), identity_(list_ == nullptr ? "none" : identity_of_latest()) {}

public_suffix_list::~public_suffix_list() {
  psl_free(static_cast<psl_ctx_t*>(list_));
}

const public_suffix_list& public_suffix_list::system() {
  static const public_suffix_list list;
  return list;
}

bool public_suffix_list::is_named_suffix(const char* name) const {
  return psl_is_public_suffix2(static_cast<const psl_ctx_t*>(list_), name,
                               PSL_TYPE_ICANN | PSL_TYPE_NO_STAR_RULE) != 0;
}

bool public_suffix_list::is_under_named_suffix(std::string_view name) const {
  std::array<char, 512> lower;
  if (list_ == nullptr || name.empty() || name.size() >= lower.size()) return false;
  std::size_t size = 0;
  for (const char c : name) lower[size++] = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  lower[size] = '\0';
  if (is_named_suffix(lower.data())) return false;
  for (const char* dot = std::strchr(lower.data(), '.'); dot != nullptr; dot = std::strchr(dot + 1, '.'))
    if (is_named_suffix(dot + 1)) return true;
  return false;
}

std::string_view public_suffix_list::registrable_domain(std::string_view host) const {
  std::array<char, 512> name;
  std::string_view bare = host;
  if (bare.ends_with('.')) bare.remove_suffix(1);
  if (list_ == nullptr || bare.size() >= name.size() || is_ipv4(bare)) return host;
  name[bare.copy(name.data(), bare.size())] = '\0';
  const char* const domain = psl_registrable_domain(static_cast<const psl_ctx_t*>(list_), name.data());
  return domain == nullptr ? host : host.substr(static_cast<std::size_t>(domain - name.data()));
}

}  // namespace urlsieve
