// The library in a few lines: parse, resolve, normalize, find the URLs of a text and of a page in memory, and
// merge.
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
  // A merge of no directories is refused.
  if (urlsieve::merge_shards({})) return 1;
  return done && done->counted.unique == 2 ? 0 : 1;
}
