// A minimal user of the library: parses, resolves and normalizes URLs, finds URLs in a text and in a page,
// and merges.
#include <iostream>

#include <urlsieve/urlsieve.hpp>

int main() {
  const urlsieve::url_view url = urlsieve::url_view::of("http://user@example.com:80/a?b");
  std::cout << url.host() << ' ' << url.port() << ' ' << url.has_fragment() << '\n';
  std::cout << *urlsieve::resolve("http://a/b/c/d;p?q", "../g") << '\n';
  urlsieve::normalizer urls;
  std::cout << urls.normalize("HTTP://Example.COM:80/%7Euser/../a").url << '\n';
  const auto print = [](const urlsieve::sieved_url& found) { std::cout << found.url << '\n'; };
  const auto done = urlsieve::extract("See <http://a.example/> and www.b.example.", {}, print);
  auto links = urlsieve::extractor::make();
  links->run({.bytes = "<a href=../x>", .base = "http://c.example/d/e"}, print);
  // A merge without directories is rejected.
  if (urlsieve::merge_shards({})) return 1;
  return done && done->counted.unique == 2 ? 0 : 1;
}
