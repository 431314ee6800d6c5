// One exchange of the client with a server: a handle of libcurl with its options, and the callbacks that pass
// header and body of the response to the receiver.
#ifndef URLSIEVE_TRANSFER_HTTP_TRANSFER_HPP
#define URLSIEVE_TRANSFER_HTTP_TRANSFER_HPP

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <set>
#include <string>

#include "src/transfer/curl_library.hpp"
#include "src/transfer/http_client.hpp"
#include "src/transfer/http_exchange.hpp"

namespace urlsieve {

// Used only by the thread of the client, except for the constructor.
class http_transfer {
 public:
  // `reached`: the origins of servers that answered any exchange of the client; must outlive the object.
  http_transfer(const curl_library& curl, http_request request, std::shared_ptr<http_receiver> receiver,
                std::set<std::string>& reached);
  http_transfer(const http_transfer&) = delete;
  http_transfer& operator=(const http_transfer&) = delete;

  // Adds the exchange to `multi`, which then runs it.
  void open(CURLM* multi);
  // Removes the exchange from `multi`. Requires: open() was called.
  void close(CURLM* multi);
  // Resumes a paused exchange. Requires: the exchange is open.
  void resume();

  [[nodiscard]] bool has(const CURL* handle) const { return handle_ == handle; }
  // Returns true if no byte has arrived or was sent for http_request::stall, and the exchange is not paused.
  [[nodiscard]] bool is_stalled(std::chrono::steady_clock::time_point now) const;

  // Reports the end of the exchange to the receiver: with the result of libcurl, or for lack of data.
  // Requires: the exchange is closed.
  void end(CURLcode code);
  void end_stalled();

 private:
  void set_body();
  template <class Value>
  void set(CURLoption option, Value value) const;
  http_receiver::more report_head();

  // Callbacks of libcurl; `context` is the object.
  static std::size_t take_header(char* bytes, std::size_t size, std::size_t count, void* context);
  static std::size_t take_body(char* bytes, std::size_t size, std::size_t count, void* context);
  static std::size_t give_body(char* buffer, std::size_t size, std::size_t count, void* context);
  static int rewind_body(void* context, curl_off_t offset, int origin);

  const curl_library& curl_;
  http_request request_;
  std::shared_ptr<http_receiver> receiver_;
  std::set<std::string>& reached_;
  CURL* handle_ = nullptr;
  curl_slist* headers_ = nullptr;
  http_head head_;
  bool head_reported_ = false;
  bool is_abandoned_ = false;
  bool paused_ = false;
  std::chrono::steady_clock::time_point alive_;  // time of the last byte received or sent
  std::size_t sent_ = 0;
  std::array<char, CURL_ERROR_SIZE> failure_{};
};

}  // namespace urlsieve

#endif
