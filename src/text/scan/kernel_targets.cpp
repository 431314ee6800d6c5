#include "src/text/scan/kernel_targets.hpp"

#include <hwy/highway.h>

namespace urlsieve {
namespace {

#if HWY_ARCH_X86
// Returns the targets that the processor supports, and whose wide registers the operating system saves.
std::int64_t of_processor() {
  __builtin_cpu_init();
  std::int64_t targets = HWY_STATIC_TARGET | HWY_SSSE3;
  const bool sse4 = __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2") &&
                    __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("aes");
  if (!sse4) return targets;
  targets |= HWY_SSE4;
  const bool avx2 = __builtin_cpu_supports("avx") && __builtin_cpu_supports("avx2") &&
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                    __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c") &&
                    __builtin_cpu_supports("lzcnt");
  if (!avx2) return targets;
  targets |= HWY_AVX2;
  const bool avx3 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd");
  if (!avx3) return targets;
  targets |= HWY_AVX3;
  const bool avx3_dl = __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("vpclmulqdq") &&
                       __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
                       __builtin_cpu_supports("vaes") && __builtin_cpu_supports("avx512vpopcntdq") &&
                       __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("gfni");
  return avx3_dl ? targets | HWY_AVX3_DL : targets;
}
#else
// For architectures whose processors all support the baseline target.
std::int64_t of_processor() {
  return HWY_STATIC_TARGET;
}
#endif

std::int64_t best_targets() {
  return of_processor() & HWY_TARGETS;
}

}  // namespace

std::int64_t kernel_choice::settle() {
  const std::int64_t best = best_targets();
  targets.store(best, std::memory_order_relaxed);
  return best;
}

std::vector<kernel_target> runnable_targets() {
  std::vector<kernel_target> all;
  for (std::int64_t left = best_targets(); left != 0; left &= left - 1) all.push_back(left & -left);
  return all;
}

std::string name_of_target(kernel_target target) {
  return hwy::TargetName(static_cast<decltype(HWY_TARGETS)>(target));
}

void run_kernels_on(kernel_target target) {
  kernel_choice::targets.store(target != 0 ? target : best_targets(), std::memory_order_relaxed);
}

}  // namespace urlsieve
