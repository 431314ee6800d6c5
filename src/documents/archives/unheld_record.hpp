// A record of a web archive that is delivered unopened (extract_options::whole_records), but is too large to
// hold: two slices, where it begins and where it ends, with the headers of the record.
#ifndef URLSIEVE_DOCUMENTS_UNHELD_RECORD_HPP
#define URLSIEVE_DOCUMENTS_UNHELD_RECORD_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "src/documents/split_call.hpp"
#include "src/documents/splitter.hpp"

namespace urlsieve {

class unheld_record {
 public:
  // Returns the first slice of the record at now.done. `header_size`: of its header; `seen`: bytes of its
  // block to keep, which may hold an HTTP header; `size`: of the record, as declared.
  [[nodiscard]] slice begin(const split_call& now, std::string_view target, std::size_t header_size,
                            std::size_t seen, std::uint64_t size) {
    record_ = {};
    record_.kind = slice_kind::record;
    record_.offset = record_.record = now.at();
    record_.body_offset = static_cast<std::uint32_t>(header_size);
    record_.record_size = size;
    record_.header_owner = std::make_shared<const std::string>(now.rest().substr(0, header_size + seen));
    record_.record_header = *record_.header_owner;
    const std::size_t target_at =
        target.empty() ? 0 : static_cast<std::size_t>(target.data() - now.rest().data());
    record_.target = record_.record_header.substr(target_at, target.size());
    is_open_ = true;
    return record_;
  }

  [[nodiscard]] bool is_open() const { return is_open_; }

  // Returns the last slice. `line_ends`: the size of the line ends behind now.done that close the record.
  [[nodiscard]] slice end(const split_call& now, std::uint64_t line_ends) {
    is_open_ = false;
    record_.continues = true;
    record_.record_size = now.at() + line_ends - record_.record;
    return record_;
  }

  // Drops the record, because its end is not where its length says.
  void forget() { is_open_ = false; }

 private:
  slice record_;
  bool is_open_ = false;
};

}  // namespace urlsieve

#endif
