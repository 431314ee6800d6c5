#include "tests/faults/scenarios.hpp"

namespace faults {
namespace {

scenario plain(std::string name, std::vector<std::string> arguments, std::string setup = {}) {
  return {std::move(name), std::move(arguments), std::move(setup)};
}

// Faulted calls of a function in scenarios that make thousands of similar calls.
constexpr std::size_t sampled_calls = 20;

scenario spilling(std::string name, std::vector<std::string> arguments) {
  return {std::move(name), std::move(arguments), "with-tmp", false, sampled_calls};
}

// The command would overwrite its input.
scenario rejected(std::string name, std::vector<std::string> arguments) {
  scenario scene = plain(std::move(name), std::move(arguments), "written");
  scene.code = 2;
  return scene;
}

// Exit code 1 reports a difference.
scenario with_difference(std::string name, std::vector<std::string> arguments) {
  scenario scene = plain(std::move(name), std::move(arguments));
  scene.code = 1;
  return scene;
}

// No faults of allocations: OpenSSL 3.0 uses a lock after its allocation failed, and glibc aborts if a
// library loaded later gets no memory for its threads.
scenario with_openssl(scenario scene) {
  scene.loads_openssl = true;
  return scene;
}

scenario networked(scenario scene) {
  scene = with_openssl(std::move(scene));
  // With the default number of retries, a permanent fault would keep a run busy for minutes.
  scene.arguments.insert(scene.arguments.end(), {"--retries", "4"});
  return scene;
}

// Reads inputs from server.py, which answers as `way` says.
scenario from_server(const std::string& way, int code = 0) {
  scenario scene = plain("served-" + way, {"extract", "--threads", "1", "--fields", "url,source",
                                           "--files-from", "../given/served-" + way});
  scene.code = code;
  return networked(std::move(scene));
}

scenario to_s3() {
  scenario scene = plain("s3-output", {"extract", "--anonymous", "--threads", "1", "-o",
                                       "s3://bucket/run/out", "--shards", "2", "../given/in"});
  scene.is_piecewise = true;
  return networked(std::move(scene));
}

scenario plan() {
  scenario scene = plain("plan", {"plan", "--files-from", "../given/planned-names", "-o", "out", "--splits",
                                  "2", "--shards", "2"});
  scene.is_piecewise = true;
  scene.prints_folder = true;
  return scene;
}

// Runs tasks of the plan in the folder `setup`; no ids: all remaining tasks, which repeat the calls of one.
scenario run_tasks(std::string name, std::vector<std::string> task_ids, std::string setup) {
  scenario scene = plain(std::move(name), {"run-task", "-q", "out"}, std::move(setup));
  scene.arguments.insert(scene.arguments.end(), task_ids.begin(), task_ids.end());
  if (task_ids.empty()) scene.max_calls = sampled_calls;
  scene.is_piecewise = true;
  return scene;
}

// So many outputs that the merge stores intermediate rows on disk.
scenario merge_in_steps() {
  std::vector<std::string> arguments{"merge", "-o", "out", "--threads=1", "--memory=21MiB", "--tmpdir=tmp"};
  for (int i = 0; i < 70; ++i)
    for (const char* const given : {"../given/first", "../given/second"}) arguments.emplace_back(given);
  return spilling("merge-in-steps", std::move(arguments));
}

scenario resuming(std::string name, std::vector<std::string> arguments, std::string setup = {}) {
  return {std::move(name), std::move(arguments), std::move(setup), true};
}

}  // namespace

std::vector<scenario> all_scenarios() {
  return {
      plain("stream", {"extract", "--threads", "2", "../given/in"}),
      plain("stream-exact", {"extract", "--exact", "--threads", "1", "--fields", "url,source,offset",
                             "--stats", "counts", "../given/in"}),
      plain("stream-all",
            {"extract", "--no-dedup", "--jsonl", "--threads", "1", "--files-from", "../given/names"}),
      plain("ranges", {"extract", "--input-format", "text", "--threads", "2", "--batch", "512KiB", "--stats",
                       "counts", "../given/many"}),
      plain("shards", {"extract", "-o", "out", "--shards", "3", "--threads", "2", "--fields",
                       "url,count,source", "--stats", "counts", "../given/in"}),
      plain("zstd", {"extract", "-o", "out", "--shards", "2", "--threads", "1", "--compress", "zstd",
                     "--shard-by", "domain", "--order", "surt", "../given/in"}),
      plain("forced",
            {"extract", "-o", "out", "--force", "--shards", "2", "--threads", "1", "--write-redirects",
             "moved", "--stats", "counts", "../given/in"},
            "written"),
      spilling("spilled", {"extract", "--input-format=urls", "-o", "out", "--memory=27MiB", "--threads=1",
                           "--batch=16KiB", "--shards=1", "--fields=url,count,sources", "--tmpdir=tmp",
                           "../given/many"}),
      plain("redirects",
            {"extract", "-o", "out", "--shards", "2", "--threads", "1", "--ladder", "protocol", "--redirects",
             "../given/moved", "--learn-redirects", "--write-redirects", "moved", "../given/in"}),
      spilling("followed-on-disk", {"extract", "--input-format=urls", "-o", "out", "--shards=1",
                                    "--memory=27MiB", "--threads=1", "--batch=16KiB", "--ladder=protocol",
                                    "--redirects=../given/chains", "--tmpdir=tmp", "../given/chained"}),
      spilling("learnt-on-disk", {"extract", "-o", "out", "--shards=1", "--memory=27MiB", "--threads=1",
                                  "--batch=16KiB", "--ladder=protocol", "--learn-redirects",
                                  "--write-redirects=moved", "--tmpdir=tmp", "../given/chains.warc"}),
      plain("seen", {"extract", "-o", "out", "--shards", "3", "--threads", "1", "--seen", "../given/first",
                     "../given/in"}),
      plain("host-limits", {"extract", "-o", "out", "--shards", "3", "--threads", "1", "--max-per-host", "1",
                            "--seen", "../given/first", "../given/in"}),
      spilling("host-limits-on-disk",
               {"extract", "--input-format=urls", "-o", "out", "--shards=1", "--memory=27MiB", "--threads=1",
                "--batch=16KiB", "--max-per-host=3", "--tmpdir=tmp", "../given/many"}),
      plain("mail", {"extract", "--threads", "1", "--stats", "counts", "../given/folder"}),
      plain("zip", {"extract", "--threads", "2", "--fields", "url,source", "../given/members.zip"}),
      with_openssl(plain("wacz", {"extract", "--threads", "1", "--verify-inputs", "--stats", "counts",
                                  "../given/pages.wacz"})),
      plain("tar", {"extract", "--threads", "2", "--fields", "url,source", "../given/members.tar.gz"}),
      plain("parquet", {"extract", "-o", "out", "--shards", "2", "--threads", "1", "--output-format",
                        "parquet", "--fields", "url,count", "../given/in"}),
      plain("parquet-read", {"extract", "--threads", "1", "../given/columns"}),
      plain("rejects", {"extract", "-o", "out", "--shards", "1", "--threads", "1", "--rejects", "dropped",
                        "--stats", "counts", "../given/refused"}),
      spilling("beyond-memory", {"extract", "--input-format=urls", "--threads=1", "--memory=27MiB",
                                 "--batch=16KiB", "--fields=url,count", "--tmpdir=tmp", "../given/many"}),
      plain("outputs-read", {"extract", "--threads", "1", "../given/first", "../given/second"}),
      from_server("slow"),
      from_server("cut"),
      from_server("changing", 1),
      from_server("lying", 1),
      from_server("tls"),
      networked(plain("s3", {"extract", "--anonymous", "--threads", "1", "s3://bucket/given/in/"})),
      to_s3(),
      resuming("resumed",
               {"extract", "--resume", "--checkpoint", "2000", "-o", "out", "--shards", "2", "--threads", "1",
                "--write-redirects", "moved", "--fields", "url,count", "../given/in"}),
      resuming("taken-up",
               {"extract", "--resume", "--checkpoint", "2000", "-o", "out", "--shards", "2", "--threads", "1",
                "--write-redirects", "moved", "--fields", "url,count", "../given/in"},
               "killed"),
      resuming("gap",
               {"extract", "--resume", "--checkpoint", "2000", "-o", "out", "--shards", "2", "--threads", "1",
                "--fields", "url,count", "--files-from", "names"},
               "lacking"),
      rejected("refused",
               {"extract", "-o", "out", "--force", "--stats", "counts", "../given/in/text1.txt", "counts"}),
      rejected("refused-output", {"extract", "-o", "out", "--force", "."}),
      rejected("refused-later", {"extract", "-o", "out", "--force", "--write-redirects", "moved",
                                 "--files-from", "../given/own"}),
      plain("merge", {"merge", "-o", "out", "--threads", "1", "../given/first", "../given/second"}),
      plain("merge-reshard", {"merge", "-o", "out", "--threads", "2", "--reshard", "2", "--compress", "gzip",
                              "../given/first", "../given/second"}),
      plain("merge-parquet",
            {"merge", "-o", "out", "--threads", "1", "../given/columns", "../given/columns"}),
      merge_in_steps(),
      plain("convert",
            {"convert", "../given/first", "-o", "out", "--threads", "1", "--output-format", "parquet"}),
      plain("convert-stricter", {"convert", "../given/first", "-o", "out", "--threads", "1", "--shards", "2",
                                 "--drop-empty-params", "--compress", "zstd", "--filter-bits", "10"}),
      plan(),
      run_tasks("run-task", {"extract-00000"}, "planned"),
      run_tasks("run-task-last", {"publish"}, "planned-last"),
      run_tasks("run-tasks", {}, "planned"),
      plain("graph", {"graph", "../given/edges", "-o", "out"}),
      with_openssl(plain("records", {"records", "../given/places", "-o", "out.warc.gz", "--write-cdxj",
                                     "index", "--threads", "1"})),
      plain("records-of-rows",
            {"records", "../given/places.tsv", "-o", "out.warc", "--force", "--threads", "2"}),
      plain("records-print", {"records", "../given/places.tsv", "--print", "--threads", "1"}),
      networked(plain("records-remote", {"records", "../given/places-remote.tsv", "-o", "out.warc.gz",
                                         "--anonymous", "--threads", "1"})),
      with_difference("diff", {"diff", "../given/first", "../given/second"}),
      plain("get", {"get", "../given/first", "--files-from", "../given/wanted"}),
      plain("report", {"report", "../given/first", "-o", "page.html"}),
      plain("verify", {"verify", "--threads", "1", "../given/first", "../given/second"}),
      plain("stats", {"stats", "--json", "--threads", "1", "../given/first"}),
      plain("normalize", {"normalize", "--key", "surt", "--files-from", "../given/references"}),
      plain("resolve", {"resolve", "--files-from", "../given/references", "http://a/b/c"}),
      spilling("normalize-on-disk", {"normalize", "--memory=27MiB", "--tmpdir=tmp", "--ladder=protocol",
                                     "--redirects=../given/chains", "--files-from=../given/chained"}),
      plain("parse", {"parse", "--json", "--files-from", "../given/references"}),
      plain("compare", {"compare", "--redirects", "../given/moved", "--ladder", "protocol",
                        "HTTP://a.example/%7e", "http://a.example/~"}),
  };
}

}  // namespace faults
