// libcurl's URL API: a handle with a string for each component.
#include <curl/curl.h>

#include "bench/rivals/url_library.hpp"

namespace urlsieve::bench {

namespace {

constexpr unsigned any_scheme = CURLU_NON_SUPPORT_SCHEME;

class curl_url_library final : public url_library {
 public:
  curl_url_library() : made_(curl_url()) {}
  curl_url_library(const curl_url_library&) = delete;
  curl_url_library& operator=(const curl_url_library&) = delete;
  ~curl_url_library() override {
    curl_url_cleanup(made_);
    for (CURLU* const base : bases_) curl_url_cleanup(base);
  }

  [[nodiscard]] std::string name() const override { return "libcurl"; }

  [[nodiscard]] std::size_t parse(const std::string& url) override {
    return curl_url_set(made_, CURLUPART_URL, nullptr, 0) == CURLUE_OK &&
                   curl_url_set(made_, CURLUPART_URL, url.c_str(), any_scheme | CURLU_PATH_AS_IS) == CURLUE_OK
               ? 1
               : 0;
  }
  [[nodiscard]] std::string components(const std::string& url) override {
    if (parse(url) == 0) return {};
    std::string userinfo = part(CURLUPART_USER);
    if (const std::string password = part(CURLUPART_PASSWORD); !password.empty())
      userinfo.append(":").append(password);
    return part(CURLUPART_SCHEME) + '\n' + userinfo + '\n' + part(CURLUPART_HOST) + '\n' +
           part(CURLUPART_PORT) + '\n' + part(CURLUPART_PATH) + '\n' + part(CURLUPART_QUERY) + '\n' +
           part(CURLUPART_FRAGMENT) + '\n';
  }
  bool normalize(const std::string& url, std::string& out) override {
    return curl_url_set(made_, CURLUPART_URL, nullptr, 0) == CURLUE_OK &&
           curl_url_set(made_, CURLUPART_URL, url.c_str(), any_scheme) == CURLUE_OK && write(made_, out);
  }
  [[nodiscard]] std::optional<std::size_t> keep_base(const std::string& base) override {
    bases_.push_back(curl_url());
    if (curl_url_set(bases_.back(), CURLUPART_URL, base.c_str(), any_scheme) != CURLUE_OK)
      return std::nullopt;
    return bases_.size() - 1;
  }
  bool resolve(std::size_t base, const std::string& reference, std::string& out) override {
    CURLU* const target = curl_url_dup(bases_[base]);
    const bool sound = target != nullptr &&
                       curl_url_set(target, CURLUPART_URL, reference.c_str(), any_scheme) == CURLUE_OK &&
                       write(target, out);
    curl_url_cleanup(target);
    return sound;
  }

 private:
  static bool write(CURLU* url, std::string& out) {
    char* text = nullptr;
    if (curl_url_get(url, CURLUPART_URL, &text, 0) != CURLUE_OK) return false;
    out.assign(text);
    curl_free(text);
    return true;
  }
  [[nodiscard]] std::string part(CURLUPart which) const {
    char* text = nullptr;
    if (curl_url_get(made_, which, &text, 0) != CURLUE_OK) return {};
    std::string copy(text);
    curl_free(text);
    return copy;
  }

  CURLU* made_;
  std::vector<CURLU*> bases_;
};

}  // namespace

void add_curl(url_libraries& all) {
  all.push_back(std::make_unique<curl_url_library>());
}

}  // namespace urlsieve::bench
