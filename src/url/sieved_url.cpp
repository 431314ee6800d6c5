#include "urlsieve/sieved_url.hpp"

#include "src/url/hosts/host_names.hpp"
#include "src/url/hosts/public_suffix.hpp"
#include "src/url/normalize/surt.hpp"
#include "src/url/url_columns.hpp"

namespace urlsieve {

std::string_view registrable_domain(std::string_view host) {
  return public_suffix_list::system().registrable_domain(host);
}

std::string surt_of(std::string_view url) {
  std::string form(surt_capacity(url.size()), '\0');
  form.resize(write_surt(url, form.data()));
  return form;
}

std::string_view sieved_url::domain() const {
  return names_of_host(host()).domain;
}

std::string_view sieved_url::subdomain() const {
  return names_of_host(host()).subdomain;
}

std::string_view sieved_url::suffix() const {
  return names_of_host(host()).suffix;
}

std::string sieved_url::extension() const {
  std::string buffer;
  return std::string(url_columns(url).value(field::extension, buffer));
}

std::string sieved_url::surt() const {
  return surt_of(url);
}

}  // namespace urlsieve
