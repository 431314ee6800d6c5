#include "src/transfer/s3_settings.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"
#include "urlsieve/remote_options.hpp"

namespace urlsieve {
namespace {

constexpr byte_set blanks{std::string_view(" \t\r")};

// Removes a comment: "#" or ";" after a blank, and the rest of the line.
std::string_view without_comment(std::string_view value) {
  for (std::size_t i = 1; i < value.size(); ++i)
    if ((value[i] == '#' || value[i] == ';') && (value[i - 1] == ' ' || value[i - 1] == '\t'))
      return value.substr(0, i);
  return value;
}

class setting_finder {
 public:
  explicit setting_finder(const settings_source& from) : from_(from) {
    const std::optional<std::string> named = either("AWS_PROFILE", "AWS_DEFAULT_PROFILE");
    named_ = named.has_value();
    profile_ = named.value_or("default");
    const std::string home = from_.variable("HOME").value_or("") + "/.aws/";
    credentials_ = sections(from_.variable("AWS_SHARED_CREDENTIALS_FILE").value_or(home + "credentials"));
    config_ = sections(from_.variable("AWS_CONFIG_FILE").value_or(home + "config"));
  }

  [[nodiscard]] std::optional<std::string> either(const char* first, const char* second) const {
    std::optional<std::string> found = from_.variable(first);
    return found ? found : from_.variable(second);
  }

  // Returns a value of the profile; the file of credentials comes before the file of settings.
  [[nodiscard]] std::optional<std::string> setting(std::string_view name) const {
    for (const auto* const section : {own(credentials_, ""), own(config_, "profile ")}) {
      if (section == nullptr) continue;
      if (const auto found = section->find(name); found != section->end() && !found->second.empty())
        return found->second;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool lacks_profile() const {
    return named_ && own(credentials_, "") == nullptr && own(config_, "profile ") == nullptr;
  }
  [[nodiscard]] const std::string& profile() const { return profile_; }

 private:
  [[nodiscard]] profile_sections sections(const std::string& path) const {
    const std::optional<std::string> text = from_.file(path);
    return text ? parse_profiles(*text) : profile_sections();
  }

  [[nodiscard]] const std::map<std::string, std::string, std::less<>>* own(const profile_sections& all,
                                                                           const std::string& word) const {
    auto found = all.find(word + profile_);
    if (found == all.end() && profile_ == "default") found = all.find(profile_);
    return found == all.end() ? nullptr : &found->second;
  }

  const settings_source& from_;
  bool named_ = false;
  std::string profile_;
  profile_sections credentials_;
  profile_sections config_;
};

result<std::optional<s3_credentials>> credentials_of(const setting_finder& settings,
                                                     const settings_source& from) {
  const std::optional<std::string> key = from.variable("AWS_ACCESS_KEY_ID");
  const std::optional<std::string> secret = from.variable("AWS_SECRET_ACCESS_KEY");
  if (key && secret) return s3_credentials{*key, *secret, from.variable("AWS_SESSION_TOKEN").value_or("")};
  if (key || secret)
    return tl::unexpected(
        error{error_code::usage, "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together"});
  if (settings.lacks_profile())
    return tl::unexpected(error{
        error_code::usage, "no profile " + settings.profile() + " in the files of credentials and settings"});
  const std::optional<std::string> stored_key = settings.setting("aws_access_key_id");
  const std::optional<std::string> stored_secret = settings.setting("aws_secret_access_key");
  if (stored_key && stored_secret)
    return s3_credentials{*stored_key, *stored_secret, settings.setting("aws_session_token").value_or("")};
  return tl::unexpected(error{error_code::usage,
                              "no credentials for S3: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or "
                              "a profile with them, or use remote_options::anonymous"});
}

}  // namespace

profile_sections parse_profiles(std::string_view text) {
  profile_sections all;
  std::map<std::string, std::string, std::less<>>* section = nullptr;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    // An indented line is a nested value.
    if (line.empty() || line[0] == ' ' || line[0] == '\t' || line[0] == '#' || line[0] == ';') continue;
    if (line[0] == '[') {
      const std::size_t closed = line.find(']');
      section = nullptr;
      if (closed == std::string_view::npos) continue;
      std::string name(trimmed(line.substr(1, closed - 1), blanks));
      // "profile   x" is "profile x".
      constexpr std::string_view word = "profile";
      if (name.starts_with("profile ") || name.starts_with("profile\t"))
        name = "profile " + std::string(trimmed(std::string_view(name).substr(word.size()), blanks));
      section = &all[name];
      continue;
    }
    const std::size_t equals = line.find('=');
    if (section == nullptr || equals == std::string_view::npos) continue;
    section->insert_or_assign(ascii::lowered(trimmed(line.substr(0, equals), blanks)),
                              std::string(trimmed(without_comment(line.substr(equals + 1)), blanks)));
  }
  return all;
}

settings_source settings_source::of_this_process() {
  return {[](const std::string& name) -> std::optional<std::string> {
            const char* const value = std::getenv(name.c_str());
            if (value == nullptr || *value == '\0') return std::nullopt;
            return value;
          },
          [](const std::string& path) -> std::optional<std::string> {
            std::ifstream file(path, std::ios::binary);
            if (!file) return std::nullopt;
            return std::string(std::istreambuf_iterator<char>(file), {});
          }};
}

result<s3_settings> load_s3_settings(const remote_options& options, const settings_source& source) {
  const setting_finder settings(source);
  s3_settings found;
  if (!options.anonymous) {
    result<std::optional<s3_credentials>> credentials = credentials_of(settings, source);
    if (!credentials) return tl::unexpected(std::move(credentials.error()));
    found.credentials = std::move(*credentials);
  }
  if (auto region = settings.either("AWS_REGION", "AWS_DEFAULT_REGION"))
    found.region = *region;
  else if (auto stored = settings.setting("region"))
    found.region = *stored;
  found.endpoint = options.endpoint;
  if (found.endpoint.empty())
    found.endpoint = settings.either("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL").value_or("");
  if (found.endpoint.empty()) found.endpoint = settings.setting("endpoint_url").value_or("");
  while (found.endpoint.ends_with('/')) found.endpoint.pop_back();
  return found;
}

}  // namespace urlsieve
