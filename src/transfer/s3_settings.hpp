// Who asks S3, and where it is: by the variables and files that other tools take. What is secret is in these
// values and in requests, and is never told.
#ifndef URLSIEVE_TRANSFER_S3_SETTINGS_HPP
#define URLSIEVE_TRANSFER_S3_SETTINGS_HPP

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

struct s3_credentials {
  std::string access_key;
  std::string secret_key;
  std::string session_token;  // empty: none
};

struct s3_settings {
  std::optional<s3_credentials> credentials;  // nothing: requests are not signed
  std::string region = "us-east-1";
  std::string endpoint;  // "https://HOST"; empty: Amazon's
};

// The sections of a file like ~/.aws/config by their names ("profile x"), and the values in them. What is no
// such line is passed over, as the tools of AWS do.
using profile_sections = std::map<std::string, std::map<std::string, std::string, std::less<>>, std::less<>>;
[[nodiscard]] profile_sections parse_profiles(std::string_view text);

// What a variable of the environment has, and a file; nothing: there is none.
struct settings_source {
  std::function<std::optional<std::string>(const std::string& name)> variable;
  std::function<std::optional<std::string>(const std::string& path)> file;

  [[nodiscard]] static settings_source of_this_process();
};

// AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN come before the files; AWS_PROFILE chooses
// in those, which AWS_SHARED_CREDENTIALS_FILE and AWS_CONFIG_FILE may name. AWS_REGION or AWS_DEFAULT_REGION,
// and remote_options::endpoint, AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL, before what the profile has.
// error_code::usage where there are no credentials, and requests are not to be anonymous.
[[nodiscard]] result<s3_settings> load_s3_settings(const remote_options& options,
                                                   const settings_source& from);

}  // namespace urlsieve

#endif
