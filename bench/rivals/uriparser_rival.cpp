// uriparser: ranges of characters in the string, and a list of path segments.
#include <uriparser/Uri.h>

#include <deque>

#include "bench/rivals/url_library.hpp"

namespace urlsieve::bench {

namespace {

// Owns the result of uriParse, which must be freed even after a failure.
class parsed_uri {
 public:
  parsed_uri() = default;
  explicit parsed_uri(const std::string& text) { parse(text); }
  parsed_uri(const parsed_uri&) = delete;
  parsed_uri& operator=(const parsed_uri&) = delete;
  ~parsed_uri() { release(); }

  bool parse(const std::string& text) {
    release();
    const char* stopped = nullptr;
    sound_ = uriParseSingleUriExA(&uri_, text.data(), text.data() + text.size(), &stopped) == URI_SUCCESS;
    return sound_;
  }
  bool resolve(const parsed_uri& reference, const parsed_uri& base) {
    release();
    sound_ = uriAddBaseUriA(&uri_, &reference.uri_, &base.uri_) == URI_SUCCESS;
    return sound_;
  }
  [[nodiscard]] bool sound() const { return sound_; }
  [[nodiscard]] UriUriA& uri() { return uri_; }

  bool write(std::string& out) const {
    int size = 0;
    if (uriToStringCharsRequiredA(&uri_, &size) != URI_SUCCESS) return false;
    out.resize(static_cast<std::size_t>(size) + 1);
    if (uriToStringA(out.data(), &uri_, size + 1, nullptr) != URI_SUCCESS) return false;
    out.pop_back();
    return true;
  }

 private:
  void release() {
    if (sound_) uriFreeUriMembersA(&uri_);
    sound_ = false;
  }

  UriUriA uri_{};
  bool sound_ = false;
};

std::string text_of(const UriTextRangeA& range) {
  return range.first == nullptr ? std::string() : std::string(range.first, range.afterLast);
}

class uriparser final : public url_library {
 public:
  [[nodiscard]] std::string name() const override { return "uriparser"; }

  [[nodiscard]] std::size_t parse(const std::string& url) override {
    parsed_uri parsed(url);
    if (!parsed.sound()) return 0;
    return static_cast<std::size_t>(parsed.uri().hostText.afterLast - parsed.uri().hostText.first);
  }
  [[nodiscard]] std::string components(const std::string& url) override {
    parsed_uri parsed(url);
    if (!parsed.sound()) return {};
    const UriUriA& uri = parsed.uri();
    std::string path;
    for (const UriPathSegmentA* segment = uri.pathHead; segment != nullptr; segment = segment->next)
      path.append("/").append(text_of(segment->text));
    std::string host = text_of(uri.hostText);
    if (uri.hostData.ip6 != nullptr) host.insert(0, "[").append("]");
    return text_of(uri.scheme) + '\n' + text_of(uri.userInfo) + '\n' + host + '\n' + text_of(uri.portText) +
           '\n' + path + '\n' + text_of(uri.query) + '\n' + text_of(uri.fragment) + '\n';
  }
  bool normalize(const std::string& url, std::string& out) override {
    parsed_uri parsed(url);
    return parsed.sound() && uriNormalizeSyntaxA(&parsed.uri()) == URI_SUCCESS && parsed.write(out);
  }
  [[nodiscard]] std::optional<std::size_t> keep_base(const std::string& base) override {
    texts_.push_back(base);
    if (!bases_.emplace_back().parse(texts_.back())) return std::nullopt;
    return bases_.size() - 1;
  }
  bool resolve(std::size_t base, const std::string& reference, std::string& out) override {
    const parsed_uri from(reference);
    parsed_uri target;
    return from.sound() && target.resolve(from, bases_[base]) && target.write(out);
  }

 private:
  std::deque<std::string> texts_;
  std::deque<parsed_uri> bases_;
};

}  // namespace

void add_uriparser(url_libraries& all) {
  all.push_back(std::make_unique<uriparser>());
}

}  // namespace urlsieve::bench
