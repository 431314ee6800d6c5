// The journal of a split that lacks inputs: the next attempt at the task reads the lacking inputs alone.
//
//   OUT/runs/ID.inputs           the inputs of the split, while an attempt reads them
//   OUT/runs/.ID.WORD.resume     the journal (resume/journal.hpp), while the attempt with that lease goes on
//   OUT/runs/journal-ID          the same between attempts, while the split lacks inputs
#ifndef URLSIEVE_PIPELINE_PLAN_SPLIT_JOURNAL_HPP
#define URLSIEVE_PIPELINE_PLAN_SPLIT_JOURNAL_HPP

#include <string>

namespace urlsieve {

class split_journal {
 public:
  split_journal(const std::string& out, const std::string& id);

  // Where attempts write the list of inputs: under the same name each time, as a journal is of one command.
  [[nodiscard]] std::string list() const;

  // Takes over the journals of killed attempts at this task: keeps one that has a state, removes the others.
  void take_over() const;

  // Gives the attempt that builds `directory` the journal. False: there is none of this user.
  [[nodiscard]] bool bring(const std::string& directory) const;

  // The attempt has ended: keeps its journal if the split lacks inputs. Without a state nothing is kept.
  void keep(const std::string& directory) const;

  // Removes the journal that was kept.
  void drop() const;

 private:
  [[nodiscard]] std::string kept() const;
  void keep_or_remove(const std::string& journal) const;

  std::string runs_;
  std::string id_;
};

}  // namespace urlsieve

#endif
