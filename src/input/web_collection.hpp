// WACZ, a collection of web archives in a zip archive: its archives are in "archive/", and everything else in
// it tells of them (indexes, pages, checksums). So it is to give what its archives give.
#ifndef URLSIEVE_INPUT_WEB_COLLECTION_HPP
#define URLSIEVE_INPUT_WEB_COLLECTION_HPP

#include <string_view>

namespace urlsieve {

class web_collection {
 public:
  // It is one by its name, or by what the archive's first and last bytes tell of its members (the last: empty
  // where they cannot be seen).
  web_collection(std::string_view name, std::string_view head, std::string_view tail);

  // As far as the members seen tell.
  [[nodiscard]] bool is_one() const { return is_one_; }

  // What a member is counted under that is passed over ("indexes"); empty: it is read. Members come in their
  // order, as an archive may also be known by its first one.
  [[nodiscard]] std::string_view leaves_out(std::string_view path);

 private:
  bool is_one_ = false;
};

}  // namespace urlsieve

#endif
