#include "src/transfer/http_client.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "src/text/ascii.hpp"
#include "src/transfer/ca_bundle.hpp"
#include "src/transfer/curl_library.hpp"

namespace urlsieve {
namespace {

using std::chrono::milliseconds;
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

class http_client::engine {
 public:
  engine() : multi_(curl_.curl_multi_init()), thread_([this] { work(); }) {}

  ~engine() {
    {
      const std::lock_guard lock(mutex_);
      is_closing_ = true;
    }
    curl_.curl_multi_wakeup(multi_);
    thread_.join();
    for (const auto& [id, exchange] : under_way_) release(*exchange);
    curl_.curl_multi_cleanup(multi_);
  }

  engine(const engine&) = delete;
  engine& operator=(const engine&) = delete;

  exchange_id start(http_request request, std::shared_ptr<http_receiver> receiver, milliseconds delay) {
    auto exchange = std::make_unique<transfer>();
    exchange->owner = this;
    exchange->request = std::move(request);
    exchange->receiver = std::move(receiver);
    exchange->due = steady_clock::now() + delay;
    exchange_id id = 0;
    {
      const std::lock_guard lock(mutex_);
      id = ++last_id_;
      waiting_.emplace(id, std::move(exchange));
    }
    curl_.curl_multi_wakeup(multi_);
    return id;
  }

  void cancel(exchange_id id) { send_order({id, true}); }
  void resume(exchange_id id) { send_order({id, false}); }

 private:
  struct transfer {
    engine* owner = nullptr;
    http_request request;
    std::shared_ptr<http_receiver> receiver;
    steady_clock::time_point due;
    CURL* handle = nullptr;
    curl_slist* headers = nullptr;
    http_head head;
    std::string names_seen;
    bool head_reported = false;
    bool is_abandoned = false;
    bool paused = false;
    steady_clock::time_point alive;  // time of the last byte received or sent
    std::size_t sent = 0;
    char failure[CURL_ERROR_SIZE] = {};
  };
  struct order {
    exchange_id id;
    bool cancels;
  };

  void send_order(order requested) {
    {
      const std::lock_guard lock(mutex_);
      orders_.push_back(requested);
    }
    curl_.curl_multi_wakeup(multi_);
  }

  void work() {
    while (true) {
      const int wait = take_orders();
      if (wait < 0) return;
      int running = 0;
      curl_.curl_multi_perform(multi_, &running);
      finish_some();
      end_stalled();
      curl_.curl_multi_poll(multi_, nullptr, 0, wait, nullptr);
    }
  }

  // Executes orders and begins due exchanges. Returns the milliseconds until the next start, at most 1000, or
  // -1 if the client is being destroyed.
  int take_orders() {
    constexpr milliseconds longest{1000};
    std::vector<order> orders;
    std::vector<std::pair<exchange_id, std::unique_ptr<transfer>>> due;
    steady_clock::duration wait = longest;
    {
      const std::lock_guard lock(mutex_);
      if (is_closing_) return -1;
      orders.swap(orders_);
      const auto now = steady_clock::now();
      for (const order& command : orders)
        if (command.cancels) waiting_.erase(command.id);
      for (auto at = waiting_.begin(); at != waiting_.end();) {
        if (at->second->due <= now) {
          due.emplace_back(at->first, std::move(at->second));
          at = waiting_.erase(at);
        } else {
          wait = std::min(wait, at->second->due - now);
          ++at;
        }
      }
    }
    for (const order& command : orders) obey(command);
    for (auto& [id, exchange] : due) {
      begin(*exchange);
      under_way_.emplace(id, std::move(exchange));
    }
    return static_cast<int>(std::chrono::ceil<milliseconds>(wait).count());
  }

  void obey(const order& command) {
    const auto found = under_way_.find(command.id);
    if (found == under_way_.end()) return;
    if (command.cancels) {
      release(*found->second);
      under_way_.erase(found);
    } else {
      found->second->paused = false;
      found->second->alive = steady_clock::now();
      curl_.curl_easy_pause(found->second->handle, CURLPAUSE_CONT);
    }
  }

  void begin(transfer& exchange) {
    exchange.handle = curl_.curl_easy_init();
    const http_request& request = exchange.request;
    set(exchange, CURLOPT_URL, request.url.c_str());
    set(exchange, CURLOPT_PRIVATE, static_cast<void*>(&exchange));
    set(exchange, CURLOPT_ERRORBUFFER, exchange.failure);
    set(exchange, CURLOPT_NOSIGNAL, 1L);
    set(exchange, CURLOPT_PROTOCOLS_STR, "http,https");
    set(exchange, CURLOPT_REDIR_PROTOCOLS_STR, request.url.starts_with("https:") ? "https" : "http,https");
    set(exchange, CURLOPT_PATH_AS_IS, request.path_as_is ? 1L : 0L);
    set(exchange, CURLOPT_FOLLOWLOCATION, request.follows_redirects ? 1L : 0L);
    set(exchange, CURLOPT_MAXREDIRS, static_cast<long>(http_request::most_redirects));
    set(exchange, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    set(exchange, CURLOPT_BUFFERSIZE, receive_buffer);
    set(exchange, CURLOPT_UPLOAD_BUFFERSIZE, upload_buffer);
    exchange.alive = steady_clock::now();
    set(exchange, CURLOPT_CONNECTTIMEOUT, static_cast<long>(request.stall.count()));
    set(exchange, CURLOPT_TCP_KEEPALIVE, 1L);
    set(exchange, CURLOPT_HTTP09_ALLOWED, 0L);
    set(exchange, CURLOPT_USERAGENT, "urlsieve");
    const std::string bundle = certificates(curl_);
    if (!bundle.empty()) set(exchange, CURLOPT_CAINFO, bundle.c_str());
    for (const std::string& field : request.headers)
      exchange.headers = curl_.curl_slist_append(exchange.headers, field.c_str());
    // Sends large bodies at once, without waiting for "100 Continue".
    exchange.headers = curl_.curl_slist_append(exchange.headers, "Expect:");
    set(exchange, CURLOPT_HTTPHEADER, exchange.headers);
    set_body(exchange);
    set(exchange, CURLOPT_HEADERFUNCTION, &engine::take_header);
    set(exchange, CURLOPT_HEADERDATA, static_cast<void*>(&exchange));
    set(exchange, CURLOPT_WRITEFUNCTION, &engine::take_body);
    set(exchange, CURLOPT_WRITEDATA, static_cast<void*>(&exchange));
    curl_.curl_multi_add_handle(multi_, exchange.handle);
  }

  void set_body(transfer& exchange) {
    const http_request& request = exchange.request;
    if (request.body && request.method == "PUT") {
      set(exchange, CURLOPT_UPLOAD, 1L);
      set(exchange, CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(request.body->size()));
      set(exchange, CURLOPT_READFUNCTION, &engine::give_body);
      set(exchange, CURLOPT_READDATA, static_cast<void*>(&exchange));
      set(exchange, CURLOPT_SEEKFUNCTION, &engine::rewind_body);
      set(exchange, CURLOPT_SEEKDATA, static_cast<void*>(&exchange));
    } else if (request.body) {
      set(exchange, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body->size()));
      set(exchange, CURLOPT_POSTFIELDS, request.body->data());
      set(exchange, CURLOPT_CUSTOMREQUEST, request.method.c_str());
    } else if (request.method == "HEAD") {
      set(exchange, CURLOPT_NOBODY, 1L);
    } else {
      set(exchange, CURLOPT_HTTPGET, 1L);
      set(exchange, CURLOPT_CUSTOMREQUEST, request.method.c_str());
    }
  }

  template <class Value>
  void set(transfer& exchange, CURLoption option, Value value) const {
    curl_.curl_easy_setopt(exchange.handle, option, value);
  }

  void finish_some() {
    int left = 0;
    while (const CURLMsg* const message = curl_.curl_multi_info_read(multi_, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      const CURLcode code = message->data.result;
      void* context = nullptr;
      curl_.curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &context);
      auto* const exchange = static_cast<transfer*>(context);
      const auto found = std::find_if(under_way_.begin(), under_way_.end(),
                                      [&](const auto& running) { return running.second.get() == exchange; });
      const std::unique_ptr<transfer> done = std::move(found->second);
      under_way_.erase(found);
      release(*done);
      end(*done, code);
    }
  }

  // Ends stalled exchanges. The speed limit of libcurl averages, so it would detect a stall seconds later.
  void end_stalled() {
    const auto now = steady_clock::now();
    for (auto at = under_way_.begin(); at != under_way_.end();) {
      transfer& exchange = *at->second;
      if (exchange.paused || now - exchange.alive < exchange.request.stall) {
        ++at;
        continue;
      }
      const std::unique_ptr<transfer> stalled = std::move(at->second);
      at = under_way_.erase(at);
      release(*stalled);
      http_end how;
      how.temporary = true;
      how.why = "no data for " + std::to_string(stalled->request.stall.count()) + " s";
      stalled->receiver->ended(how);
    }
  }

  void end(transfer& exchange, CURLcode code) const {
    http_end how;
    how.arrived = code == CURLE_OK;
    if (how.arrived && !exchange.head_reported) report_head(exchange);
    how.temporary = !how.arrived && !exchange.is_abandoned && is_temporary(code);
    // The name of a server that never answered in this run is probably misspelt, so a retry would only delay
    // the error.
    if (is_no_connection(code) && !reached_.contains(origin_of(exchange.request.url))) how.temporary = false;
    if (exchange.is_abandoned) {
      how.arrived = false;
      how.why = "given up";
    } else if (!how.arrived) {
      how.why = exchange.failure[0] != '\0' ? exchange.failure : curl_.curl_easy_strerror(code);
      if (code == CURLE_TOO_MANY_REDIRECTS)
        how.why = "more than " + std::to_string(http_request::most_redirects) + " redirects";
    }
    exchange.receiver->ended(how);
  }

  void release(transfer& exchange) const {
    curl_.curl_multi_remove_handle(multi_, exchange.handle);
    curl_.curl_easy_cleanup(exchange.handle);
    curl_.curl_slist_free_all(exchange.headers);
    exchange.handle = nullptr;
    exchange.headers = nullptr;
  }

  static http_receiver::more report_head(transfer& exchange) {
    exchange.head_reported = true;
    return exchange.receiver->begun(exchange.head);
  }

  static std::size_t take_header(char* bytes, std::size_t size, std::size_t count, void* context) {
    auto& exchange = *static_cast<transfer*>(context);
    exchange.alive = steady_clock::now();
    std::string_view line(bytes, size * count);
    while (!line.empty() && (line.back() == '\r' || line.back() == '\n')) line.remove_suffix(1);
    if (line.empty()) {
      const char* url = nullptr;
      exchange.owner->curl_.curl_easy_getinfo(exchange.handle, CURLINFO_EFFECTIVE_URL, &url);
      exchange.head.url = url == nullptr ? std::string() : std::string(url);
      return size * count;
    }
    if (line.starts_with("HTTP/")) {
      exchange.owner->reached_.insert(origin_of(exchange.request.url));
      // A new header begins; the header before was a redirect or "100 Continue".
      exchange.head = {};
      const std::size_t space = std::min(line.find(' '), line.size());
      const std::string_view code = line.substr(std::min(space + 1, line.size()), 3);
      std::from_chars(code.data(), code.data() + code.size(), exchange.head.status);
      return size * count;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || exchange.head.fields.size() >= most_fields) return size * count;
    std::string_view value = line.substr(colon + 1);
    while (!value.empty() && (value.front() == ' ' || value.front() == '\t')) value.remove_prefix(1);
    while (!value.empty() && (value.back() == ' ' || value.back() == '\t')) value.remove_suffix(1);
    exchange.head.fields.insert_or_assign(ascii::lowered(line.substr(0, colon)), std::string(value));
    return size * count;
  }

  static std::size_t take_body(char* bytes, std::size_t size, std::size_t count, void* context) {
    auto& exchange = *static_cast<transfer*>(context);
    exchange.alive = steady_clock::now();
    http_receiver::more answer = http_receiver::more::yes;
    if (!exchange.head_reported) answer = report_head(exchange);
    if (answer == http_receiver::more::yes) answer = exchange.receiver->take({bytes, size * count});
    exchange.paused = answer == http_receiver::more::later;
    if (exchange.paused) return CURL_WRITEFUNC_PAUSE;
    exchange.is_abandoned = answer == http_receiver::more::no;
    return exchange.is_abandoned ? 0 : size * count;
  }

  static std::size_t give_body(char* buffer, std::size_t size, std::size_t count, void* context) {
    auto& exchange = *static_cast<transfer*>(context);
    const std::size_t most = std::min(size * count, exchange.request.body->size() - exchange.sent);
    std::copy_n(exchange.request.body->data() + exchange.sent, most, buffer);
    exchange.sent += most;
    exchange.alive = steady_clock::now();
    return most;
  }

  static int rewind_body(void* context, curl_off_t offset, int /*from the beginning*/) {
    auto& exchange = *static_cast<transfer*>(context);
    if (offset < 0 || static_cast<std::size_t>(offset) > exchange.request.body->size())
      return CURL_SEEKFUNC_FAIL;
    exchange.sent = static_cast<std::size_t>(offset);
    return CURL_SEEKFUNC_OK;
  }

  const curl_library& curl_ = curl_library::get();
  CURLM* multi_;
  std::map<exchange_id, std::unique_ptr<transfer>> under_way_;  // used only by the thread
  std::set<std::string> reached_;  // origins of servers that answered; used only by the thread

  std::mutex mutex_;  // guards waiting_, orders_, last_id_ and over_
  std::map<exchange_id, std::unique_ptr<transfer>> waiting_;
  std::vector<order> orders_;
  exchange_id last_id_ = 0;
  bool is_closing_ = false;

  std::thread thread_;
};

http_client::http_client() : engine_(std::make_unique<engine>()) {}
http_client::~http_client() = default;

http_client::exchange_id http_client::start(http_request request, std::shared_ptr<http_receiver> receiver,
                                            milliseconds delay) {
  return engine_->start(std::move(request), std::move(receiver), delay);
}

void http_client::cancel(exchange_id id) {
  engine_->cancel(id);
}

void http_client::resume(exchange_id id) {
  engine_->resume(id);
}

}  // namespace urlsieve
