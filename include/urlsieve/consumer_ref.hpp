// A non-owning reference to a callable that consumes a sequence of values.
#ifndef URLSIEVE_CONSUMER_REF_HPP
#define URLSIEVE_CONSUMER_REF_HPP

#include <concepts>
#include <memory>
#include <type_traits>

namespace urlsieve {

// Refers to a callable that returns void, or bool (false: stop). The callable must outlive the call to which
// the reference is passed. Exceptions of the callable propagate to the caller.
template <class Value>
class consumer_ref {
 public:
  template <class F>
    requires(!std::same_as<std::remove_cvref_t<F>, consumer_ref> && std::invocable<F&, const Value&>)
  consumer_ref(F&& take)  // NOLINT(google-explicit-constructor): callers pass callables
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(take)))),
        call_([](void* object, const Value& value) {
          auto& f = *static_cast<std::remove_reference_t<F>*>(object);
          if constexpr (std::is_void_v<std::invoke_result_t<F&, const Value&>>) {
            f(value);
            return true;
          } else {
            return static_cast<bool>(f(value));
          }
        }) {}

  // Calls the callable. Returns false if the callable asks to stop.
  bool operator()(const Value& value) const { return call_(object_, value); }

 private:
  void* object_;
  bool (*call_)(void* object, const Value& value);
};

}  // namespace urlsieve

#endif
