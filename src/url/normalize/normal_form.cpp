// One pass copies the URL and draws maps of it. A few operations on words then prove normal form for most
// URLs, and the copy is the result. Other URLs are checked byte by byte where the maps require it; if a
// change is needed, the result is 0, and the slow path overwrites `out`.
#include "src/url/normalize/normal_form.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "src/text/scan/byte_class.hpp"
#include "src/text/scan/copy_and_classify.hpp"
#include "src/url/hosts/plain_host.hpp"
#include "src/url/normalize/normal_terms.hpp"
#include "src/url/percent.hpp"

namespace urlsieve {

namespace {

constexpr byte_classes relative_terms{
    rows_of(normal_plain), rows_of(normal_plain - byte_set(":")), {'/', '.', '-'}};

enum class byte_check : unsigned char { nothing, cut, deviation };

// Checks bytes outside of `normal_plain`, and each "/" before ".".
class examiner {
 public:
  examiner(std::string_view text, bool keep_fragment) : text_(text), keep_fragment_(keep_fragment) {}

  byte_check check(std::size_t at) {
    switch (text_[at]) {
      case '%':
        return is_settled_escape(text_, at) ? byte_check::nothing : byte_check::deviation;
      case '#':
        if (!keep_fragment_) return byte_check::cut;
        return std::exchange(in_fragment_, true) ? byte_check::deviation : byte_check::nothing;
      case '/':
        return is_dot_segment(at + 1) ? byte_check::deviation : byte_check::nothing;
      default:
        return byte_check::deviation;
    }
  }

  // Returns true if the segment at `from` is a dot segment.
  [[nodiscard]] bool is_dot_segment(std::size_t from) const {
    std::size_t end = from;
    while (end < text_.size() && end < from + 2 && text_[end] == '.') ++end;
    return end > from && (end == text_.size() || text_[end] == '/' || text_[end] == '?' || text_[end] == '#');
  }

 private:
  std::string_view text_;
  bool keep_fragment_;
  bool in_fragment_ = false;
};

// Copies and checks `text` up to a fragment that is removed. Returns the size; 0 if a change is needed.
// `first` holds the maps of the first window, which is already in `out`.
std::size_t rest_if_normal(std::string_view text, const byte_classes& terms, bool keep_fragment, char* out,
                           const class_maps& first) {
  examiner examined(text, keep_fragment);
  class_maps later;
  for (std::size_t from = 0;; from += class_window) {
    const class_maps& maps = from == 0 ? first : later;
    const text_map before_dots = slashes_before_dots(maps);
    for (std::size_t word = 0; word < 2; ++word) {
      std::uint64_t bits = maps.outside_first[word] | before_dots[word];
      for (; bits != 0; bits &= bits - 1) {
        const std::size_t at = from + word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
        const byte_check seen = examined.check(at);
        if (seen == byte_check::deviation) return 0;
        if (seen == byte_check::cut) return at;
      }
    }
    const std::size_t next = from + class_window;
    if (next >= text.size()) return text.size();
    if (text[next - 1] == '/' && examined.is_dot_segment(next)) return 0;
    copy_and_classify(text.data() + next, std::min(text.size() - next, class_window), terms, out + next,
                      later);
  }
}

// Returns true if a ":" before the first "/" may end a scheme.
bool may_begin_with_scheme(std::string_view reference, const class_maps& maps) {
  if (reference[0] == '?' || reference[0] == '/') return false;
  const auto colons = [&maps](std::size_t word) {
    return maps.outside_second[word] & ~maps.outside_first[word];
  };
  const std::uint64_t slashes = maps.marks[0][0];
  if (slashes != 0) return (colons(0) & ((slashes & (~slashes + 1)) - 1)) != 0;
  return (colons(0) | colons(1)) != 0 || reference.size() > class_window;
}

// Returns the directory above `directory`; the root is its own parent.
std::size_t parent_directory(const normal_base& base, std::size_t directory) {
  if (directory - 1 == base.path) return directory;
  do --directory;
  while (base.bytes[directory - 1] != '/');
  return directory;
}

// Copies `url`, whose host begins at `host`, and returns the size; 0 if a change is needed. `may_lack_host`
// allows an empty host. Inlined, because a call would cost a tenth of the time.
[[gnu::always_inline]] inline std::size_t copy_from_host(std::string_view url, std::size_t host,
                                                         bool may_lack_host, normal_form_options options,
                                                         char* out, web_front& front) {
  class_maps& maps = front.maps;
  copy_and_classify(url.data(), std::min(url.size(), class_window), normal_url_terms, out, maps);
  const text_map before_dots = slashes_before_dots(maps);
  const std::uint64_t deviations =
      maps.outside_first[0] | maps.outside_first[1] | before_dots[0] | before_dots[1];
  const std::uint64_t slashes = maps.marks[0][0] >> host << host;
  if (slashes == 0) {  // no path, or an unusual host
    if (deviations != 0 || url.size() <= host || url.size() >= 64 ||
        !is_plain_host(url.data(), host, url.size(), maps))
      return 0;
    if (options.slash_path) out[url.size()] = '/';
    return url.size() + (options.slash_path ? 1 : 0);
  }
  const auto path = static_cast<std::size_t>(std::countr_zero(slashes));
  if (path == host ? !may_lack_host : !is_plain_host(url.data(), host, path, maps)) return 0;
  if (deviations == 0 && url.size() <= class_window) return url.size();
  front.path = path;
  return rest_if_normal(url, normal_url_terms, options.keep_fragment, out, maps);
}

}  // namespace

std::size_t copy_if_normal(std::string_view url, normal_form_options options, char* out, web_front& front) {
  front.host = web_scheme_size(url);
  return front.host == 0 ? 0 : copy_from_host(url, front.host, false, options, out, front);
}

std::size_t copy_if_normal(std::string_view url, const scheme_info& scheme, normal_form_options options,
                           char* out) {
  const std::size_t host = scheme.name.size() + 3;
  if (!url.substr(host - 2).starts_with("//") || scheme.has(scheme_rule::selector)) return 0;
  if (scheme.has(scheme_rule::local_host) && url.substr(host).starts_with("localhost")) return 0;
  if (scheme.has(scheme_rule::type_code) && url.find(';') != std::string_view::npos) return 0;
  options.slash_path = options.slash_path && scheme.has(scheme_rule::slash_path);
  web_front front;
  return copy_from_host(url, host, !scheme.has(scheme_rule::host_required), options, out, front);
}

std::size_t join_if_normal(std::string_view reference, const normal_base& base, normal_form_options options,
                           char* out) {
  if (reference.empty() || reference[0] == '#') return 0;
  if (reference.starts_with("//")) {
    const std::size_t scheme = base.authority - 2;
    std::memcpy(out, base.bytes, 8);
    web_front front;
    const std::size_t size = copy_from_host(reference, 2, false, options, out + scheme, front);
    return size == 0 ? 0 : scheme + size;
  }
  std::size_t prefix = 0;
  std::string_view rest = reference;
  const examiner examined(reference, options.keep_fragment);
  if (reference[0] == '/') {
    prefix = base.path;
  } else if (reference[0] == '?') {
    prefix = base.size;
  } else {
    prefix = base.directory;
    while (rest.size() >= 2 && rest[0] == '.') {
      if (rest[1] == '/') {
        rest.remove_prefix(2);
      } else if (rest.size() >= 3 && rest[1] == '.' && rest[2] == '/') {
        rest.remove_prefix(3);
        prefix = parent_directory(base, prefix);
      } else {
        break;
      }
    }
    if (!rest.empty() && examined.is_dot_segment(reference.size() - rest.size())) return 0;
  }
  for (std::size_t i = 0; i < prefix; i += 64) std::memcpy(out + i, base.bytes + i, 64);
  if (rest.empty()) return prefix;
  class_maps maps;
  copy_and_classify(rest.data(), std::min(rest.size(), class_window), relative_terms, out + prefix, maps);
  if (rest.size() == reference.size() && may_begin_with_scheme(reference, maps)) return 0;
  const text_map before_dots = slashes_before_dots(maps);
  const std::uint64_t deviations =
      maps.outside_first[0] | maps.outside_first[1] | before_dots[0] | before_dots[1];
  if (deviations == 0 && rest.size() <= class_window) return prefix + rest.size();
  const std::size_t size = rest_if_normal(rest, relative_terms, options.keep_fragment, out + prefix, maps);
  return size != 0 ? prefix + size : 0;
}

}  // namespace urlsieve
