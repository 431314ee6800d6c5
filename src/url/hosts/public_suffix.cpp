#include "src/url/hosts/public_suffix.hpp"

#include <libpsl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>

#include "src/text/ascii.hpp"
#include "src/text/lazy_library.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/url/hosts/host.hpp"
#include "src/url/hosts/idna.hpp"

namespace urlsieve {

namespace {

// The functions of libpsl, loaded on first use.
struct psl_functions {
  lazy_library library{URLSIEVE_PSL_LIBRARY};
  URLSIEVE_LATE_FUNCTION(library, psl_builtin);
  URLSIEVE_LATE_FUNCTION(library, psl_builtin_file_time);
  URLSIEVE_LATE_FUNCTION(library, psl_builtin_sha1sum);
  URLSIEVE_LATE_FUNCTION(library, psl_dist_filename);
  URLSIEVE_LATE_FUNCTION(library, psl_free);
  URLSIEVE_LATE_FUNCTION(library, psl_is_public_suffix2);
  URLSIEVE_LATE_FUNCTION(library, psl_load_fp);
  URLSIEVE_LATE_FUNCTION(library, psl_registrable_domain);
  URLSIEVE_LATE_FUNCTION(library, psl_unregistrable_domain);
};

const psl_functions& psl() {
  static const psl_functions loaded;
  return loaded;
}

using open_file = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// Throws for an unreadable list: another list would silently change the shards of URLs.
[[noreturn]] void refuse(const char* path, int number) {
  throw std::system_error(number, std::generic_category(), std::string("cannot read ") + path);
}

// Opens the distribution's list; null if there is no list, no permission to read the list, or the built-in
// list is newer.
open_file open_distributed() {
  const char* const path = psl().psl_dist_filename();
  if (path == nullptr || *path == '\0') return {nullptr, &std::fclose};
  open_file file(std::fopen(path, "rbe"), &std::fclose);
  if (!file) {
    if (errno == ENOENT || errno == ENOTDIR || errno == EACCES) return file;
    refuse(path, errno);
  }
  struct stat about{};
  if (::fstat(::fileno(file.get()), &about) != 0) refuse(path, errno);
  if (about.st_mtime < psl().psl_builtin_file_time()) file.reset();
  return file;
}

std::string bytes_of(std::FILE* file) {
  std::string bytes;
  std::array<char, 65536> block;
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file))
    bytes.append(block.data(), count);
  if (std::ferror(file) != 0) refuse(psl().psl_dist_filename(), errno);
  return bytes;
}

}  // namespace

public_suffix_list::public_suffix_list() : list_(nullptr), identity_("none") {
  if (const open_file file = open_distributed()) {
    packed_ = bytes_of(file.get());
    identity_ = checksum_of(packed_);
    if (std::fseek(file.get(), 0, SEEK_SET) != 0) refuse(psl().psl_dist_filename(), errno);
    list_ = psl().psl_load_fp(file.get());
  }
  if (list_ != nullptr) return;
  packed_.clear();
  list_ = const_cast<psl_ctx_t*>(psl().psl_builtin());
  const char* const sum = psl().psl_builtin_sha1sum();
  if (list_ != nullptr) identity_ = std::string("libpsl ") + (sum == nullptr ? "" : sum);
}

public_suffix_list::~public_suffix_list() {
  psl().psl_free(static_cast<psl_ctx_t*>(list_));
}

const public_suffix_list& public_suffix_list::system() {
  static const public_suffix_list list;
  return list;
}

const suffix_rules& public_suffix_list::rules() const {
  std::call_once(rules_read_, [this] {
    rules_ = suffix_rules::read(packed_);
    packed_ = {};
  });
  return rules_;
}

bool public_suffix_list::is_named_suffix(const char* name) const {
  return psl().psl_is_public_suffix2(static_cast<const psl_ctx_t*>(list_), name,
                                     PSL_TYPE_ICANN | PSL_TYPE_NO_STAR_RULE) != 0;
}

std::string_view public_suffix_list::named_suffix(std::string_view host, section rules) const {
  std::array<char, 512> name;
  if (list_ == nullptr || host.empty() || host.size() >= name.size()) return {};
  if (host.find('\0') != std::string_view::npos) return {};
  name[host.copy(name.data(), host.size())] = '\0';
  const int type = (rules == section::registries ? PSL_TYPE_ICANN : PSL_TYPE_ANY) | PSL_TYPE_NO_STAR_RULE;
  for (const char* at = name.data(); at != nullptr; at = std::strchr(at, '.')) {
    if (*at == '.') ++at;
    if (psl().psl_is_public_suffix2(static_cast<const psl_ctx_t*>(list_), at, type) != 0)
      return host.substr(static_cast<std::size_t>(at - name.data()));
  }
  return {};
}

bool public_suffix_list::is_under_named_suffix(std::string_view name) const {
  std::array<char, longest_idna_host + 1> lower;
  if (list_ == nullptr || name.empty() || name.size() >= 512) return false;
  const bool ascii_only =
      std::none_of(name.begin(), name.end(), [](char c) { return bytes::non_ascii.contains(c); });
  std::size_t size = 0;
  if (ascii_only) {
    for (const char c : name) lower[size++] = ascii::lower(c);
  } else {
    // UTS 46 lowers all scripts, and the list has the A-labels of its rules.
    const auto converted = to_a_labels(name, lower.data());
    if (!converted) return false;
    size = *converted;
  }
  lower[size] = '\0';
  if (is_named_suffix(lower.data())) return false;
  for (const char* dot = std::strchr(lower.data(), '.'); dot != nullptr; dot = std::strchr(dot + 1, '.'))
    if (is_named_suffix(dot + 1)) return true;
  return false;
}

bool has_private_top_level(std::string_view name) {
  constexpr std::array<std::string_view, 4> names{"onion", "example", "local", "i2p"};
  const std::string_view last = name.substr(name.rfind('.') + 1);
  return std::any_of(names.begin(), names.end(),
                     [last](std::string_view top) { return ascii::same(last, top); });
}

std::string_view public_suffix_list::registrable_domain(std::string_view host) const {
  std::array<char, 512> name;
  std::string_view bare = host;
  if (bare.ends_with('.')) bare.remove_suffix(1);
  if (list_ == nullptr || bare.size() >= name.size() || bare.starts_with('[') || is_ipv4(bare)) return host;
  name[bare.copy(name.data(), bare.size())] = '\0';
  const char* const domain = psl().psl_registrable_domain(static_cast<const psl_ctx_t*>(list_), name.data());
  return domain == nullptr ? host : host.substr(static_cast<std::size_t>(domain - name.data()));
}

std::string_view public_suffix_list::public_suffix(std::string_view host) const {
  std::array<char, 512> name;
  std::string_view bare = host;
  if (bare.ends_with('.')) bare.remove_suffix(1);
  const bool has_domain =
      bare.find('.') != std::string_view::npos && !bare.starts_with('[') && !is_ipv4(bare);
  if (list_ == nullptr || !has_domain || bare.size() >= name.size()) return {};
  const bool is_plain = !bare.ends_with('.') && std::none_of(bare.begin(), bare.end(), [](char c) {
    return c == '\0' || bytes::non_ascii.contains(c);
  });
  if (is_plain && !rules().empty()) return host.substr(rules().suffix_of(bare));
  name[bare.copy(name.data(), bare.size())] = '\0';
  const char* const suffix =
      psl().psl_unregistrable_domain(static_cast<const psl_ctx_t*>(list_), name.data());
  return suffix == nullptr ? std::string_view() : host.substr(static_cast<std::size_t>(suffix - name.data()));
}

}  // namespace urlsieve
