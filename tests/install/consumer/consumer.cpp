// The library in a few lines: parse, resolve, normalize, and find the URLs in a text in memory.
#include <iostream>

#include <urlsieve/extract.hpp>
#include <urlsieve/url.hpp>

struct printing_sink : urlsieve::url_sink {
  void take(const urlsieve::sieved_url& found) override { std::cout << found.url << '\n'; }
};

int main() {
  const std::string_view text = "http://user@example.com:80/a?b";
  const urlsieve::url_view url(text.data(), urlsieve::parse(text));
  std::cout << url.host() << ' ' << url.port() << ' ' << url.has_fragment() << '\n';
  std::cout << *urlsieve::resolve("http://a/b/c/d;p?q", "../g") << '\n';
  std::cout << *urlsieve::normalize("HTTP://Example.COM:80/%7Euser/../a") << '\n';
  printing_sink sink;
  const auto done = urlsieve::extract("See <http://a.example/> and www.b.example.", {}, sink);
  return done && done->counted.unique == 2 ? 0 : 1;
}
