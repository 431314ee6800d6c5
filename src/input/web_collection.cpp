#include "src/input/web_collection.hpp"

#include <cstddef>

#include "src/text/ascii.hpp"

namespace urlsieve {
namespace {

constexpr std::string_view package = "datapackage.json";
constexpr std::string_view archives = "archive/";
constexpr std::size_t npos = std::string_view::npos;

}  // namespace

web_collection::web_collection(std::string_view name, std::string_view head, std::string_view tail) {
  constexpr std::string_view suffix = ".wacz";
  constexpr std::size_t name_at = 30;  // of a zip archive's first member
  const bool named = ascii::ends(name, suffix);
  const bool begun = head.size() > name_at && head.substr(name_at).starts_with(package);
  is_one_ = named || begun || (tail.find(package) != npos && tail.find(archives) != npos);
}

std::string_view web_collection::leaves_out(std::string_view path) {
  const bool archive = path.starts_with(archives);
  is_one_ = is_one_ || (archive && path.find(".warc") != npos);
  if (!is_one_ || archive) return {};
  return path.substr(0, path.find('/'));
}

}  // namespace urlsieve
