#include "src/transfer/http_client.hpp"

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
#include "src/transfer/curl_library.hpp"

namespace urlsieve {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr long receive_buffer = 256L << 10;
constexpr long upload_buffer = 512L << 10;
constexpr std::size_t most_fields = 256;  // of a header

// Returns the CA bundle from the environment variables of other tools; empty: the default of libcurl.
std::string certificates() {
  for (const char* const name : {"AWS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE"})
    if (const char* const file = std::getenv(name); file != nullptr && *file != '\0') return file;
  return {};
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
      over_ = true;
    }
    curl_.curl_multi_wakeup(multi_);
    thread_.join();
    for (const auto& [id, one] : under_way_) release(*one);
    curl_.curl_multi_cleanup(multi_);
  }

  engine(const engine&) = delete;
  engine& operator=(const engine&) = delete;

  exchange_id start(http_request request, std::shared_ptr<http_receiver> receiver, milliseconds delay) {
    auto made = std::make_unique<transfer>();
    made->owner = this;
    made->request = std::move(request);
    made->receiver = std::move(receiver);
    made->due = steady_clock::now() + delay;
    exchange_id id = 0;
    {
      const std::lock_guard lock(mutex_);
      id = ++last_id_;
      waiting_.emplace(id, std::move(made));
    }
    curl_.curl_multi_wakeup(multi_);
    return id;
  }

  void cancel(exchange_id which) { tell({which, true}); }
  void go_on(exchange_id which) { tell({which, false}); }

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
    bool head_told = false;
    bool given_up = false;
    bool paused = false;
    steady_clock::time_point alive;  // time of the last byte received or sent
    std::size_t sent = 0;
    char failure[CURL_ERROR_SIZE] = {};
  };
  struct order {
    exchange_id which;
    bool cancels;
  };

  void tell(order what) {
    {
      const std::lock_guard lock(mutex_);
      orders_.push_back(what);
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
      if (over_) return -1;
      orders.swap(orders_);
      const auto now = steady_clock::now();
      for (const order& one : orders)
        if (one.cancels) waiting_.erase(one.which);
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
    for (const order& one : orders) obey(one);
    for (auto& [id, one] : due) {
      begin(*one);
      under_way_.emplace(id, std::move(one));
    }
    return static_cast<int>(std::chrono::ceil<milliseconds>(wait).count());
  }

  void obey(const order& one) {
    const auto found = under_way_.find(one.which);
    if (found == under_way_.end()) return;
    if (one.cancels) {
      release(*found->second);
      under_way_.erase(found);
    } else {
      found->second->paused = false;
      found->second->alive = steady_clock::now();
      curl_.curl_easy_pause(found->second->handle, CURLPAUSE_CONT);
    }
  }

  void begin(transfer& one) {
    one.handle = curl_.curl_easy_init();
    const http_request& asked = one.request;
    set(one, CURLOPT_URL, asked.url.c_str());
    set(one, CURLOPT_PRIVATE, static_cast<void*>(&one));
    set(one, CURLOPT_ERRORBUFFER, one.failure);
    set(one, CURLOPT_NOSIGNAL, 1L);
    set(one, CURLOPT_PROTOCOLS_STR, "http,https");
    set(one, CURLOPT_REDIR_PROTOCOLS_STR, asked.url.starts_with("https:") ? "https" : "http,https");
    set(one, CURLOPT_PATH_AS_IS, asked.path_as_is ? 1L : 0L);
    set(one, CURLOPT_FOLLOWLOCATION, asked.follows_redirects ? 1L : 0L);
    set(one, CURLOPT_MAXREDIRS, static_cast<long>(http_request::most_redirects));
    set(one, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    set(one, CURLOPT_BUFFERSIZE, receive_buffer);
    set(one, CURLOPT_UPLOAD_BUFFERSIZE, upload_buffer);
    one.alive = steady_clock::now();
    set(one, CURLOPT_CONNECTTIMEOUT, static_cast<long>(asked.stall.count()));
    set(one, CURLOPT_TCP_KEEPALIVE, 1L);
    set(one, CURLOPT_HTTP09_ALLOWED, 0L);
    set(one, CURLOPT_USERAGENT, "urlsieve");
    const std::string bundle = certificates();
    if (!bundle.empty()) set(one, CURLOPT_CAINFO, bundle.c_str());
    for (const std::string& field : asked.headers)
      one.headers = curl_.curl_slist_append(one.headers, field.c_str());
    // Sends large bodies at once, without waiting for "100 Continue".
    one.headers = curl_.curl_slist_append(one.headers, "Expect:");
    set(one, CURLOPT_HTTPHEADER, one.headers);
    set_body(one);
    set(one, CURLOPT_HEADERFUNCTION, &engine::take_header);
    set(one, CURLOPT_HEADERDATA, static_cast<void*>(&one));
    set(one, CURLOPT_WRITEFUNCTION, &engine::take_body);
    set(one, CURLOPT_WRITEDATA, static_cast<void*>(&one));
    curl_.curl_multi_add_handle(multi_, one.handle);
  }

  void set_body(transfer& one) {
    const http_request& asked = one.request;
    if (asked.body && asked.method == "PUT") {
      set(one, CURLOPT_UPLOAD, 1L);
      set(one, CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(asked.body->size()));
      set(one, CURLOPT_READFUNCTION, &engine::give_body);
      set(one, CURLOPT_READDATA, static_cast<void*>(&one));
      set(one, CURLOPT_SEEKFUNCTION, &engine::go_back);
      set(one, CURLOPT_SEEKDATA, static_cast<void*>(&one));
    } else if (asked.body) {
      set(one, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(asked.body->size()));
      set(one, CURLOPT_POSTFIELDS, asked.body->data());
      set(one, CURLOPT_CUSTOMREQUEST, asked.method.c_str());
    } else if (asked.method == "HEAD") {
      set(one, CURLOPT_NOBODY, 1L);
    } else {
      set(one, CURLOPT_HTTPGET, 1L);
      set(one, CURLOPT_CUSTOMREQUEST, asked.method.c_str());
    }
  }

  template <class Value>
  void set(transfer& one, CURLoption option, Value value) const {
    curl_.curl_easy_setopt(one.handle, option, value);
  }

  void finish_some() {
    int left = 0;
    while (const CURLMsg* const message = curl_.curl_multi_info_read(multi_, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      const CURLcode code = message->data.result;
      void* kept = nullptr;
      curl_.curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &kept);
      auto* const one = static_cast<transfer*>(kept);
      const auto found = std::find_if(under_way_.begin(), under_way_.end(),
                                      [&](const auto& each) { return each.second.get() == one; });
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
      transfer& one = *at->second;
      if (one.paused || now - one.alive < one.request.stall) {
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

  void end(transfer& one, CURLcode code) const {
    http_end how;
    how.arrived = code == CURLE_OK;
    if (how.arrived && !one.head_told) tell_head(one);
    how.temporary = !how.arrived && !one.given_up && is_temporary(code);
    // The name of a server that never answered in this run is probably misspelt, so a retry would only delay
    // the error.
    if (is_no_connection(code) && !reached_.contains(origin_of(one.request.url))) how.temporary = false;
    if (one.given_up) {
      how.arrived = false;
      how.why = "given up";
    } else if (!how.arrived) {
      how.why = one.failure[0] != '\0' ? one.failure : curl_.curl_easy_strerror(code);
      if (code == CURLE_TOO_MANY_REDIRECTS)
        how.why = "more than " + std::to_string(http_request::most_redirects) + " redirects";
    }
    one.receiver->ended(how);
  }

  void release(transfer& one) const {
    curl_.curl_multi_remove_handle(multi_, one.handle);
    curl_.curl_easy_cleanup(one.handle);
    curl_.curl_slist_free_all(one.headers);
    one.handle = nullptr;
    one.headers = nullptr;
  }

  static http_receiver::more tell_head(transfer& one) {
    one.head_told = true;
    return one.receiver->begun(one.head);
  }

  static std::size_t take_header(char* bytes, std::size_t size, std::size_t count, void* kept) {
    auto& one = *static_cast<transfer*>(kept);
    one.alive = steady_clock::now();
    std::string_view line(bytes, size * count);
    while (!line.empty() && (line.back() == '\r' || line.back() == '\n')) line.remove_suffix(1);
    if (line.empty()) {
      const char* url = nullptr;
      one.owner->curl_.curl_easy_getinfo(one.handle, CURLINFO_EFFECTIVE_URL, &url);
      one.head.url = url == nullptr ? std::string() : std::string(url);
      return size * count;
    }
    if (line.starts_with("HTTP/")) {
      one.owner->reached_.insert(origin_of(one.request.url));
      // A new header begins; the header before was a redirect or "100 Continue".
      one.head = {};
      const std::size_t space = std::min(line.find(' '), line.size());
      const std::string_view code = line.substr(std::min(space + 1, line.size()), 3);
      std::from_chars(code.data(), code.data() + code.size(), one.head.status);
      return size * count;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || one.head.fields.size() >= most_fields) return size * count;
    std::string_view value = line.substr(colon + 1);
    while (!value.empty() && (value.front() == ' ' || value.front() == '\t')) value.remove_prefix(1);
    while (!value.empty() && (value.back() == ' ' || value.back() == '\t')) value.remove_suffix(1);
    one.head.fields.insert_or_assign(ascii::lowered(line.substr(0, colon)), std::string(value));
    return size * count;
  }

  static std::size_t take_body(char* bytes, std::size_t size, std::size_t count, void* kept) {
    auto& one = *static_cast<transfer*>(kept);
    one.alive = steady_clock::now();
    http_receiver::more answer = http_receiver::more::yes;
    if (!one.head_told) answer = tell_head(one);
    if (answer == http_receiver::more::yes) answer = one.receiver->take({bytes, size * count});
    one.paused = answer == http_receiver::more::later;
    if (one.paused) return CURL_WRITEFUNC_PAUSE;
    one.given_up = answer == http_receiver::more::no;
    return one.given_up ? 0 : size * count;
  }

  static std::size_t give_body(char* room, std::size_t size, std::size_t count, void* kept) {
    auto& one = *static_cast<transfer*>(kept);
    const std::size_t most = std::min(size * count, one.request.body->size() - one.sent);
    std::copy_n(one.request.body->data() + one.sent, most, room);
    one.sent += most;
    one.alive = steady_clock::now();
    return most;
  }

  static int go_back(void* kept, curl_off_t offset, int /*from the beginning*/) {
    auto& one = *static_cast<transfer*>(kept);
    if (offset < 0 || static_cast<std::size_t>(offset) > one.request.body->size()) return CURL_SEEKFUNC_FAIL;
    one.sent = static_cast<std::size_t>(offset);
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
  bool over_ = false;

  std::thread thread_;
};

http_client::http_client() : engine_(std::make_unique<engine>()) {}
http_client::~http_client() = default;

http_client::exchange_id http_client::start(http_request request, std::shared_ptr<http_receiver> receiver,
                                            milliseconds delay) {
  return engine_->start(std::move(request), std::move(receiver), delay);
}

void http_client::cancel(exchange_id which) {
  engine_->cancel(which);
}

void http_client::go_on(exchange_id which) {
  engine_->go_on(which);
}

}  // namespace urlsieve
