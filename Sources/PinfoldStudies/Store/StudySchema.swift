import PinfoldData

/// The tables of a study's database; the article Studies explains them to those who open it with other tools.
enum StudySchema {
  /// The version of the schema, kept in the database as `user_version`.
  static let version = 6

  static let tables = """
    CREATE TABLE study (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE plan (
      section TEXT NOT NULL, number INTEGER NOT NULL, item TEXT NOT NULL,
      PRIMARY KEY (section, number)) WITHOUT ROWID;
    CREATE TABLE dataset (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, source TEXT NOT NULL, definition TEXT NOT NULL,
      rows INTEGER NOT NULL, points INTEGER NOT NULL, sha256 TEXT NOT NULL, planar INTEGER NOT NULL, licence TEXT);
    CREATE TABLE unusable (
      dataset INTEGER NOT NULL REFERENCES dataset, reason TEXT NOT NULL, rows INTEGER NOT NULL,
      PRIMARY KEY (dataset, reason)) WITHOUT ROWID;
    CREATE TABLE strategy (
      id INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE, family TEXT NOT NULL, version TEXT, source_sha256 TEXT,
      capabilities TEXT NOT NULL);
    CREATE TABLE strategy_parameter (
      strategy INTEGER NOT NULL REFERENCES strategy, number INTEGER NOT NULL, name TEXT NOT NULL,
      value TEXT NOT NULL, PRIMARY KEY (strategy, number)) WITHOUT ROWID;
    CREATE TABLE camera (
      id INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE, name TEXT NOT NULL, start TEXT NOT NULL);
    CREATE TABLE seed (id INTEGER PRIMARY KEY, value INTEGER NOT NULL UNIQUE);
    CREATE TABLE measure (
      id INTEGER PRIMARY KEY, label TEXT NOT NULL, version TEXT NOT NULL, metric TEXT NOT NULL,
      scope TEXT NOT NULL, name TEXT NOT NULL, unit TEXT, low REAL, high REAL, better TEXT NOT NULL,
      help TEXT NOT NULL, UNIQUE (label, version));
    CREATE TABLE run (
      id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, dataset INTEGER NOT NULL REFERENCES dataset,
      strategy INTEGER NOT NULL REFERENCES strategy, camera INTEGER NOT NULL REFERENCES camera,
      seed INTEGER NOT NULL REFERENCES seed, size TEXT, failure TEXT,
      seconds REAL NOT NULL, UNIQUE (dataset, strategy, camera, seed));
    CREATE TABLE frame (
      run INTEGER NOT NULL REFERENCES run, number INTEGER NOT NULL, lon REAL NOT NULL, lat REAL NOT NULL,
      zoom REAL NOT NULL, width REAL NOT NULL, height REAL NOT NULL, tile_size REAL NOT NULL,
      margin REAL NOT NULL, bearing REAL NOT NULL, points INTEGER NOT NULL, changed INTEGER NOT NULL,
      hidden INTEGER NOT NULL, markers INTEGER NOT NULL, conserving INTEGER NOT NULL, screen_sha256 TEXT NOT NULL,
      exact_sha256 TEXT NOT NULL, content BLOB NOT NULL, PRIMARY KEY (run, number));
    CREATE TABLE score (
      run INTEGER NOT NULL REFERENCES run, measure INTEGER NOT NULL REFERENCES measure,
      number INTEGER NOT NULL, value REAL, reason TEXT, PRIMARY KEY (run, measure, number)) WITHOUT ROWID;
    CREATE TABLE message (
      run INTEGER NOT NULL REFERENCES run, text TEXT NOT NULL, PRIMARY KEY (run, text)) WITHOUT ROWID;
    CREATE TABLE timing (
      dataset INTEGER NOT NULL REFERENCES dataset, strategy INTEGER NOT NULL REFERENCES strategy,
      bytes_per_point REAL, failure TEXT, PRIMARY KEY (dataset, strategy)) WITHOUT ROWID;
    CREATE TABLE sample (
      dataset INTEGER NOT NULL REFERENCES dataset, strategy INTEGER NOT NULL REFERENCES strategy,
      kind TEXT NOT NULL, number INTEGER NOT NULL, seconds REAL NOT NULL,
      PRIMARY KEY (dataset, strategy, kind, number)) WITHOUT ROWID;
    PRAGMA user_version = \(version);
    """
}
