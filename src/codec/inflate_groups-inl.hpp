// The loop of inflate_groups, for the instruction set URLSIEVE_INFLATE_TARGET. copy_piece() copies piece_size
// bytes. No include guard: the kernel file includes this file once for each instruction set, each in its own
// namespace.

// Limits of a group: input and output bytes, and bytes that may be read and written beyond them.
inline constexpr std::ptrdiff_t group_in = 8;
inline constexpr std::ptrdiff_t group_out = 1 + 258;
inline constexpr std::ptrdiff_t past_in = 16;
inline constexpr std::ptrdiff_t past_out = block_codes::ahead + std::ptrdiff_t{2 * piece_size};

URLSIEVE_INFLATE_TARGET inline std::uint64_t bits_at(std::uint64_t bit) {
  std::uint64_t word = 0;
  std::memcpy(&word, byte_of(bit), sizeof word);
  return word >> (bit & 7U);
}

inline std::size_t groups_left(const inflate_lane& lane, inflate_lane::position at) {
  const std::ptrdiff_t in = lane.in_end - byte_of(at.bit) - past_in;
  const std::ptrdiff_t out = lane.output_end - at.out - past_out;
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, std::min(in / group_in, out / group_out)));
}

// Decodes symbols until the lane stops or groups are possible again. Takes the position by value, to keep it
// in registers.
inline inflate_lane::position step_on(inflate_lane& lane, inflate_lane::position at) {
  do {
    at = lane.step(at);
  } while (lane.now == inflate_lane::state::running && groups_left(lane, at) == 0);
  return at;
}

// Decodes one group. `left`: next bits of the stream at `at`, at least litlen_bits. Returns false if the lane
// stops.
[[gnu::always_inline]] URLSIEVE_INFLATE_TARGET inline bool do_group(inflate_lane& lane,
                                                                    inflate_lane::position& at,
                                                                    std::uint64_t& left) {
  constexpr std::uint64_t litlen_mask = (std::uint64_t{1} << block_codes::litlen_bits) - 1;
  constexpr std::uint64_t distance_mask = (std::uint64_t{1} << block_codes::distance_bits) - 1;
  const block_codes& codes = lane.codes;
  // Uses the remaining bits first, so that the load of more bits delays nothing.
  const std::uint64_t lead = left & litlen_mask;
  const std::uint64_t lead_size = codes.literal_size[lead];
  std::uint64_t bits = bits_at(at.bit);
  std::uint8_t* out = at.out;
  *out = static_cast<std::uint8_t>(codes.litlen[lead] >> 16U);
  asm("cmpl $1, %k1\n\tsbbq $-1, %0" : "+r"(out) : "r"(lead_size) : "cc");  // out += lead_size != 0
  bits >>= lead_size & 63U;
  const std::uint64_t bit = at.bit + lead_size;
  inflate_lane::position rare{bit, out};

  const table_entry entry = codes.litlen[bits & litlen_mask];
  const std::uint64_t behind = bits >> (entry & 63U);
  std::uint64_t index = behind & distance_mask;
  std::uint64_t value = entry >> 16U;
  *out = static_cast<std::uint8_t>(value);
  // If `entry` is a literal: out += 1, value = 0, index = lane.no_match.
  asm("btl $15, %k3\n\tcmovcq %4, %0\n\tcmovcq %5, %1\n\tadcq $0, %2"
      : "+r"(index), "+r"(value), "+r"(out)
      : "r"(entry), "m"(lane.no_match), "r"(std::uint64_t{0})
      : "cc");
  const std::uint64_t length = value + (_bzhi_u64(bits, entry) >> (entry >> 8U & 63U));
  const block_codes::distance_entry& found = codes.distance[index];
  const auto distance = static_cast<std::uint64_t>(
      found.base + std::int64_t{_pext_u32(static_cast<std::uint32_t>(behind), found.mask)});
  const std::uint8_t* const from = out - static_cast<std::int64_t>(distance);
  if (distance < length || from < lane.begin) [[unlikely]] {
    at = lane.step(rare);
    left = bits_at(at.bit);
    return lane.now == inflate_lane::state::running;
  }
  copy_piece(out, from);
  if (length > piece_size) [[unlikely]] {
    for (std::size_t done = piece_size; done < length; done += piece_size)
      copy_piece(out + done, from + done);
  }
  at = {bit + (entry & 0xFFU) + found.size, out + length};
  left = behind >> (found.size & 63U);
  return true;
}

template <unsigned Lanes>
URLSIEVE_INFLATE_TARGET unsigned run_groups(inflate_lane* const lanes) {
  constexpr std::size_t at_once = 256;
  inflate_lane::position at[Lanes];
  std::uint64_t left[Lanes];
  for (unsigned i = 0; i < Lanes; ++i) at[i] = {lanes[i].bit, lanes[i].out};
  const auto stop = [&](unsigned which) {
    for (unsigned i = 0; i < Lanes; ++i) {
      lanes[i].bit = at[i].bit;
      lanes[i].out = at[i].out;
    }
    return which;
  };
  while (true) {
    std::size_t groups = at_once;
    for (unsigned i = 0; i < Lanes; ++i) {
      std::size_t own = groups_left(lanes[i], at[i]);
      if (own == 0) [[unlikely]] {
        at[i] = step_on(lanes[i], at[i]);
        if (lanes[i].now != inflate_lane::state::running) return stop(i);
        own = groups_left(lanes[i], at[i]);
      }
      groups = std::min(groups, own);
    }
    for (unsigned i = 0; i < Lanes; ++i) left[i] = bits_at(at[i].bit);
    do {
#pragma GCC unroll 2
      for (unsigned i = 0; i < Lanes; ++i) {
        if (!do_group(lanes[i], at[i], left[i])) [[unlikely]]
          return stop(i);
      }
    } while (--groups != 0);
  }
}
