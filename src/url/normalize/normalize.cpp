// Writes components from front to back into one buffer and applies rules in place: paths are shortened, and
// addresses are overwritten. Allocates nothing.
#include "src/url/normalize/normalize.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/hosts/host.hpp"
#include "src/url/hosts/ipv6.hpp"
#include "src/url/normalize/dot_segments.hpp"
#include "src/url/normalize/scheme_path.hpp"
#include "src/url/parse/parse.hpp"
#include "src/url/percent.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

namespace {

constexpr byte_set draft_unreserved_bytes = bytes::alphanum | byte_set("_~");

class writer {
 public:
  writer(const target& url, rung ladder, const url_options& options, bool keeps_fragment, char* out)
      : url_(url),
        ladder_(ladder),
        options_(options),
        unescaped_(options.unreserved == unreserved_set::draft ? draft_unreserved_bytes : bytes::unreserved),
        names_server_(url.info == nullptr || url.info->names_server()),
        keeps_fragment_(keeps_fragment),
        query_(url.query),
        start_(out),
        out_(out) {}

  written_url write() {
    if (url_.scheme) {
      copy(ladder_ == rung::string || url_.info == nullptr ? *url_.scheme : url_.info->name);
      if (ladder_ != rung::string && url_.info == nullptr) std::transform(start_, out_, start_, ascii::lower);
      at_.scheme_end = here();
      *out_++ = ':';
    }
    if (url_.authority) {
      *out_++ = '/';
      *out_++ = '/';
      at_.authority = at_.host = here();
      if (names_server_)
        write_authority();
      else
        copy_escapes(*url_.authority);
    }
    at_.path = here();
    write_path();
    if (query_) {
      at_.query = here();
      *out_++ = '?';
      char* const query = out_;
      copy_escapes(*query_);
      if (ladder_ == rung::scheme && has(scheme_rule::type_code)) write_scheme_query(*url_.info, query, out_);
    }
    if (url_.fragment && keeps_fragment_) {
      at_.fragment = here();
      *out_++ = '#';
      copy_escapes(*url_.fragment);
    }
    at_.size = here();
    const bool rejects = above_root_ && options_.above_root == above_root_choice::reject;
    return {at_.size, rejects ? rejection::above_root : rejection::none, at_, rare_ip_};
  }

 private:
  [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(out_ - start_); }
  [[nodiscard]] bool has(std::uint16_t rule) const { return url_.info != nullptr && url_.info->has(rule); }

  void copy(std::string_view text) {
    if (!text.empty()) std::memmove(out_, text.data(), text.size());
    out_ += text.size();
  }
  void copy_escapes(std::string_view text) {
    if (ladder_ == rung::string)
      copy(text);
    else
      out_ = copy_normalized(text, unescaped_, false, out_);
  }

  void write_authority() {
    if (url_.userinfo && options_.userinfo != userinfo_policy::strip) {
      copy_escapes(*url_.userinfo);
      at_.userinfo_end = here();
      *out_++ = '@';
    }
    at_.host = here();
    char* const host = out_;
    if (ladder_ == rung::string)
      copy(url_.host);
    else
      out_ = copy_normalized(url_.host, unescaped_, true, out_);
    rewrite_host(host);
    if (url_.port) write_port(*url_.port);
  }

  void rewrite_host(char* host) {
    const std::string_view text(host, static_cast<std::size_t>(out_ - host));
    // rfc1738 section 3.10: a file on "localhost" is local.
    if (ladder_ == rung::scheme && has(scheme_rule::local_host) && text == "localhost") {
      out_ = host;
      return;
    }
    if (ladder_ == rung::scheme && url_.scheme && text.starts_with('[')) {
      if (const auto address = ipv6_value(text.substr(1, text.size() - 2))) {
        out_ = write_ipv6(*address, host + 1);
        *out_++ = ']';
      }
      return;
    }
    // rfc2396bis-01 section 7.3: an IPv4 address in a rare notation.
    if (text.empty() || !bytes::digit.contains(text.front()) || !has(scheme_rule::domain_host)) return;
    const auto address = any_ipv4(text);
    rare_ip_ = address && !is_ipv4(text);
    if (rare_ip_ && ladder_ == rung::scheme) out_ = write_ipv4(*address, host);
  }

  void write_port(std::string_view port) {
    if (ladder_ == rung::scheme) {
      // section 6.2.3: an empty port means the default port, and the default port is omitted.
      while (port.size() > 1 && port.front() == '0') port.remove_prefix(1);
      if (port.empty()) return;
      unsigned number = 0;
      const auto [end, failed] = std::from_chars(port.data(), port.data() + port.size(), number);
      const bool is_default = failed == std::errc() && end == port.data() + port.size() && number != 0 &&
                              url_.info != nullptr && number == url_.info->default_port;
      if (is_default) return;
    }
    at_.port = here();
    *out_++ = ':';
    copy(port);
  }

  void write_path() {
    char* const path = out_;
    if (url_.removes_dots) {
      write_merged_path(path);
    } else {
      copy_escapes(url_.path_head);
      copy_escapes(url_.path_tail);
    }
    if (ladder_ != rung::string)
      shortened(path, remove_path_dots({url_.info, url_.scheme.has_value(), url_.authority.has_value()}, path,
                                       static_cast<std::size_t>(out_ - path), keeps_above_root()));
    if (ladder_ == rung::scheme && url_.info != nullptr)
      out_ = write_scheme_path(*url_.info, url_.authority.has_value(), query_.has_value(), path, out_);
    if (url_.authority) return;
    if (ladder_ == rung::scheme && has(scheme_rule::local_host) && out_ != path && *path == '/')
      write_empty_authority(path);
    else
      guard(path);
  }

  // The algorithm does not decode escaped dots; afterwards, the rung decodes in place.
  void write_merged_path(char* path) {
    copy(url_.path_head);
    copy(url_.path_tail);
    if (url_.query_is_path && url_.query) {
      *out_++ = '?';
      copy(*url_.query);
    }
    const auto size = static_cast<std::size_t>(out_ - path);
    const bool drafts = options_.resolution != resolution_choice::rfc3986;
    shortened(path, drafts ? remove_dot_segments_as_drafts(path, size, keeps_above_root())
                           : remove_dot_segments(path, size, keeps_above_root()));
    std::string_view merged(path, static_cast<std::size_t>(out_ - path));
    if (url_.query_is_path) {
      // The removal of dot segments may have removed the "?" (url-syntax-05 section 5.2 step 6 h).
      const std::size_t mark = merged.find('?');
      query_.reset();
      if (mark != std::string_view::npos) {
        // Leaves space for bytes that the scheme's rules may add to the path.
        char* const query = path + mark + 1 + write_slack / 4;
        query_.emplace(static_cast<char*>(std::memmove(query, path + mark + 1, merged.size() - mark - 1)),
                       merged.size() - mark - 1);
        merged = merged.substr(0, mark);
      }
    }
    out_ = path;
    copy_escapes(merged);
  }

  [[nodiscard]] bool keeps_above_root() const {
    return options_.above_root == above_root_choice::keep ||
           (options_.above_root == above_root_choice::as_resolution &&
            options_.resolution != resolution_choice::rfc3986);
  }

  void shortened(char* path, shortened_path left) {
    out_ = path + left.size;
    above_root_ |= left.above_root;
  }

  // RFC 8089 Appendix B: "file:/x" is "file:///x".
  void write_empty_authority(char* path) {
    std::memmove(path + 2, path, static_cast<std::size_t>(out_ - path));
    path[0] = path[1] = '/';
    out_ += 2;
    at_.path += 2;
    at_.authority = at_.host = at_.path;
  }

  void guard(char* path) {
    const std::string_view text(path, static_cast<std::size_t>(out_ - path));
    const char* prefix = nullptr;
    if (text.starts_with("//"))
      prefix = "/.";
    else if (!url_.scheme && scheme_length(text) != 0 && (ladder_ != rung::string || url_.removes_dots))
      prefix = "./";
    if (prefix == nullptr) return;
    std::memmove(path + 2, path, text.size());
    std::memcpy(path, prefix, 2);
    out_ += 2;
  }

  const target& url_;
  rung ladder_;
  const url_options& options_;
  const byte_set& unescaped_;
  bool names_server_;
  bool keeps_fragment_;
  std::optional<std::string_view> query_;  // the query to write; a merged path may have absorbed the query
  bool above_root_ = false;
  bool rare_ip_ = false;
  url_offsets at_;
  char* start_;
  char* out_;
};

}  // namespace

written_url write_url(const target& url, rung ladder, const url_options& options, char* out) {
  return writer(url, ladder, options, options.keep_fragment, out).write();
}

written_url recompose(const target& url, const url_options& options, char* out) {
  return writer(url, rung::string, options, true, out).write();
}

}  // namespace urlsieve
