#include <sqlite3.h>

// sqlite3_db_config is variadic, which Swift cannot call. A file may come from anywhere: views and triggers
// in it call no function that does more than compute, and nothing writes to its internal tables.
static inline void pinfold_sqlite_distrust(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}

// SQLITE_TRANSIENT, a number cast to a pointer, makes SQLite copy the bytes.
static inline int pinfold_sqlite_bind_text(sqlite3_stmt *statement, int index, const void *text,
                                           sqlite3_uint64 length) {
  return sqlite3_bind_text64(statement, index, text ? (const char *)text : "", length, SQLITE_TRANSIENT,
                             SQLITE_UTF8);
}
static inline int pinfold_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes,
                                           sqlite3_uint64 length) {
  return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", length, SQLITE_TRANSIENT);
}
