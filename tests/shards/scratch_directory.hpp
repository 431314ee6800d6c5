// A temporary directory of a test.
#ifndef URLSIEVE_TESTS_SCRATCH_DIRECTORY_HPP
#define URLSIEVE_TESTS_SCRATCH_DIRECTORY_HPP

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>

namespace urlsieve::testing {

class scratch_directory {
 public:
  scratch_directory() {
    std::string directory = (std::filesystem::temp_directory_path() / "urlsieve-test-XXXXXX").string();
    if (mkdtemp(directory.data()) == nullptr) throw std::runtime_error("no scratch directory");
    path_ = std::filesystem::canonical(directory);
  }
  scratch_directory(const scratch_directory&) = delete;
  scratch_directory& operator=(const scratch_directory&) = delete;
  ~scratch_directory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  // Returns the names in the directory, with hidden names.
  [[nodiscard]] std::set<std::string> names(const std::string& below = ".") const {
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(path_ / below))
      found.insert(entry.path().filename());
    return found;
  }

  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace urlsieve::testing

#endif
