#include "tests/faults/scenarios.hpp"

namespace faults {
namespace {

scenario one(std::string name, std::vector<std::string> arguments, std::string setup = {}) {
  return {std::move(name), std::move(arguments), std::move(setup)};
}

// Pairs go through sorted runs again and again, by thousands of calls that are much alike.
scenario on_disk(std::string name, std::vector<std::string> arguments) {
  constexpr std::size_t tried = 60;
  return {std::move(name), std::move(arguments), "with-tmp", false, tried};
}

// It would replace what it reads.
scenario refused(std::string name, std::vector<std::string> arguments) {
  scenario made = one(std::move(name), std::move(arguments), "written");
  made.code = 2;
  return made;
}

// Exit code 1 says that there is a difference.
scenario differs(std::string name, std::vector<std::string> arguments) {
  scenario made = one(std::move(name), std::move(arguments));
  made.code = 1;
  return made;
}

// OpenSSL 3.0 goes on with a lock that it could not allocate, and glibc ends the process where a library that
// was loaded later gets no memory for its threads: a shortage of memory below libcurl is theirs.
scenario networked(scenario made) {
  made.networked = true;
  // A fault that stays would keep a run busy for minutes.
  made.arguments.insert(made.arguments.end(), {"--retries", "4"});
  return made;
}

// The inputs are at the server of server.py, which answers in that way.
scenario served(const std::string& way, int code = 0) {
  scenario made = one("served-" + way, {"extract", "--threads", "1", "--fields", "url,source", "--files-from",
                                        "../given/served-" + way});
  made.code = code;
  return networked(std::move(made));
}

scenario sent() {
  scenario made = one("s3-output", {"extract", "--anonymous", "--threads", "1", "-o", "s3://bucket/run/out",
                                    "--shards", "2", "../given/in"});
  made.piecewise = true;
  return networked(std::move(made));
}

scenario planned() {
  scenario made = one("plan", {"plan", "--files-from", "../given/planned-names", "-o", "out", "--splits", "2",
                               "--shards", "2"});
  made.piecewise = true;
  made.tells_place = true;
  return made;
}

// A task, or all that are left, of the plan in the folder `setup`.
scenario tasks(std::string name, std::vector<std::string> which, std::string setup) {
  scenario made = one(std::move(name), {"run-task", "-q", "out"}, std::move(setup));
  made.arguments.insert(made.arguments.end(), which.begin(), which.end());
  made.piecewise = true;
  return made;
}

// So many that their rows lie on disk in between.
scenario merged_in_steps() {
  std::vector<std::string> arguments{"merge", "-o", "out", "--threads=1", "--memory=21MiB", "--tmpdir=tmp"};
  for (int i = 0; i < 70; ++i)
    for (const char* const given : {"../given/first", "../given/second"}) arguments.emplace_back(given);
  return on_disk("merge-in-steps", std::move(arguments));
}

scenario resumed(std::string name, std::vector<std::string> arguments, std::string setup = {}) {
  return {std::move(name), std::move(arguments), std::move(setup), true};
}

}  // namespace

std::vector<scenario> all_scenarios() {
  return {
      one("stream", {"extract", "--threads", "2", "../given/in"}),
      one("stream-exact", {"extract", "--exact", "--threads", "1", "--fields", "url,source,offset", "--stats",
                           "counts", "../given/in"}),
      one("stream-all",
          {"extract", "--no-dedup", "--jsonl", "--threads", "1", "--files-from", "../given/names"}),
      one("ranges", {"extract", "--input-format", "text", "--threads", "2", "--batch", "512KiB", "--stats",
                     "counts", "../given/many"}),
      one("shards", {"extract", "-o", "out", "--shards", "3", "--threads", "2", "--fields",
                     "url,count,source", "--stats", "counts", "../given/in"}),
      one("zstd", {"extract", "-o", "out", "--shards", "2", "--threads", "1", "--compress", "zstd",
                   "--shard-by", "domain", "--order", "surt", "../given/in"}),
      one("forced",
          {"extract", "-o", "out", "--force", "--shards", "2", "--threads", "1", "--write-redirects", "moved",
           "--stats", "counts", "../given/in"},
          "written"),
      one("spilled",
          {"extract", "--input-format", "urls", "-o", "out", "--memory", "27MiB", "--threads", "1", "--batch",
           "16KiB", "--shards", "1", "--fields", "url,count,sources", "--tmpdir", "tmp", "../given/many"},
          "with-tmp"),
      one("redirects",
          {"extract", "-o", "out", "--shards", "2", "--threads", "1", "--ladder", "protocol", "--redirects",
           "../given/moved", "--learn-redirects", "--write-redirects", "moved", "../given/in"}),
      on_disk("followed-on-disk", {"extract", "--input-format=urls", "-o", "out", "--shards=1",
                                   "--memory=27MiB", "--threads=1", "--batch=16KiB", "--ladder=protocol",
                                   "--redirects=../given/chains", "--tmpdir=tmp", "../given/chained"}),
      on_disk("learnt-on-disk", {"extract", "-o", "out", "--shards=1", "--memory=27MiB", "--threads=1",
                                 "--batch=16KiB", "--ladder=protocol", "--learn-redirects",
                                 "--write-redirects=moved", "--tmpdir=tmp", "../given/chains.warc"}),
      one("seen", {"extract", "-o", "out", "--shards", "3", "--threads", "1", "--seen", "../given/first",
                   "../given/in"}),
      one("host-limits", {"extract", "-o", "out", "--shards", "3", "--threads", "1", "--max-per-host", "1",
                          "--seen", "../given/first", "../given/in"}),
      on_disk("host-limits-on-disk",
              {"extract", "--input-format=urls", "-o", "out", "--shards=1", "--memory=27MiB", "--threads=1",
               "--batch=16KiB", "--max-per-host=3", "--tmpdir=tmp", "../given/many"}),
      one("mail", {"extract", "--threads", "1", "--stats", "counts", "../given/folder"}),
      one("zip", {"extract", "--threads", "2", "--fields", "url,source", "../given/members.zip"}),
      one("wacz",
          {"extract", "--threads", "1", "--verify-inputs", "--stats", "counts", "../given/pages.wacz"}),
      one("tar", {"extract", "--threads", "2", "--fields", "url,source", "../given/members.tar.gz"}),
      one("parquet", {"extract", "-o", "out", "--shards", "2", "--threads", "1", "--output-format", "parquet",
                      "--fields", "url,count", "../given/in"}),
      one("parquet-read", {"extract", "--threads", "1", "../given/columns"}),
      one("rejects", {"extract", "-o", "out", "--shards", "1", "--threads", "1", "--rejects", "dropped",
                      "--stats", "counts", "../given/refused"}),
      on_disk("beyond-memory", {"extract", "--input-format=urls", "--threads=1", "--memory=27MiB",
                                "--batch=16KiB", "--fields=url,count", "--tmpdir=tmp", "../given/many"}),
      one("outputs-read", {"extract", "--threads", "1", "../given/first", "../given/second"}),
      served("slow"),
      served("cut"),
      served("changing", 1),
      served("lying", 1),
      served("tls"),
      networked(one("s3", {"extract", "--anonymous", "--threads", "1", "s3://bucket/given/in/"})),
      sent(),
      resumed("resumed",
              {"extract", "--resume", "--checkpoint", "2000", "-o", "out", "--shards", "2", "--threads", "1",
               "--write-redirects", "moved", "--fields", "url,count", "../given/in"}),
      resumed("taken-up",
              {"extract", "--resume", "--checkpoint", "2000", "-o", "out", "--shards", "2", "--threads", "1",
               "--write-redirects", "moved", "--fields", "url,count", "../given/in"},
              "killed"),
      resumed("gap",
              {"extract", "--resume", "--checkpoint", "2000", "-o", "out", "--shards", "2", "--threads", "1",
               "--fields", "url,count", "--files-from", "names"},
              "lacking"),
      refused("refused",
              {"extract", "-o", "out", "--force", "--stats", "counts", "../given/in/text1.txt", "counts"}),
      refused("refused-output", {"extract", "-o", "out", "--force", "."}),
      refused("refused-later", {"extract", "-o", "out", "--force", "--write-redirects", "moved",
                                "--files-from", "../given/own"}),
      one("merge", {"merge", "-o", "out", "--threads", "1", "../given/first", "../given/second"}),
      one("merge-reshard", {"merge", "-o", "out", "--threads", "2", "--reshard", "2", "--compress", "gzip",
                            "../given/first", "../given/second"}),
      one("merge-parquet", {"merge", "-o", "out", "--threads", "1", "../given/columns", "../given/columns"}),
      merged_in_steps(),
      one("convert",
          {"convert", "../given/first", "-o", "out", "--threads", "1", "--output-format", "parquet"}),
      one("convert-stricter", {"convert", "../given/first", "-o", "out", "--threads", "1", "--shards", "2",
                               "--drop-empty-params", "--compress", "zstd", "--filter-bits", "10"}),
      planned(),
      tasks("run-task", {"extract-00000"}, "planned"),
      tasks("run-task-last", {"publish"}, "planned-last"),
      tasks("run-tasks", {}, "planned"),
      one("graph", {"graph", "../given/edges", "-o", "out"}),
      one("records",
          {"records", "../given/places", "-o", "out.warc.gz", "--write-cdxj", "index", "--threads", "1"}),
      one("records-of-rows",
          {"records", "../given/places.tsv", "-o", "out.warc", "--force", "--threads", "2"}),
      one("records-print", {"records", "../given/places.tsv", "--print", "--threads", "1"}),
      networked(one("records-remote", {"records", "../given/places-remote.tsv", "-o", "out.warc.gz",
                                       "--anonymous", "--threads", "1"})),
      differs("diff", {"diff", "../given/first", "../given/second"}),
      one("get", {"get", "../given/first", "--files-from", "../given/wanted"}),
      one("report", {"report", "../given/first", "-o", "page.html"}),
      one("verify", {"verify", "--threads", "1", "../given/first", "../given/second"}),
      one("stats", {"stats", "--json", "--threads", "1", "../given/first"}),
      one("normalize", {"normalize", "--key", "surt", "--files-from", "../given/references"}),
      one("resolve", {"resolve", "--files-from", "../given/references", "http://a/b/c"}),
      on_disk("normalize-on-disk", {"normalize", "--memory=27MiB", "--tmpdir=tmp", "--ladder=protocol",
                                    "--redirects=../given/chains", "--files-from=../given/chained"}),
      one("parse", {"parse", "--json", "--files-from", "../given/references"}),
      one("compare", {"compare", "--redirects", "../given/moved", "--ladder", "protocol",
                      "HTTP://a.example/%7e", "http://a.example/~"}),
  };
}

}  // namespace faults
