#include "src/references/values/dash_manifest.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "src/markup/xml_markup.hpp"
#include "src/text/ascii.hpp"

namespace urlsieve {
namespace {

// In lower case, because early manifests wrote "urn:mpeg:DASH:schema:MPD:2011".
constexpr std::string_view dash_namespace = "urn:mpeg:dash:schema:mpd:2011";

constexpr std::array<std::pair<std::string_view, std::string_view>, 9> url_attributes{
    {{"SegmentURL", "media"},
     {"SegmentURL", "index"},
     {"Initialization", "sourceURL"},
     {"RepresentationIndex", "sourceURL"},
     {"BitstreamSwitching", "sourceURL"},
     {"SegmentTemplate", "media"},
     {"SegmentTemplate", "index"},
     {"SegmentTemplate", "initialization"},
     {"SegmentTemplate", "bitstreamSwitching"}}};

}  // namespace

void dash_manifest::start_tag(const html_tag& tag) {
  if (!std::exchange(root_seen_, true))
    is_manifest_ =
        local_name(tag.name) == "MPD" &&
        std::any_of(tag.attributes.begin(), tag.attributes.end(), [](const html_attribute& attribute) {
          return attribute.name.starts_with("xmlns") && ascii::same(attribute.value, dash_namespace);
        });
  if (is_manifest_ && !tag.self_closing) open_.push_back(tag.name);
}

void dash_manifest::end_tag(std::string_view name) {
  if (!open_.empty() && open_.back() == name) open_.pop_back();
}

bool dash_manifest::holds_url(std::string_view element) {
  return element == "BaseURL" || element == "Location" || element == "PatchLocation";
}

bool dash_manifest::holds_url(std::string_view element, std::string_view attribute) {
  return std::any_of(url_attributes.begin(), url_attributes.end(),
                     [&](const auto& known) { return known.first == element && known.second == attribute; });
}

}  // namespace urlsieve
