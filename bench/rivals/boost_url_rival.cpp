// Boost.URL: views into the string, and a url object with a reused buffer.
#include <boost/url.hpp>
#include <deque>

#include "bench/rivals/url_library.hpp"

namespace urlsieve::bench {

namespace {

namespace urls = boost::urls;

class boost_url final : public url_library {
 public:
  [[nodiscard]] std::string name() const override { return "Boost.URL"; }

  [[nodiscard]] std::size_t parse(const std::string& url) override {
    const auto view = urls::parse_uri_reference(url);
    return view ? view->encoded_host().size() : 0;
  }
  [[nodiscard]] std::string components(const std::string& url) override {
    const auto view = urls::parse_uri_reference(url);
    if (!view) return {};
    std::string lines;
    const auto add = [&lines](std::string_view part) { lines.append(part).append(1, '\n'); };
    const auto text = [](const auto& part) { return std::string_view(part.data(), part.size()); };
    add(text(view->scheme()));
    add(text(view->encoded_userinfo()));
    add(text(view->encoded_host()));
    add(text(view->port()));
    add(text(view->encoded_path()));
    add(text(view->encoded_query()));
    add(text(view->encoded_fragment()));
    return lines;
  }
  bool normalize(const std::string& url, std::string& out) override {
    const auto view = urls::parse_uri_reference(url);
    if (!view) return false;
    made_ = *view;
    made_.normalize();
    out.assign(made_.data(), made_.size());
    return true;
  }
  [[nodiscard]] std::optional<std::size_t> keep_base(const std::string& base) override {
    texts_.push_back(base);
    const auto view = urls::parse_uri(texts_.back());
    bases_.push_back(view ? *view : urls::url_view());
    return view ? std::optional(bases_.size() - 1) : std::nullopt;
  }
  bool resolve(std::size_t base, const std::string& reference, std::string& out) override {
    const auto view = urls::parse_uri_reference(reference);
    if (!view || !urls::resolve(bases_[base], *view, made_)) return false;
    out.assign(made_.data(), made_.size());
    return true;
  }

 private:
  std::deque<std::string> texts_;
  std::deque<urls::url_view> bases_;
  urls::url made_;
};

}  // namespace

void add_boost_url(url_libraries& all) {
  all.push_back(std::make_unique<boost_url>());
}

}  // namespace urlsieve::bench
