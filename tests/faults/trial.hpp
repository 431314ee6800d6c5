// A run of the program, with or without a fault: command, outcome, and files afterwards.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "tests/faults/fault_plan.h"

namespace faults {

// A command and its initial folder: a copy of ../given/`setup`. Arguments refer to inputs as ../given/...
struct scenario {
  std::string name;
  std::vector<std::string> arguments;
  std::string setup;                        // "": an empty folder
  bool resumes = false;                     // after a kill, the same command resumes the run
  std::size_t max_calls = ~std::size_t{0};  // faulted calls of a function, evenly spread
  int code = 0;                             // exit code without a fault
  bool loads_openssl = false;               // no faults of allocations, see scenarios.cpp
  bool is_piecewise = false;                // the output appears file by file, "_SUCCESS" last
  bool prints_folder = false;               // the output contains the path of the folder of the run
};

// Texts of files by their path below the folder. A directory has no text, and its path ends in "/"; a file
// of more than 1 MiB has its size and a hash.
using snapshot = std::map<std::string, std::string>;

struct outcome {
  int code = -1;   // exit code; -1: died of a signal
  int signal = 0;  // SIGALRM: the run hung
  std::string stdout_text;
  std::string stderr_text;
  snapshot files;
  fault_plan plan;  // with counted calls
};

snapshot files_below(const std::string& folder);

// Runs commands in the folder "run" beside the folder "given".
class sandbox {
 public:
  sandbox(std::string program, std::string injector, std::string folder);
  // Recreates the folder of the run for the scenario.
  void set_up(const scenario& subject) const;
  // Runs the program in this folder. An empty plan only counts calls.
  outcome run(const std::vector<std::string>& arguments, const fault_plan& plan) const;
  [[nodiscard]] std::string run_folder() const { return folder_ + "/run"; }
  [[nodiscard]] std::string given_folder() const { return folder_ + "/given"; }

 private:
  std::string program_, injector_, folder_;
};

}  // namespace faults
