#include <sqlite3.h>

// sqlite3_db_config is variadic, which Swift cannot call. A file may come from anywhere: views and triggers
// in it call no function that does more than compute, and nothing writes to its internal tables.
static inline void pinfold_sqlite_distrust(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}

// These are casts of numbers to pointers: the bytes of a text are copied, or stay as long as the statement.
static inline int pinfold_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}
static inline int pinfold_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
  return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}
