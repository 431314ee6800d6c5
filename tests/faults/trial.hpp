// One run of the program, with or without a fault: what it was given, how it ended, and what it left behind.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "tests/faults/fault_plan.h"

namespace faults {

// A command, run in a fresh copy of the folder `setup` of what is given; paths in it see the rest as
// ../given.
struct scenario {
  std::string name;
  std::vector<std::string> arguments;
  std::string setup;                         // "": an empty folder
  bool resumes = false;                      // the same command goes on where one was killed
  std::size_t most_calls = ~std::size_t{0};  // of one function that are tried, spread evenly
  int code = 0;                              // its exit code without a fault
  bool networked = false;                    // allocations are not faulted, see scenarios.cpp
  bool piecewise = false;                    // its output appears piece by piece, with "_SUCCESS" at last
  bool tells_place = false;                  // its output names the folder it ran in
};

// Files by their path below the folder; a directory's text is empty and its path ends in "/".
using snapshot = std::map<std::string, std::string>;

struct outcome {
  int code = -1;   // of exit; -1: ended by a signal
  int signal = 0;  // SIGALRM: it hung
  std::string printed;
  std::string said;
  snapshot left;
  fault_plan plan;  // with what was counted
};

snapshot files_below(const std::string& folder);

// Runs commands in a folder of its own beside the folder "given".
class stage {
 public:
  stage(std::string program, std::string injector, std::string folder);
  // The folder of the next run is what the scenario says.
  void set_up(const scenario& what) const;
  // Runs the program there. The plan may be one without a fault; then calls are only counted.
  outcome run(const std::vector<std::string>& arguments, const fault_plan& plan) const;
  [[nodiscard]] std::string place() const { return folder_ + "/run"; }
  [[nodiscard]] std::string given() const { return folder_ + "/given"; }

 private:
  std::string program_, injector_, folder_;
};

}  // namespace faults
