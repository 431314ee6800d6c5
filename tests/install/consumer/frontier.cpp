// A crawler's frontier: each link once, in order of discovery, in any spelling.
#include <deque>
#include <iostream>
#include <string>
#include <unordered_set>

#include <urlsieve/extractor.hpp>

#include "urlsieve/link_options.hpp"
#include "urlsieve/options.hpp"

class frontier {
 public:
  // Adds the links of a page.
  void add(std::string_view html, std::string_view url) {
    links_.run({.bytes = html, .base = url, .type = urlsieve::media::html},
               [this](const urlsieve::sieved_url& found) {
                 if (seen_.emplace(found.url).second) waiting_.emplace_back(found.url);
               });
  }

  std::string next() {
    if (waiting_.empty()) return {};
    std::string first = std::move(waiting_.front());
    waiting_.pop_front();
    return first;
  }

 private:
  static urlsieve::extract_options followed() {
    urlsieve::extract_options options;
    options.links.links = urlsieve::link_choice::navigation;
    options.links.drop_nofollow = true;
    options.url.schemes = {"http", "https"};
    options.url.conventions.drop_tracking = true;
    return options;
  }

  urlsieve::extractor links_ = *urlsieve::extractor::make(followed());
  std::unordered_set<std::string> seen_;
  std::deque<std::string> waiting_;
};

int main() {
  frontier pages;
  pages.add("<a href=a>1</a> <a href='/d/./a#top'>2</a> <a rel=nofollow href=n>3</a> <img src=i>",
            "http://x.example/d/");
  pages.add("<a href='../b?utm_source=a'>4</a> <a href=HTTP://X.example:80/d/a>5</a>",
            "http://x.example/d/a");
  for (std::string url = pages.next(); !url.empty(); url = pages.next()) std::cout << url << '\n';
}
