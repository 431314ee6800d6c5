// Runs a fuzz target over files and over all files of directories, for compilers without libFuzzer. Ignores
// arguments that begin with "-" (options of libFuzzer).
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void replay(const std::filesystem::path& file) {
  std::fprintf(stderr, "%s\n", file.c_str());
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(stream), {});
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace

int main(int count, char** arguments) {
  namespace fs = std::filesystem;
  LLVMFuzzerInitialize(&count, &arguments);
  for (int i = 1; i < count; ++i) {
    if (arguments[i][0] == '-') continue;
    if (!fs::is_directory(arguments[i])) {
      replay(arguments[i]);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(arguments[i]))
      if (entry.is_regular_file()) replay(entry.path());
  }
  return 0;
}
