// MIME parts equal the parts of the reference implementation.
#include "src/documents/message/mime_walk.hpp"

#include <string>
#include <vector>

#include "tests/documents/message/mime_pieces.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/oracle/mime_twin.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve::fuzz::mime_walk_target {
namespace {

class keeping_visitor final : public mime_part_visitor {
 public:
  void visit(std::span<const mime_part> parts) override {
    for (const mime_part& part : parts)
      if (part.role == mime_part::kind::leaf || part.role == mime_part::kind::stray)
        kept.emplace_back(std::string(part.path), std::string(part.body));
  }
  std::vector<oracle::mime_twin::part> kept;
};

}  // namespace

// Each byte selects a piece of a message. The reference implementation has no limits for part paths and
// nesting depth, so inputs are short.
extern const std::size_t longest_input = 24;

void run(fuzz_input& given) {
  std::string written;
  while (!given.empty()) written += given.one_of(testing::mime_pieces);
  const exact_bytes message(written);
  static mail_bases bases{url_options()};
  static mime_walker walker(header_choice::links, false, bases);
  keeping_visitor visitor;
  walker.walk(message.view(), visitor);
  require(visitor.kept == oracle::mime_twin::parts_of(written));
}

}  // namespace urlsieve::fuzz::mime_walk_target
