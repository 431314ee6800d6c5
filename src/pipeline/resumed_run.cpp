#include "src/pipeline/resumed_run.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "src/pipeline/input_reader.hpp"
#include "src/pipeline/monitor_feed.hpp"
#include "src/pipeline/observers.hpp"
#include "src/pipeline/outputs/output.hpp"
#include "src/pipeline/outputs/shard_output.hpp"
#include "src/pipeline/path_check.hpp"
#include "src/pipeline/resume/journal.hpp"
#include "src/pipeline/resume/run_identity.hpp"
#include "src/pipeline/run.hpp"
#include "src/pipeline/run_assembly.hpp"
#include "src/pipeline/run_observer.hpp"
#include "src/shards/dataset_file.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/output_directory.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/transfer/remote_access.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/outcome.hpp"
#include "urlsieve/stats.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {

namespace {

// Keeps the journal of a run that may be killed: records the finished work at each pause of the run, and once
// more right before its output appears.
class checkpoints final : public run_observer {
 public:
  // `identify` is called after the last batch. Requires: `record` and `sink` outlive the observer, and `sink`
  // holds the rows of the runs in `record.found()`.
  checkpoints(journal& record, output& sink, std::function<run_identity()> identify);

  // True once the journal has everything that a later run needs to read the gaps alone; the journal then
  // outlives the output.
  [[nodiscard]] bool lacks_only_gaps() const { return lacks_only_gaps_; }

  // Records that the output is published and that the journal stays, so that a run with other options may
  // ignore it.
  [[nodiscard]] result<void> keep();

  result<void> on_redirects(std::span<const redirect> seen) override { return journal_.add(seen); }
  result<void> on_pause(const run_position& at, const stats& counted) override;
  result<void> before_publish(std::string_view manifest, const run_summary& summary) override;

 private:
  journal& journal_;
  output& sink_;
  std::function<run_identity()> identify_;
  journal_state recorded_;
  bool paused_before_ = false;
  bool lacks_only_gaps_ = false;
};

checkpoints::checkpoints(journal& record, output& sink, std::function<run_identity()> identify)
    : journal_(record), sink_(sink), identify_(std::move(identify)) {
  if (record.found()) recorded_ = *record.found();
}

// A run with a single pause needs no checkpoint, unless a later run would complete it.
result<void> checkpoints::on_pause(const run_position& at, const stats& counted) {
  const bool is_only_pause = !std::exchange(paused_before_, true) && !at.more_follow;
  lacks_only_gaps_ = at.lacks_only_gaps;
  if (is_only_pause && !lacks_only_gaps_) return {};
  result<std::vector<shard_run>> runs = sink_.checkpoint();
  if (!runs) return tl::unexpected(std::move(runs.error()));
  recorded_ = journal_state{};
  recorded_.names = identify_().names;
  recorded_.inputs = at.inputs;
  recorded_.inputs_checksum = at.inputs_checksum;
  recorded_.next_batch = at.next_batch;
  recorded_.gaps = at.gaps;
  recorded_.counted = counted;
  recorded_.runs = std::move(*runs);
  return journal_.record(recorded_);
}

// If the run is killed while its files are being published, a later run resumes from the checkpoint.
result<void> checkpoints::before_publish(std::string_view manifest, const run_summary& summary) {
  recorded_.published = false;
  recorded_.publishing = checksum_of(manifest);
  recorded_.totals = summary.counted;
  store_identity(summary.directory, identify_());
  return journal_.record(recorded_);
}

result<void> checkpoints::keep() {
  recorded_.published = true;
  return journal_.record(recorded_);
}

// Returns the checksum of the manifest in `directory`; empty without a manifest.
std::string published_manifest(const std::string& directory, const remote_context& remote) {
  const result<std::optional<std::string>> text =
      read_dataset_file(dataset_path(directory, "manifest.json"), remote);
  return text && *text && !(*text)->empty() ? checksum_of(**text) : std::string();
}

// Returns a checksum of everything that shapes the rows, which must be equal for a run to be resumed.
result<std::string> identity_of(const extract_options& options, const observed_redirects& known,
                                const run_filters& filters) {
  running_checksum sum;
  sum.add(manifest_json(version, options, {}, {}));
  const result<void> read = known.each([&sum](const redirect& pair) -> result<void> {
    sum.add(std::string(pair.from).append(1, '\t').append(pair.to));
    return {};
  });
  if (!read) return tl::unexpected(read.error());
  // Without the option, the journal has no redirects.
  if (!options.redirects.write_to.empty()) sum.add("\nwrites redirects");
  remote_context remote;
  if (!options.output.seen.empty()) remote.access = std::make_shared<remote_access>(options.remote);
  for (const std::string& directory : options.output.seen)
    sum.add(std::string("\n").append(directory).append(published_manifest(directory, remote)));
  sum.add(checksums_of_lists(filters));
  return sum.hex();
}

// Returns a checksum of the inputs as the command names them.
std::string names_of_inputs(const extract_options& options) {
  running_checksum sum;
  for (const std::string& path : options.input.paths) sum.add(path + '\n');
  sum.add("\n" + options.input.files_from);
  return sum.hex();
}

// Returns the identity of the existing output if the same command made the output.
std::optional<run_identity> find_previous_run(const extract_options& options, const std::string& identity) {
  if (options.output.force) return std::nullopt;
  std::optional<run_identity> previous_run = read_identity(options.output.directory);
  if (!previous_run || previous_run->options != identity || previous_run->names != names_of_inputs(options))
    return std::nullopt;
  return previous_run;
}

// True if the present inputs are the inputs of the output.
bool is_up_to_date(const extract_options& options, const run_identity& previous_run,
                   const std::atomic<bool>& stop) {
  result<input_reader> source = input_reader::open(options, &stop);
  return source && source->queue().are(previous_run.inputs, previous_run.found);
}

run_summary summary_of(const extract_options& options, const manifest& previous_manifest) {
  run_summary done;
  if (const manifest_counts* const formats = previous_manifest.counts("formats"))
    done.counted.inputs.read.insert(formats->counts.begin(), formats->counts.end());
  done.counted.references = previous_manifest.references;
  done.counted.kept = previous_manifest.kept;
  done.counted.unique = previous_manifest.unique;
  done.directory = options.output.directory;
  return done;
}

// Passes the redirects of an earlier run to the observers.
result<void> replay_redirects(const journal& record, const run_observers& observers) {
  result<void> status;
  const result<void> read = record.read_redirects([&](std::string_view from, std::string_view to) {
    const redirect seen{from, to};
    for (const auto& observer : observers)
      if (status) status = observer->on_redirects({&seen, 1});
  });
  return read ? status : read;
}

// Finishes the run of the journal, whose shards were published: reports, and writes the files besides the
// output again.
result<run_summary> finish_ended(const extract_options& options, const journal& record,
                                 const journal_state& state, run_monitor& monitor) {
  run_summary done;
  done.counted = state.totals;
  done.ended = outcome_of(done.counted, options.on_error);
  done.directory = options.output.directory;
  run_observers observers;
  result<void> status;
  if (record.has_redirects())
    status = add_redirect_file(options.redirects, options.output, monitor, observers);
  if (status && !observers.empty()) status = replay_redirects(record, observers);
  observers.push_back(std::make_unique<monitor_feed>(monitor));
  for (const auto& observer : observers)
    if (status) status = observer->before_publish({}, done);
  if (!status) return tl::unexpected(std::move(status.error()));
  for (const auto& observer : observers) observer->after_publish();
  return done;
}

std::vector<input_gap> places_of(const std::vector<counted_gap>& gaps) {
  std::vector<input_gap> places;
  places.reserve(gaps.size());
  for (const counted_gap& gap : gaps) places.push_back(gap.place);
  return places;
}

result<void> pass_opened(input_reader& source, const journal_state& state) {
  return source.queue().resume_from(places_of(state.gaps), state.inputs, state.inputs_checksum,
                                    state.next_batch);
}

// Returns false for a list in a pipe, which cannot be read twice.
bool has_lasting_list(const input_options& input) {
  struct stat about{};
  return input.files_from.empty() || is_remote_name(input.files_from) ||
         (::stat(input.files_from.c_str(), &about) == 0 && S_ISREG(about.st_mode));
}

// True if the inputs that an earlier run with gaps opened are unchanged, under the same names.
bool can_read_gaps(const extract_options& options, const journal_state& state,
                   const std::atomic<bool>& stop) {
  if (state.names != names_of_inputs(options) || !has_lasting_list(options.input)) return false;
  result<input_reader> source = input_reader::open(options, &stop);
  if (!source) return false;
  source->queue().keep_gaps();
  return pass_opened(*source, state) && source->queue().can_resume();
}

// Restores the state of an earlier run: the source skips the inputs that were read, and output and observers
// get their contents back.
result<void> restore(const journal& record, const journal_state& state, input_reader& source, output& sink,
                     const run_observers& observers) {
  return pass_opened(source, state).and_then([&] { return sink.restore(state.runs); }).and_then([&] {
    return replay_redirects(record, observers);
  });
}

// The end of the pipeline of a run with a journal.
struct resumed_flow {
  result<run_summary> done;
  bool lacks_only_gaps = false;  // the journal outlives the output
  bool must_begin_anew = false;  // the gaps cannot be read alone
};

resumed_flow flow_from(const extract_options& options, const observed_redirects& known,
                       const run_filters& filters, const stats& before, journal& record,
                       run_monitor& monitor) {
  const auto failed = [](const error& why) { return resumed_flow{tl::unexpected(why)}; };
  const result<std::unique_ptr<run_assembly>> parts = run_assembly::open(
      options, {known, filters, monitor}, [&] { return make_shard_output(options, {}, monitor); });
  if (!parts) return failed(parts.error());
  input_queue& queue = (*parts)->source().queue();
  queue.keep_gaps();
  run& pipeline = (*parts)->pipeline();
  pipeline.count(before);
  if (const std::optional<journal_state>& state = record.found()) {
    if (result<void> ready =
            restore(record, *state, (*parts)->source(), (*parts)->sink(), (*parts)->observers());
        !ready)
      return failed(ready.error());
    pipeline.resume_from(state->gaps, state->counted);
  }
  const auto identify = [&] {
    return run_identity{record.identity(), names_of_inputs(options), queue.inputs_listed(),
                        queue.inputs_checksum()};
  };
  // The journal is written before any other file is published.
  auto recorded = std::make_unique<checkpoints>(record, (*parts)->sink(), identify);
  checkpoints& recording = *recorded;
  (*parts)->observers().insert((*parts)->observers().begin(), std::move(recorded));
  resumed_flow ended{pipeline.in_parallel()};
  ended.lacks_only_gaps = ended.done && recording.lacks_only_gaps();
  // A failure does not matter, because the output is complete.
  if (ended.lacks_only_gaps) static_cast<void>(recording.keep());
  ended.must_begin_anew = !ended.done && (queue.outgrew_gap() || pipeline.counts_are_inexact());
  return ended;
}

// Returns the state of a run whose published output lacks inputs; null if there is none.
const journal_state* lacking_run(const journal& record, const journal_state* ended, error_policy policy) {
  const std::optional<journal_state>& found = record.found();
  if (ended == nullptr || !found || ended != &*found || found->gaps.empty()) return nullptr;
  return outcome_of(ended->totals, policy) == outcome::faulty && ended->totals.inputs.not_read != 0 ? ended
                                                                                                    : nullptr;
}

struct existing_output {
  bool lacks_gaps = false;  // the journal belongs to the output
  bool force = false;       // requested by the user
};

// Decides how to use the journal of a run that lacked inputs, and reports the decision: read only the gaps,
// begin the journal anew, or read nothing.
result<void> settle_gaps(const extract_options& run_options, journal& record, existing_output existing,
                         const std::string& published, run_monitor& monitor) {
  const auto notice = [&](std::string_view sentence) {
    monitor_feed(monitor).on_notice(run_options.output.directory + std::string(sentence));
  };
  if (const journal_state* const published_before = record.published_before()) {
    if (!run_options.output.force && published_before->publishing == published)
      return tl::unexpected(
          error{error_code::output_exists, run_options.output.directory + " exists and is not empty"});
    return record.begin_anew();
  }
  const std::optional<journal_state>& state = record.found();
  if (!state) {
    if (run_options.output.force && !existing.force)
      notice(" lacks inputs or has damaged inputs: all inputs are read again");
    return {};
  }
  if (state->gaps.empty()) return {};
  const bool has_ended = state->published || existing.lacks_gaps;
  if (has_ended && existing.force) return record.begin_anew();
  if (can_read_gaps(run_options, *state, monitor.stop)) {
    if (existing.lacks_gaps && run_options.output.force)
      notice(" lacks inputs: only the missing inputs are read again");
    return {};
  }
  if (!has_ended) return tl::unexpected(changed_inputs());
  // Without permission to replace the output, the run will fail anyway.
  if (existing.lacks_gaps && !run_options.output.force) return {};
  if (existing.lacks_gaps) notice(" lacks inputs, and other inputs changed: all inputs are read again");
  return record.begin_anew();
}

}  // namespace

result<run_summary> resume_run(const extract_options& options, const observed_redirects& known,
                               const run_filters& filters, const stats& before, run_monitor& monitor) {
  result<std::string> identity = identity_of(options, known, filters);
  if (!identity) return tl::unexpected(std::move(identity.error()));
  result<journal> record = journal::open(options.output.directory, *identity);
  if (!record) return tl::unexpected(std::move(record.error()));
  const std::string published = published_manifest(options.output.directory, {});
  const journal_state* const ended = published.empty() ? nullptr : record->ended(published);
  const journal_state* const lacking = lacking_run(*record, ended, options.on_error);
  if (ended != nullptr && lacking == nullptr) {
    output_directory::remove_leftovers(options.output.directory);
    result<run_summary> done = finish_ended(options, *record, *ended, monitor);
    if (done) record->discard();
    return done;
  }
  monitor_feed feed(monitor);
  extract_options run_options = options;
  run_options.output.temporary = record->run_directory();
  if (const std::optional<run_identity> previous_run = find_previous_run(options, *identity)) {
    const result<stored_manifest> existing = load_manifest(options.output.directory);
    if (!existing) return tl::unexpected(existing.error());
    const bool complete = !check_mark(options.output.directory, *existing, success_marker_policy::required);
    if (complete && !record->found() && is_up_to_date(options, *previous_run, monitor.stop)) {
      output_directory::remove_leftovers(options.output.directory);
      feed.on_notice(options.output.directory + " is already complete: nothing is read again");
      std::error_code ignored;
      for (const std::string& file : files_written_by(options))
        if (!std::filesystem::exists(file, ignored))
          feed.on_notice(file + " is not written: give output_options::force, not output_options::resume");
      return summary_of(options, existing->read);
    }
    // An output without the mark _SUCCESS lacks inputs, and is replaced.
    run_options.output.force = !complete;
  }
  result<void> ready =
      settle_gaps(run_options, *record, {lacking != nullptr, options.output.force}, published, monitor);
  if (!ready) return tl::unexpected(std::move(ready.error()));
  if (result<void> cleaned = record->clean(); !cleaned) return tl::unexpected(std::move(cleaned.error()));
  resumed_flow flow = flow_from(run_options, known, filters, before, *record, monitor);
  if (flow.must_begin_anew) {
    result<void> anew = record->begin_anew().and_then([&] { return record->clean(); });
    if (!anew) return tl::unexpected(std::move(anew.error()));
    feed.on_notice(options.output.directory +
                   " lacks inputs that are too large to be added: all inputs are read again");
    flow = flow_from(run_options, known, filters, before, *record, monitor);
  }
  // Discarding comes last, so that a run killed before can report that it was done.
  if (flow.done && !flow.lacks_only_gaps) record->discard();
  return std::move(flow.done);
}

}  // namespace urlsieve
