#include "src/input/members/run_pair.hpp"

#include <array>
#include <utility>

#include "src/codec/inflate_pair.hpp"

namespace urlsieve {
namespace {

class run_pair final : public inflate_pair::work {
 public:
  run_pair(std::shared_ptr<member_run> first, std::shared_ptr<member_run> second, waiting_runs& waiting,
           const claim_once* awaited)
      : runs_{std::move(first), std::move(second)}, waiting_(&waiting), enough_(awaited) {
    for (const std::shared_ptr<member_run>& run : runs_) run->begin_in_own_memory();
  }

  bool next(unsigned lane, inflate_pair::task& member) override {
    std::shared_ptr<member_run>& run = runs_[lane];
    while (true) {
      if (!run) {
        if (enough_ != nullptr && enough_->done()) return false;
        run = waiting_->take();
        if (!run) return false;
        run->begin_in_own_memory();
      }
      if (run->next_gzip(member.stored, member.output)) return true;
      run->finish();
      run.reset();
    }
  }

  void done(unsigned lane, inflate_pair::outcome decoded) override { runs_[lane]->take(decoded); }

 private:
  std::array<std::shared_ptr<member_run>, inflate_pair::lanes> runs_;
  waiting_runs* waiting_;
  const claim_once* enough_;
};

}  // namespace

bool decodes_in_pairs(const member_run& run) {
  return inflate_pair::available() && run.holds_gzip();
}

void decode_runs(std::shared_ptr<member_run> first, waiting_runs& waiting, const claim_once* awaited) {
  std::shared_ptr<member_run> second = decodes_in_pairs(*first) ? waiting.take() : nullptr;
  if (!second) return first->decode();
  run_pair both(std::move(first), std::move(second), waiting, awaited);
  inflate_pair pair;
  pair.run(both);
}

}  // namespace urlsieve
