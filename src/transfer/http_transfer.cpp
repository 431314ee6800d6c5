#include "src/transfer/http_transfer.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "src/text/ascii.hpp"
#include "src/transfer/ca_bundle.hpp"

namespace urlsieve {
namespace {

using std::chrono::steady_clock;

constexpr long receive_buffer = 256L << 10;
constexpr long upload_buffer = 512L << 10;
constexpr std::size_t most_fields = 256;  // of a header

// Returns the CA bundle of this machine; empty: the default of libcurl.
std::string certificates(const curl_library& curl) {
  const curl_version_info_data* const built = curl.curl_version_info(CURLVERSION_NOW);
  return ca_bundle(
      built->cainfo == nullptr ? "" : built->cainfo, [](const char* name) { return std::getenv(name); },
      [](const std::string& file) { return access(file.c_str(), R_OK) == 0; });
}

// Returns true if a retry may succeed. Errors of the request or the certificate are permanent.
bool is_temporary(CURLcode code) {
  switch (code) {
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_PARTIAL_FILE:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_AGAIN:
    case CURLE_SEND_FAIL_REWIND:
    case CURLE_OUT_OF_MEMORY:
      return true;
    default:
      return false;
  }
}

bool is_no_connection(CURLcode code) {
  return code == CURLE_COULDNT_RESOLVE_PROXY || code == CURLE_COULDNT_RESOLVE_HOST ||
         code == CURLE_COULDNT_CONNECT;
}

// Returns "https://host:port" of a URL.
std::string origin_of(const std::string& url) {
  const std::size_t authority = url.find("//");
  return authority == std::string::npos ? url : url.substr(0, url.find_first_of("/?#", authority + 2));
}

}  // namespace

http_transfer::http_transfer(const curl_library& curl, http_request request,
                             std::shared_ptr<http_receiver> receiver, std::set<std::string>& reached)
    : curl_(curl), request_(std::move(request)), receiver_(std::move(receiver)), reached_(reached) {}

void http_transfer::open(CURLM* multi) {
  handle_ = curl_.curl_easy_init();
  set(CURLOPT_URL, request_.url.c_str());
  set(CURLOPT_ERRORBUFFER, failure_.data());
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_REDIR_PROTOCOLS_STR, request_.url.starts_with("https:") ? "https" : "http,https");
  set(CURLOPT_PATH_AS_IS, request_.path_as_is ? 1L : 0L);
  set(CURLOPT_FOLLOWLOCATION, request_.follows_redirects ? 1L : 0L);
  set(CURLOPT_MAXREDIRS, static_cast<long>(http_request::most_redirects));
  set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  set(CURLOPT_BUFFERSIZE, receive_buffer);
  set(CURLOPT_UPLOAD_BUFFERSIZE, upload_buffer);
  alive_ = steady_clock::now();
  set(CURLOPT_CONNECTTIMEOUT, static_cast<long>(request_.stall.count()));
  set(CURLOPT_TCP_KEEPALIVE, 1L);
  set(CURLOPT_HTTP09_ALLOWED, 0L);
  set(CURLOPT_USERAGENT, "urlsieve");
  const std::string bundle = certificates(curl_);
  if (!bundle.empty()) set(CURLOPT_CAINFO, bundle.c_str());
  for (const std::string& field : request_.headers)
    headers_ = curl_.curl_slist_append(headers_, field.c_str());
  // Sends large bodies at once, without waiting for "100 Continue".
  headers_ = curl_.curl_slist_append(headers_, "Expect:");
  set(CURLOPT_HTTPHEADER, headers_);
  set_body();
  set(CURLOPT_HEADERFUNCTION, &http_transfer::take_header);
  set(CURLOPT_HEADERDATA, static_cast<void*>(this));
  set(CURLOPT_WRITEFUNCTION, &http_transfer::take_body);
  set(CURLOPT_WRITEDATA, static_cast<void*>(this));
  curl_.curl_multi_add_handle(multi, handle_);
}

void http_transfer::set_body() {
  if (request_.body && request_.method == "PUT") {
    set(CURLOPT_UPLOAD, 1L);
    set(CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(request_.body->size()));
    set(CURLOPT_READFUNCTION, &http_transfer::give_body);
    set(CURLOPT_READDATA, static_cast<void*>(this));
    set(CURLOPT_SEEKFUNCTION, &http_transfer::rewind_body);
    set(CURLOPT_SEEKDATA, static_cast<void*>(this));
  } else if (request_.body) {
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body->size()));
    set(CURLOPT_POSTFIELDS, request_.body->data());
    set(CURLOPT_CUSTOMREQUEST, request_.method.c_str());
  } else if (request_.method == "HEAD") {
    set(CURLOPT_NOBODY, 1L);
  } else {
    set(CURLOPT_HTTPGET, 1L);
    set(CURLOPT_CUSTOMREQUEST, request_.method.c_str());
  }
}

template <class Value>
void http_transfer::set(CURLoption option, Value value) const {
  curl_.curl_easy_setopt(handle_, option, value);
}

void http_transfer::close(CURLM* multi) {
  curl_.curl_multi_remove_handle(multi, handle_);
  curl_.curl_easy_cleanup(handle_);
  curl_.curl_slist_free_all(headers_);
  handle_ = nullptr;
  headers_ = nullptr;
}

void http_transfer::resume() {
  paused_ = false;
  alive_ = steady_clock::now();
  curl_.curl_easy_pause(handle_, CURLPAUSE_CONT);
}

bool http_transfer::is_stalled(steady_clock::time_point now) const {
  return !paused_ && now - alive_ >= request_.stall;
}

void http_transfer::end_stalled() {
  http_end how;
  how.temporary = true;
  how.why = "no data for " + std::to_string(request_.stall.count()) + " s";
  receiver_->ended(how);
}

void http_transfer::end(CURLcode code) {
  http_end how;
  how.arrived = code == CURLE_OK;
  if (how.arrived && !head_reported_) report_head();
  how.temporary = !how.arrived && !is_abandoned_ && is_temporary(code);
  // The name of a server that never answered in this run is probably misspelt, so a retry would only delay
  // the error.
  if (is_no_connection(code) && !reached_.contains(origin_of(request_.url))) how.temporary = false;
  if (is_abandoned_) {
    how.arrived = false;
    how.why = "given up";
  } else if (!how.arrived) {
    how.why = failure_[0] != '\0' ? failure_.data() : curl_.curl_easy_strerror(code);
    if (code == CURLE_TOO_MANY_REDIRECTS)
      how.why = "more than " + std::to_string(http_request::most_redirects) + " redirects";
  }
  receiver_->ended(how);
}

http_receiver::more http_transfer::report_head() {
  head_reported_ = true;
  return receiver_->begun(head_);
}

std::size_t http_transfer::take_header(char* bytes, std::size_t size, std::size_t count, void* context) {
  auto& exchange = *static_cast<http_transfer*>(context);
  exchange.alive_ = steady_clock::now();
  std::string_view line(bytes, size * count);
  while (!line.empty() && (line.back() == '\r' || line.back() == '\n')) line.remove_suffix(1);
  if (line.empty()) {
    const char* url = nullptr;
    exchange.curl_.curl_easy_getinfo(exchange.handle_, CURLINFO_EFFECTIVE_URL, &url);
    exchange.head_.url = url == nullptr ? std::string() : std::string(url);
    return size * count;
  }
  if (line.starts_with("HTTP/")) {
    exchange.reached_.insert(origin_of(exchange.request_.url));
    // A new header begins; the header before was a redirect or "100 Continue".
    exchange.head_ = {};
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string_view code = line.substr(std::min(space + 1, line.size()), 3);
    std::from_chars(code.data(), code.data() + code.size(), exchange.head_.status);
    return size * count;
  }
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || exchange.head_.fields.size() >= most_fields) return size * count;
  std::string_view value = line.substr(colon + 1);
  while (!value.empty() && (value.front() == ' ' || value.front() == '\t')) value.remove_prefix(1);
  while (!value.empty() && (value.back() == ' ' || value.back() == '\t')) value.remove_suffix(1);
  exchange.head_.fields.insert_or_assign(ascii::lowered(line.substr(0, colon)), std::string(value));
  return size * count;
}

std::size_t http_transfer::take_body(char* bytes, std::size_t size, std::size_t count, void* context) {
  auto& exchange = *static_cast<http_transfer*>(context);
  exchange.alive_ = steady_clock::now();
  http_receiver::more answer = http_receiver::more::yes;
  if (!exchange.head_reported_) answer = exchange.report_head();
  if (answer == http_receiver::more::yes) answer = exchange.receiver_->take({bytes, size * count});
  exchange.paused_ = answer == http_receiver::more::later;
  if (exchange.paused_) return CURL_WRITEFUNC_PAUSE;
  exchange.is_abandoned_ = answer == http_receiver::more::no;
  return exchange.is_abandoned_ ? 0 : size * count;
}

std::size_t http_transfer::give_body(char* buffer, std::size_t size, std::size_t count, void* context) {
  auto& exchange = *static_cast<http_transfer*>(context);
  const std::size_t most = std::min(size * count, exchange.request_.body->size() - exchange.sent_);
  std::copy_n(exchange.request_.body->data() + exchange.sent_, most, buffer);
  exchange.sent_ += most;
  exchange.alive_ = steady_clock::now();
  return most;
}

int http_transfer::rewind_body(void* context, curl_off_t offset, int /*from the beginning*/) {
  auto& exchange = *static_cast<http_transfer*>(context);
  if (offset < 0 || static_cast<std::size_t>(offset) > exchange.request_.body->size())
    return CURL_SEEKFUNC_FAIL;
  exchange.sent_ = static_cast<std::size_t>(offset);
  return CURL_SEEKFUNC_OK;
}

}  // namespace urlsieve
