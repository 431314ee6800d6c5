// Options of observed redirects, for the protocol rung of the comparison ladder.
#ifndef URLSIEVE_REDIRECT_OPTIONS_HPP
#define URLSIEVE_REDIRECT_OPTIONS_HPP

#include <string>
#include <vector>

namespace urlsieve {

struct redirect_options {
  std::string write_to;                // output file for observed permanent redirects; empty: none
  bool canonical = false;              // count <link rel=canonical> of a page as a redirect
  std::vector<std::string> read_from;  // files of redirects that the protocol rung follows
  bool learn = false;                  // the protocol rung also follows redirects observed in this run
};

}  // namespace urlsieve

#endif
