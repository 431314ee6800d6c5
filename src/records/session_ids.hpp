// Removes the session identifiers that the canonicalizers of the Internet Archive remove (replay_key.hpp).
#ifndef URLSIEVE_RECORDS_SESSION_IDS_HPP
#define URLSIEVE_RECORDS_SESSION_IDS_HPP

#include <string>

namespace urlsieve {

// Removes the identifiers of ASP.NET in front of a segment with ".aspx".
[[nodiscard]] std::string without_path_sessions(std::string path);

// Removes the last parameter of each kind: jsessionid, phpsessid, sid, aspsessionid, and cfid with cftoken.
[[nodiscard]] std::string without_query_sessions(std::string query);

}  // namespace urlsieve

#endif
