#include "src/pipeline/thread_supply.hpp"

#include <latch>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace urlsieve {

void require_threads(unsigned threads) {
  std::latch all_begun(1);
  std::vector<std::thread> begun;
  begun.reserve(threads);
  std::string why;
  try {
    while (begun.size() + 1 < threads) begun.emplace_back([&all_begun] { all_begun.wait(); });
  } catch (const std::system_error& refused) {
    why = refused.code().message();
  }
  const std::size_t had = begun.size() + 1;
  all_begun.count_down();
  for (std::thread& one : begun) one.join();
  if (!why.empty()) {
    throw std::runtime_error("cannot start " + std::to_string(threads) + " threads, only " +
                             std::to_string(had) + " (--threads): " + why);
  }
}

}  // namespace urlsieve
