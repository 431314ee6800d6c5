#include "src/python/run_statistics.hpp"

#include <cstddef>
#include <string>

#include "urlsieve/enum_table.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve::python {
namespace {

template <class Names, class Numbers>
py::dict counts_of(const Names& name, const Numbers& numbers) {
  py::dict counts;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] != 0) counts[py::str(std::string(name(i)))] = numbers[i];
  return counts;
}

}  // namespace

py::dict statistics_of(const run_summary& done) {
  const stats& counted = done.counted;
  py::dict all;
  constexpr auto ends = enum_table<outcome, const char*>({{outcome::complete, "complete"},
                                                          {outcome::faulty, "faulty"},
                                                          {outcome::nothing_read, "nothing-read"}});
  all["ended"] = ends[static_cast<std::size_t>(done.ended)];
  all["bytes_read"] = counted.bytes_read;
  all["bytes"] = counted.bytes;
  all["documents"] = counted.documents;
  all["references"] = counted.references;
  all["kept"] = counted.kept;
  all["unique"] = counted.unique;
  all["rejected"] =
      counts_of([](std::size_t i) { return name_of(static_cast<rejection>(i)); }, counted.rejected);
  all["repaired"] =
      counts_of([](std::size_t i) { return name_of(static_cast<repair_kind>(i)); }, counted.repaired);
  all["damaged"] = counts_of([](std::size_t i) { return name_of(static_cast<damage>(i)); }, counted.damaged);
  all["source_documents"] =
      counts_of([](std::size_t i) { return name_of(static_cast<document_choice>(i)); }, counted.choices);
  py::list examples;
  for (const damage_example& example : counted.examples) {
    py::dict entry;
    entry["reason"] = std::string(name_of(example.reason));
    entry["input"] = text_of(example.input);
    entry["byte"] = example.place.plain ? py::object(py::int_(*example.place.plain)) : py::none();
    entry["stored_byte"] = example.place.stored ? py::object(py::int_(*example.place.stored)) : py::none();
    entry["detail"] = text_of(example.detail);
    examples.append(entry);
  }
  all["examples"] = examples;
  return all;
}

}  // namespace urlsieve::python
