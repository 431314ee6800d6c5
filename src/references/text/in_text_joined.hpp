// Bare URLs that a hard wrap cut. A bare URL ends at white space; only where its line is as wide as wrapped
// lines are (hard_wrap.hpp) and the URL ends with it, what begins the next line may be the rest. It is taken
// for that if it cannot well be anything else: a word never is, nor what begins another URL.
//
//     > see http://www.example.org/archive/2003/11/a-long-name-of-a-page?that=one
//     > &goes=on&here=1 and more text
#ifndef URLSIEVE_REFERENCES_IN_TEXT_JOINED_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_JOINED_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "src/references/text/in_text_delimit.hpp"
#include "src/text/arena.hpp"
#include "src/url/text_search.hpp"

namespace urlsieve {

struct joined_url {
  std::string_view url;  // in the arena
  std::size_t end = 0;   // of its last piece in the text; 0: it was not cut
};

class bare_joiner {
 public:
  explicit bare_joiner(const text_search& options) : options_(options) {}

  // Of the candidate's URL, which ends at `end` in the text.
  joined_url join(std::string_view text, const text_candidate& candidate, std::size_t end, arena& room);

 private:
  struct piece {
    std::size_t joined;  // where it begins in what was joined, and
    std::size_t begin;   // in the text
  };

  text_search options_;
  std::string joined_;
  std::vector<piece> pieces_;
};

}  // namespace urlsieve

#endif
