// Prints how the threads of a run spend their time: seconds in each stage, idle seconds, and the longest
// stretches in which a thread was idle, with the work of the other threads at that time.
//
//     stage_timeline THREADS OUTPUT TRACE FILE...
//
// OUTPUT is an output directory, which is replaced, or "-" for rows to /dev/null. TRACE receives all spans in
// the trace event format of Chrome, which ui.perfetto.dev draws; "-" writes none. A thread counts as idle
// outside of all stages, also while it looks for a task.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "src/pipeline/filters/run_filters.hpp"
#include "src/pipeline/outputs/shard_output.hpp"
#include "src/pipeline/outputs/stream_output.hpp"
#include "src/pipeline/redirects/followed_redirects.hpp"
#include "src/pipeline/run.hpp"
#include "src/pipeline/run_assembly.hpp"
#include "src/pipeline/stage_trace.hpp"
#include "urlsieve/options.hpp"

namespace {

using namespace urlsieve;
using clock = std::chrono::steady_clock;

double seconds(clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

// The spans of one thread in order of time, without spans inside others.
struct thread_line {
  std::vector<stage_span> spans;
  std::array<double, count_of<run_stage>> busy{};  // seconds by stage
};

struct idle_stretch {
  std::size_t thread = 0;
  clock::time_point begin;
  clock::time_point end;
};

// Divides `spans` by thread. A span inside another, as of a member that the reader decodes while it reads,
// counts for the outer span.
std::vector<thread_line> lines_of(std::vector<stage_span> spans) {
  std::ranges::sort(spans, {}, [](const stage_span& span) { return std::pair(span.begin, span.end); });
  std::map<std::thread::id, thread_line> by_thread;
  for (const stage_span& span : spans) {
    thread_line& line = by_thread[span.thread];
    if (!line.spans.empty() && span.end <= line.spans.back().end) continue;
    line.spans.push_back(span);
    line.busy[static_cast<std::size_t>(span.stage)] += seconds(span.end - span.begin);
  }
  std::vector<thread_line> lines;
  lines.reserve(by_thread.size());
  for (auto& [thread, line] : by_thread) lines.push_back(std::move(line));
  return lines;
}

std::vector<idle_stretch> idle_of(std::span<const thread_line> lines, clock::time_point begin,
                                  clock::time_point end) {
  std::vector<idle_stretch> stretches;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    clock::time_point free = begin;
    for (const stage_span& span : lines[i].spans) {
      if (span.begin > free) stretches.push_back({i, free, span.begin});
      free = std::max(free, span.end);
    }
    if (end > free) stretches.push_back({i, free, end});
  }
  return stretches;
}

void print_longest(std::vector<idle_stretch> idle, std::span<const thread_line> lines,
                   clock::time_point begin) {
  constexpr std::size_t most = 12;
  std::ranges::sort(idle, std::greater<>(),
                    [](const idle_stretch& stretch) { return stretch.end - stretch.begin; });
  if (idle.size() > most) idle.resize(most);
  std::printf("\nlongest idle stretches\n");
  for (const idle_stretch& stretch : idle) {
    std::printf("thread %zu  at %8.3f s  for %7.3f ms ", stretch.thread, seconds(stretch.begin - begin),
                1e3 * seconds(stretch.end - stretch.begin));
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (i == stretch.thread) continue;
      for (const stage_span& span : lines[i].spans) {
        const auto shared = std::min(span.end, stretch.end) - std::max(span.begin, stretch.begin);
        if (shared < (stretch.end - stretch.begin) / 5) continue;
        std::printf(" | thread %zu: %s of batch %llu, %.3f ms", i, name_of(span.stage).data(),
                    static_cast<unsigned long long>(span.batch), 1e3 * seconds(shared));
      }
    }
    std::printf("\n");
  }
}

void print_summary(std::span<const thread_line> lines, clock::time_point begin, clock::time_point end) {
  const double elapsed = seconds(end - begin);
  std::printf("%-8s", "thread");
  for (const std::string_view word : words_for<run_stage>) std::printf("%10s", word.data());
  std::printf("%10s%8s\n", "idle", "idle %");
  for (std::size_t i = 0; i < lines.size(); ++i) {
    double idle = elapsed;
    std::printf("%-8zu", i);
    for (const double busy : lines[i].busy) {
      std::printf("%10.4f", busy);
      idle -= busy;
    }
    std::printf("%10.4f%8.1f\n", idle, 100 * idle / elapsed);
  }
  std::printf("elapsed %.4f s\n", elapsed);
}

bool write_trace(const std::string& file, std::span<const thread_line> lines, clock::time_point begin) {
  std::ofstream out(file);
  out << "[\n";
  std::string_view separator;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (const stage_span& span : lines[i].spans) {
      out << separator << R"({"name":")" << name_of(span.stage) << R"(","ph":"X","pid":1,"tid":)" << i
          << R"(,"ts":)" << 1e6 * seconds(span.begin - begin) << R"(,"dur":)"
          << 1e6 * seconds(span.end - span.begin) << R"(,"args":{"batch":)" << span.batch << "}}";
      separator = ",\n";
    }
  }
  out << "\n]\n";
  return static_cast<bool>(out.flush());
}

int fail(const error& why) {
  std::fprintf(stderr, "stage_timeline: %s\n", why.message.c_str());
  return 1;
}

int run_traced(const extract_options& options, int stream, const std::string& trace_file) {
  stage_trace trace;
  run_monitor monitor;
  const std::unique_ptr<observed_redirects> redirects = new_redirects(options.redirects, options.output);
  const result<loaded_filters> filters = loaded_filters::load(options.filters, options.documents, nullptr);
  if (!filters) return fail(filters.error());
  const clock::time_point begin = clock::now();
  const result<std::unique_ptr<run_assembly>> parts =
      run_assembly::open(options, {*redirects, filters->view(), monitor, nullptr, &trace}, [&] {
        return options.output.directory.empty() ? make_stream_output(options, stream)
                                                : make_shard_output(options, {}, monitor);
      });
  if (!parts) return fail(parts.error());
  if (const result<run_summary> done = (*parts)->pipeline().in_parallel(); !done) return fail(done.error());
  const clock::time_point end = clock::now();
  const std::vector<thread_line> lines = lines_of(trace.take());
  print_summary(lines, begin, end);
  print_longest(idle_of(lines, begin, end), lines, begin);
  if (trace_file != "-" && !write_trace(trace_file, lines, begin))
    return fail({error_code::cannot_write, trace_file + ": cannot write"});
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::span arguments(argv, static_cast<std::size_t>(argc));
  extract_options options;
  const std::string_view threads = argc > 4 ? arguments[1] : "";
  if (std::from_chars(threads.data(), threads.data() + threads.size(), options.threads).ec != std::errc()) {
    std::fprintf(stderr, "usage: stage_timeline THREADS OUTPUT TRACE FILE...\n");
    return 2;
  }
  if (std::string_view(arguments[2]) != "-") {
    options.output.directory = arguments[2];
    options.output.force = true;
  } else {
    options.output.dedup = false;
  }
  for (const char* const file : arguments.subspan(4)) options.input.paths.emplace_back(file);
  const int stream = ::open("/dev/null", O_WRONLY);
  const int code = run_traced(options, stream, arguments[3]);
  ::close(stream);
  return code;
}
