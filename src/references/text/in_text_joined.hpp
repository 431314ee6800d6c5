// Joins bare URLs that a hard wrap split over several lines.
//
// A bare URL ends at white space. If the line with the URL is as wide as wrapped lines are (hard_wrap.hpp)
// and ends with the URL, the beginning of the next line may continue the URL. The joiner accepts a
// continuation only if another meaning is unlikely: never a word, and never the beginning of another URL.
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
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

struct joined_url {
  std::string_view url;  // in the arena
  std::size_t end = 0;   // end of the last piece in the text; 0: the URL is not split
};

class bare_joiner {
 public:
  explicit bare_joiner(const text_search& options) : options_(options) {}

  // Joins the URL of `candidate`, whose first piece ends at `end` in `text`.
  joined_url join(std::string_view text, const text_candidate& candidate, std::size_t end, arena& storage);

 private:
  struct piece {
    std::size_t joined;  // offset in the joined URL
    std::size_t begin;   // offset in the text
  };

  text_search options_;
  std::string joined_;
  std::vector<piece> pieces_;
};

}  // namespace urlsieve

#endif
