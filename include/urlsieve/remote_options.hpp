// Access to inputs and outputs named by a URL.
#ifndef URLSIEVE_REMOTE_OPTIONS_HPP
#define URLSIEVE_REMOTE_OPTIONS_HPP

#include <functional>
#include <string>
#include <string_view>

namespace urlsieve {

// Access to inputs and outputs named by a URL (https, http, s3). Credentials and the S3 region come from the
// environment and from configuration files of other tools, never from these options.
struct remote_options {
  std::string endpoint;       // S3 endpoint "https://HOST:PORT"; empty: AWS_ENDPOINT_URL, or Amazon's
  bool anonymous = false;     // do not sign requests to S3
  std::string inputs_prefix;  // prefix for each name of input_options::files_from; empty: nothing
  unsigned connections = 4;   // parallel connections for an input or output
  unsigned retries = 8;       // consecutive retries of a request without progress, with growing delays
  unsigned stall = 30;        // seconds without a byte until a connection counts as broken
  // Receives a sentence about a retry, at most once a second: "https://a.example/x: retry 3 of 8 in 0.4 s:
  // connection refused". A thread of the run calls the function and blocks until it returns.
  std::function<void(std::string_view)> on_retry = nullptr;
};

}  // namespace urlsieve

#endif
