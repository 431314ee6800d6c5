#include "src/text/lazy_library.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace urlsieve {
namespace late_library_test {

struct letters {
  lazy_library library{"libc.so.6"};
  URLSIEVE_LATE_FUNCTION(library, toupper);
};

TEST(lazy_library, gives_functions_of_a_library_that_is_there) {
  const letters loaded;
  EXPECT_EQ(loaded.toupper('a'), 'A');
}

TEST(lazy_library, says_which_library_or_function_is_missing) {
  try {
    const lazy_library missing("libno-such-library.so.9");
    FAIL();
  } catch (const std::runtime_error& problem) {
    EXPECT_NE(std::string(problem.what()).find("libno-such-library.so.9"), std::string::npos)
        << problem.what();
  }
  const lazy_library library("libc.so.6");
  EXPECT_THROW((void)library.find("no_such_function"), std::runtime_error);
}

// The loader opens a file by its path, so a corrupt bundled file shows that the bundle has priority.
TEST(lazy_library, prefers_a_library_of_the_bundle) {
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
  const std::string folder = program.filename().string() + ".libs";
  const std::filesystem::path bundle = program.parent_path() / folder;
  std::filesystem::create_directories(bundle);
  std::ofstream(bundle / "own-libm.so.6") << "no library";
  prefer_bundled_libraries(folder + "/own-");
  EXPECT_THROW(lazy_library("libm.so.6"), std::runtime_error);
  EXPECT_NO_THROW(lazy_library("libc.so.6"));
  std::filesystem::remove_all(bundle);
  EXPECT_NO_THROW(lazy_library("libm.so.6"));
}

}  // namespace late_library_test
}  // namespace urlsieve
