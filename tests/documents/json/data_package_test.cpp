#include "src/documents/json/data_package.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace data_package_test {

// Returns "path hash bytes|...", or "none" if the text is not a list.
std::string read(std::string_view text) {
  std::string report;
  const bool is_list = read_data_package(std::string(text), [&](const listed_file& file) {
    report += file.path + " " + file.hash + " " + (file.bytes ? std::to_string(*file.bytes) : "-") + "|";
  });
  return is_list ? report : "none";
}

TEST(data_package, gives_the_files_that_it_lists) {
  EXPECT_EQ(read(R"({"profile":"x","resources":[{"name":"n","path":"a/b","hash":"sha256:0f","bytes":12},)"
                 R"({"bytes":7,"path":"c\u0064"}],"version":-1.5e3,"more":{"path":"no"}})"),
            "a/b sha256:0f 12|cd  7|");
  EXPECT_EQ(read(R"({"resources":[]})"), "");
  EXPECT_EQ(read(R"({"resources":[{"name":"no path"}]})"), "");
  EXPECT_EQ(read(R"({"resources":[{"path":"a","bytes":-1,"hash":null},{"path":"b","bytes":1.5,"hash":3}]})"),
            "a  -|b  -|");
}

TEST(data_package, gives_the_file_that_a_digest_is_of) {
  EXPECT_EQ(read(R"({"path":"datapackage.json","hash":"sha256:ff","signedData":{"hash":"no"}})"),
            "datapackage.json sha256:ff -|");
}

TEST(data_package, declares_a_collection_of_web_archives) {
  struct package {
    std::string_view text;
    bool declares;
  };
  for (const auto& [text, declares] :
       {package{R"({"profile":"data-package","wacz_version":"1.1.1","resources":[]})", true},
        {R"({"resources":[{"path":"data/a.csv"}],"wacz_version":"1.0.0"})", true},
        {R"({"profile":"data-package","resources":[{"path":"archive/a.warc.gz"},{"path":"indexes/i"}]})",
         true},
        {R"({"profile":"data-package","resources":[{"path":"archive/a.warc.gz"},{"path":"mail/l"}]})", false},
        {R"({"profile":"data-package","resources":[{"path":"archive/a.csv"}]})", false},
        {R"({"profile":"data-package","resources":[{"path":"data/a.csv"}]})", false},
        {R"({"profile":"tabular-data-package","resources":[{"path":"archive/a.warc"}]})", false},
        {R"({"profile":"multi-wacz-package","wacz_version":"1.1.1","resources":[{"path":"a.wacz"}]})", false},
        {R"({"description":"wacz_version","more":{"wacz_version":"1.1.1"}})", false},
        {R"({"wacz_version":null})", false},
        {R"({"wacz_version":"1.1.1")", false},
        {"", false}})
    EXPECT_EQ(declares_web_collection(text), declares) << text;
}

TEST(data_package, rejects_other_json) {
  for (const std::string_view text :
       {"", "[]", "{}", "x", "{\"resources\":{}}", "{\"resources\":[1]}", "{\"resources\":[{\"path\":\"a\"}",
        "{\"resources\":[{\"path\":\"a\"}]} {}", "{\"resources\":[{\"path\":\"a\"}]", "{\"hash\":\"a\"}"})
    EXPECT_EQ(read(text), "none") << text;
}

}  // namespace data_package_test
}  // namespace urlsieve
