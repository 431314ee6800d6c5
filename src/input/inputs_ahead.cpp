#include "src/input/inputs_ahead.hpp"

#include <exception>
#include <utility>

#include "src/input/work_turn.hpp"

namespace urlsieve {

struct inputs_ahead::upcoming {
  std::optional<listed_input> listed;  // nothing: the end
  stats counted;
  std::unique_ptr<byte_source> source;
  std::exception_ptr failure;
  work_turn turn;

  void open(const std::atomic<bool>* stop, const read_ahead& how) {
    source = byte_source::open(listed->path, counted, stop, how);
  }
};

void inputs_ahead::list() {
  auto one = std::make_shared<upcoming>();
  one->listed = listing_.next(one->counted);
  listed_all_ = !one->listed;
  queue_.push_back(one);
  if (!one->listed) return;
  one->turn.open();
  if (!how_.start || !one->listed->regular || one->listed->size > max_size) return;
  how_.start([one, stop = stop_, how = how_] {
    if (!one->turn.claim()) return;
    try {
      one->open(stop, how);
      if (one->source) one->source->prepare();
    } catch (...) {
      one->failure = std::current_exception();
    }
    one->turn.finish();
  });
}

std::shared_ptr<inputs_ahead::upcoming> inputs_ahead::take() {
  if (queue_.empty()) list();
  std::shared_ptr<upcoming> first = std::move(queue_.front());
  queue_.pop_front();
  return first;
}

std::optional<inputs_ahead::input> inputs_ahead::next(stats& counted) {
  const std::size_t most = how_.start ? files_a_run * how_.runs : 1;
  while (!listed_all_ && queue_.size() < most) list();
  if (queue_.empty()) return std::nullopt;
  const std::shared_ptr<upcoming> first = take();
  if (first->listed) {
    if (first->turn.claim())
      first->open(stop_, how_);
    else
      first->turn.wait();
    if (first->failure) std::rethrow_exception(first->failure);
  }
  counted.add(first->counted);
  if (!first->listed) return std::nullopt;
  return input{std::move(*first->listed), std::move(first->source)};
}

std::optional<listed_input> inputs_ahead::pass(stats& counted) {
  if (queue_.empty() && listed_all_) return std::nullopt;
  const std::shared_ptr<upcoming> first = take();
  counted.add(first->counted);
  return std::move(first->listed);
}

}  // namespace urlsieve
