#include "src/cli/page_output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>

#include "src/pipeline/outputs/write_all.hpp"
#include "src/transfer/remote_access.hpp"
#include "src/transfer/remote_context.hpp"

namespace urlsieve::cli {

result<page_output> page_output::create(const std::string& path, const remote_options& remote,
                                        const std::atomic<bool>* stop) {
  page_output output;
  output.to_standard_output_ = path == "-";
  if (output.to_standard_output_) return output;
  const remote_context context{std::make_shared<remote_access>(remote), stop};
  result<output_file> file = output_file::create(path, stop, context);
  if (!file) return tl::unexpected(std::move(file.error()));
  output.file_ = std::move(*file);
  return output;
}

result<void> page_output::publish(std::string page) {
  if (to_standard_output_) {
    printed_ = std::move(page);
    return {};
  }
  return file_.write(page).and_then([&] { return file_.close(); }).and_then([&] { return file_.publish(); });
}

result<void> page_output::settle() {
  if (to_standard_output_) return write_all(STDOUT_FILENO, printed_);
  file_.settle();
  return {};
}

result<void> add_statistics_file(const std::string& path, run_facts& to) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    const error_code code = errno == ENOENT ? error_code::no_such_input : error_code::cannot_open;
    return tl::unexpected(error{code, "cannot open " + path + ": " + std::strerror(errno)});
  }
  const std::string json((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (result<void> added = add_statistics(json, to); !added)
    return tl::unexpected(error{added.error().code, path + ": " + added.error().message});
  return {};
}

}  // namespace urlsieve::cli
