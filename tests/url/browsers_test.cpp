// Agreement with browsers: real references normalized by Node's WHATWG parser and by urlsieve, both at the
// scheme rung of urlsieve.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/shared_data.hpp"
#include "tests/url/one_url.hpp"

namespace urlsieve {
namespace browsers_test {

constexpr const char* script =
    "const fs=require('fs');const lines=fs.readFileSync(process.argv[1],'utf8').split('\\n');lines.pop();"
    "fs.writeFileSync(process.argv[2],lines.map(l=>{const i=l.indexOf('\\t');"
    "try{return new URL(l.slice(i+1),l.slice(0,i)).href}catch(e){return '!'}}).join('\\n')+'\\n');";

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::istringstream stream(testing::read_file(file));
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(url_browsers, agree_on_real_links) {
  if (std::system("node --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "skipped: no node (package nodejs)";
  URLSIEVE_SHARED_OR_SKIP(relative, "data/cc-relative.tsv");
  URLSIEVE_SHARED_OR_SKIP(absolute, "data/urls-kasztp.txt");
  std::vector<std::string> pairs = lines_of(*relative);
  for (const std::string& url : lines_of(*absolute)) pairs.push_back("http://base.example/\t" + url);

  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("urlsieve-browsers-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  {
    std::ofstream given(folder / "pairs");
    for (const std::string& pair : pairs) given << pair << '\n';
  }
  const std::string command = "node -e \"" + std::string(script) + "\" '" + (folder / "pairs").string() +
                              "' '" + (folder / "answers").string() + "'";
  ASSERT_EQ(std::system(command.c_str()), 0);
  const std::vector<std::string> answers = lines_of(folder / "answers");
  std::filesystem::remove_all(folder);
  ASSERT_EQ(answers.size(), pairs.size());

  url_options options;
  options.keep_fragment = true;
  options.keep_same_document = true;
  options.drop_schemes.clear();
  std::size_t differ = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::size_t tab = pairs[i].find('\t');
    const std::string ours =
        testing::canonicalized(pairs[i].substr(tab + 1), pairs[i].substr(0, tab), options);
    const std::string theirs = answers[i] == "!" ? "!" : testing::normalized(answers[i], options);
    differ += ours == theirs || (ours.starts_with("!") && theirs == "!") ? 0U : 1U;
  }
  EXPECT_LE(differ * 200, pairs.size()) << differ << " of " << pairs.size();  // 99.5 %
}

}  // namespace browsers_test
}  // namespace urlsieve
