// urlsieve: parses with validation, like the other libraries, and normalizes to the scheme rung.
#include <deque>

#include "bench/rivals/url_library.hpp"
#include "src/url/normalize/base.hpp"
#include "src/url/normalize/canonical.hpp"
#include "src/url/parse/checked_parse.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve::bench {

namespace {

url_options whole_urls() {
  url_options options;
  options.keep_fragment = true;
  options.keep_same_document = true;
  options.drop_schemes.clear();
  return options;
}

class own_url final : public url_library {
 public:
  own_url() : options_(whole_urls()), canonical_(options_) {}

  [[nodiscard]] std::string name() const override { return "urlsieve"; }

  [[nodiscard]] std::size_t parse(const std::string& url) override {
    const checked_url checked = checked_parse(url);
    return checked.at.path + (checked.valid ? 1U : 0U);
  }
  [[nodiscard]] std::string components(const std::string& url) override {
    const url_view view = url_view::of(url);
    std::string lines;
    for (const std::string_view part : {view.scheme(), view.userinfo(), view.host(), view.port(), view.path(),
                                        view.query(), view.fragment()})
      lines.append(part).append(1, '\n');
    return lines;
  }
  bool normalize(const std::string& url, std::string& out) override {
    const std::size_t capacity = canonicalizer::capacity_for(url.size(), nullptr);
    if (out.size() < capacity) out.resize(capacity);
    return keep(canonical_.canonicalize(url, nullptr, out.data()), out);
  }
  [[nodiscard]] std::optional<std::size_t> keep_base(const std::string& base) override {
    if (!bases_.emplace_back().assign(base, options_)) return std::nullopt;
    return bases_.size() - 1;
  }
  bool resolve(std::size_t base, const std::string& reference, std::string& out) override {
    const std::size_t capacity = canonicalizer::capacity_for(reference.size(), &bases_[base]);
    if (out.size() < capacity) out.resize(capacity);
    return keep(canonical_.canonicalize(reference, &bases_[base], out.data()), out);
  }

 private:
  // Terminates the URL by a zero, because the reused buffer keeps its size.
  static bool keep(const canonical_url& made, std::string& out) {
    if (made.rejected != rejection::none) return false;
    out[made.size] = '\0';
    return true;
  }

  url_options options_;
  canonicalizer canonical_;
  std::deque<base_url> bases_;
};

}  // namespace

void add_urlsieve(url_libraries& all) {
  all.push_back(std::make_unique<own_url>());
}

}  // namespace urlsieve::bench
