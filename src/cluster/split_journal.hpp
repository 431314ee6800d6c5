// The journal of a split that lacks inputs: the next attempt at the task reads only the lacking inputs.
//
//   OUT/runs/ID.inputs           the inputs of the split, while an attempt reads them
//   OUT/runs/.ID.WORD.resume     the journal (resume/journal.hpp), during the attempt with that lease
//   OUT/runs/journal-ID          the journal between attempts, while the split lacks inputs
//
// An attempt calls take_over(), then bring(), and at its end keep() or drop(). Failures are ignored: without
// a journal, an attempt reads all inputs.
#ifndef URLSIEVE_CLUSTER_SPLIT_JOURNAL_HPP
#define URLSIEVE_CLUSTER_SPLIT_JOURNAL_HPP

#include <string>

namespace urlsieve {

class split_journal {
 public:
  split_journal(const std::string& out, const std::string& id);

  // Returns the file for the list of inputs. All attempts use the same name, because a journal belongs to one
  // command.
  [[nodiscard]] std::string list() const;

  // Takes over the journals of killed attempts at this task: keeps a journal with a state, and removes the
  // others.
  void take_over() const;

  // Moves the journal to the attempt that builds `directory`. Returns false if there is no journal of this
  // user.
  [[nodiscard]] bool bring(const std::string& directory) const;

  // Keeps the journal of an attempt that ended, if the split lacks inputs. A journal without a state is
  // removed.
  void keep(const std::string& directory) const;

  // Removes the kept journal.
  void drop() const;

 private:
  [[nodiscard]] std::string kept_path() const;
  void keep_or_remove(const std::string& journal) const;

  std::string runs_;
  std::string id_;
};

}  // namespace urlsieve

#endif
