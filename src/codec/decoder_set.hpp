// A set of decoders, one for each compression, created at the first use.
#ifndef URLSIEVE_CODEC_DECODER_SET_HPP
#define URLSIEVE_CODEC_DECODER_SET_HPP

#include <array>
#include <cstddef>
#include <memory>

#include "src/codec/compression.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

// Owns the decoders; a reference is valid as long as the set. One thread at a time may use a set.
class decoder_set {
 public:
  explicit decoder_set(decoder_limits limits = {}) : limits_(limits) {}

  // Returns the decoder of `kind`. Requires: `kind` is not `none`.
  [[nodiscard]] decoder& of(compression kind) {
    std::unique_ptr<decoder>& slot = slot_of(kind);
    if (!slot) slot = make_decoder(kind, limits_);
    return *slot;
  }

  // True if the decoder has read a dictionary that later members may need.
  [[nodiscard]] bool has_dictionary(compression kind) {
    const std::unique_ptr<decoder>& slot = slot_of(kind);
    return slot && slot->has_dictionary();
  }

 private:
  [[nodiscard]] std::unique_ptr<decoder>& slot_of(compression kind) {
    return decoders_[static_cast<std::size_t>(kind)];
  }

  decoder_limits limits_;
  std::array<std::unique_ptr<decoder>, count_of<compression>> decoders_;
};

}  // namespace urlsieve

#endif
