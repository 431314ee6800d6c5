// Credentials, region and endpoint of S3, from the environment variables and files of the AWS tools. Secrets
// stay in these structs and in requests; messages never contain them.
#ifndef URLSIEVE_TRANSFER_S3_SETTINGS_HPP
#define URLSIEVE_TRANSFER_S3_SETTINGS_HPP

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve {

struct remote_options;

struct s3_credentials {
  std::string access_key;
  std::string secret_key;
  std::string session_token;  // empty: none
};

struct s3_settings {
  std::optional<s3_credentials> credentials;  // nullopt: requests are not signed
  std::string region = "us-east-1";
  std::string endpoint;  // "https://HOST"; empty: Amazon's
};

// The values in a file such as ~/.aws/config, by section ("profile x") and lower-case name. parse_profiles()
// skips other lines, as the AWS tools do.
using profile_sections = std::map<std::string, std::map<std::string, std::string, std::less<>>, std::less<>>;
[[nodiscard]] profile_sections parse_profiles(std::string_view text);

// Access to environment variables and files. Both functions return nullopt if there is no value or file.
struct settings_source {
  std::function<std::optional<std::string>(const std::string& name)> variable;
  std::function<std::optional<std::string>(const std::string& path)> file;

  // Returns the environment and the files of this process. An empty variable has no value.
  [[nodiscard]] static settings_source of_this_process();
};

// Returns the settings; the first source that has a value wins:
// - credentials: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN; then the profile
// - region: AWS_REGION, AWS_DEFAULT_REGION; then the profile; then "us-east-1"
// - endpoint: remote_options::endpoint, AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL; then the profile
// AWS_PROFILE (or AWS_DEFAULT_PROFILE) selects the profile. AWS_SHARED_CREDENTIALS_FILE and AWS_CONFIG_FILE
// name its files. Unless options.anonymous, fails with error_code::usage without credentials, with only half
// of a key pair in the environment, or if no file has the selected profile.
[[nodiscard]] result<s3_settings> load_s3_settings(const remote_options& options,
                                                   const settings_source& source);

}  // namespace urlsieve

#endif
