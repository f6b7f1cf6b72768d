import Testing

/// What people type who come from pandas, SQL, dplyr, R or Python, and what the shell answers: each answer
/// says what to type instead.
@Suite("A mistake is answered with what to type")
struct MistakeTests {
  private let shell: RecordedSession

  init() throws {
    shell = try RecordedSession()
    _ = shell.answer(
      """
      d = points { lon = { 1, 2, 3, 4 }, lat = { 10, 20, 30, 40 }, fuel = { "Gas", "Coal", "Gas", "Sun" },
        capacity = { 10, 20.5, 30, 0 }, built = { 1999, 2005, 2011, 2020 } }
      f = strategy("grid"):frame(d, d:fit())
      g = d:group("fuel", "capacity:sum")
      """)
  }

  private func check(_ input: String, _ expected: String) {
    let answer = shell.answer(input)
    #expect(answer.hasPrefix("error: "), "\(input) → \(answer)")
    #expect(answer.contains(expected), "\(input) → \(answer)")
  }

  @Test(
    "from pandas",
    arguments: [
      ("d.shape", "#d is the number of points"), ("d:describe()", "d.columns has types"),
      ("d:nearest(2.35, 48.86)", "greatcircle(d.lon, d.lat, 2.35, 48.86)"),
      ("d:within(2, 48, 3, 49)", "in a box"),
      ("f:save('map.svg')", ".output map.svg"), ("d:columns()", "no parentheses: d.columns"),
      ("d.dtypes", "d.columns has types"), ("d:value_counts('fuel')", #"d:group("fuel") has"#),
      ("d.fuel:value_counts()", "d.fuel:distinct()"), ("d.fuel:nunique()", "d.fuel:distinct()"),
      ("d:describe", "dataset has no 'describe'; d.columns"),
      ("d.fuel:unique", "texts has no 'unique'; d.fuel:distinct()"), ("d:head", "parentheses: d:head()"),
      ("g:limit", "rows has no 'limit'; g:head(5)"), ("e = d; e:describe()", "e.columns has types"),
      (#"d:select("fuel", "lat")"#, #"d:select { "fuel", "lat" }"#),
      (#"d:select("fuel, capacity")"#, #"d:select { "fuel", "capacity" }"#),
      (#"d:select("*")"#, "d has all its columns"),
      (#"d[["fuel","capacity"]]"#, #"d:select { "fuel", "capacity" }"#),
      (#"d:sort{"fuel","lat"}"#, #"d:sort("lat"):sort("fuel")"#),
      (#"d:where{fuel="Gas", lat=3}"#, #"d:where("fuel = 'Gas' and lat = 3")"#),
      ("d:where(fuel = 'Gas')", #"d:where("fuel = 'Gas'")"#),
      ("d:where(capacity > 3)", #"d:where("capacity > 3")"#),
      ("d:sort_values('capacity', ascending=False)", #"d:sort("capacity", { descending = true })"#),
      ("d:merge(d, on='fuel')", #"d:join(other, "fuel")"#), ("d:assign(x=1)", "d:derive { x = "),
      ("d:filter(function(r) return r.lat > 5 end)", "d:filter(function(r) return d.lat[r] > 5 end)"),
      ("# largest", "a comment begins with --"), ("# the largest", "a comment begins with --"),
      ("d.capacity:value_counts()", "d.capacity:unique()"), ("d.iloc[1]", "d[1] is the first row"),
      ("d[0]", "an index is a whole number from 1"), ("d[1:3]", "d:head(3)"),
      ("d.capacity[1:3]", "column:slice(1, 3)"), ("d.head()", "did you mean :head()?"),
      ("d.head(5)", "did you mean :head()?"), ("d:tail(3)", "d[#d] is the last row"),
      ("d:nlargest(3, 'capacity')", #"d:top(5, "capacity", "group")"#),
      ("d:slice_max('capacity')", #"d:top(5, "capacity", "group")"#),
      ("g:nlargest(3, 'capacity')", #"d:top(5, "column", "group")"#),
      ("g:top(3, 'capacity')", #"d:top(3, "column", "group")"#), ("d.fuel:sum()", "numbers = \"fuel\""),
      ("d:sort_values('capacity')", "d:sort("),
      ("d:sort('capacity', { ascending = false })", "{ descending = true }"),
      ("d:sort('capacity', ascending=False)", "options are in a table"),
      ("d:sort('capacity', { descending = True })", "write true"),
      ("d:groupby('fuel')", #"d:group("fuel", "other:sum,mean")"#),
      ("d:groupby('fuel').head(2)", #"d:top(3, "other", "fuel")"#),
      ("d:groupby('fuel').capacity.sum()", #"d:group("fuel", "other:sum,mean")"#),
      ("g:agg('sum')", #"d:group("column", "other:sum,mean")"#), ("d:query('capacity > 1')", "d:where("),
      ("d[d.capacity:gt(3)]", "filter(mask)"), ("d:dropna()", "is not missing"),
      ("d.capacity:isna()", "is not missing"), ("d.fuel:isnull()", "d.fuel:missing()"),
      ("d:drop('fuel')", "d:select {"), ("d:rename { fuel = 'kind' }", "d:derive { new = d.old }"),
      ("d.double = d.capacity * 2", "did you mean d = d:derive { double = … }?"),
      ("d['double'] = d.capacity * 2", "did you mean d = d:derive { double = … }?"),
      ("d:assign { x = d.capacity }", "d:derive {"), ("d:merge(d, 'fuel')", "d:join("),
      ("d:to_csv('x.csv')", "csv(d)"), ("d:plot()", "strategy(\"grid\"):frame(d, d:fit()):plot()"),
      ("d.capacity:hist()", "chart {"), ("d.fuel:contains('a')", "d.fuel:has("),
      ("d.fuel:startswith('G')", "d.fuel:match("), ("d.fuel:lower()", "whatever the case"),
      ("d.capacity:var()", "d.capacity:std() ^ 2"), ("pd.read_csv('x.csv')", "dataset(\"stations.csv\")"),
      ("import pandas as pd", "dataset(\"stations.csv\")"), ("len(d)", "did you mean #d?"),
      ("d.capacity.max()", "did you mean :max()?"), ("max(d.capacity)", "d.capacity:max()"),
      ("math.max(d.capacity)", "write column:max()"),
      ("d.capacity > 3", "a:gt(b)"), ("d.capacity == 10", "column:eq(value)"),
      ("d:filter(d.capacity:gt(3) and d.lat:lt(30))", "write a & b"),
      ("d:filter('capacity > 3')", "d:where('capacity > 3')"),
      ("d:where(d.capacity:gt(3))", "d:filter(d.capacity:gt(3))"), ("x = None", "write nil"),
      ("for i in d do print(i) end", "for i, row in ipairs("), ("for x in d: print(x)", "without a colon"),
      ("if x > 1: print(x)", "without a colon"), ("d.capacity:mean", "d.capacity:mean()"),
      ("def f(x): return x", "function f(x)"), ("x += 1", "x = x + 1"), ("2 ** 3", "x ^ 2"),
      ("'a' + 'b'", "a .. b"),
    ])
  func pandas(input: String, expected: String) { check(input, expected) }

  @Test(
    "from SQL",
    arguments: [
      ("SELECT fuel FROM d WHERE capacity > 3", "d:where("), ("select * from d limit 5", "d:where("),
      ("SELECT fuel, sum(capacity) FROM d GROUP BY fuel", "d:group(\"fuel\", \"capacity:sum"),
      ("SELECT * FROM d ORDER BY capacity DESC", "d:sort("), ("DESCRIBE d", "d.columns"),
      ("d:where(\"SELECT * FROM d\")", "the condition of a 'where' alone"),
      ("d:where(\"WHERE capacity > 3\")", "leave out the 'where'"),
      ("d:where(\"fuel like 'G%'\")", "write ~"),
      ("d:where(\"capacity between 1 and 3\")", "x >= 1 and x <= 3"),
      ("d:where(\"capacity > 1 && lat > 3\")", "write and"),
      ("d:where(\"capacity > 1 limit 5\")", "'where' alone"),
      ("d:where(\"capcity > 1\")", "did you mean 'capacity'?"), ("d:limit(5)", "d:head(3)"),
      ("d:sort('capacity desc')", "sort(\"capacity\", { descending = true })"),
      ("d:sort('capacity', 'desc')", "sort(\"capacity\", { descending = true })"),
      ("d:order_by('capacity')", "d:sort("), ("d:distinct('fuel')", "d:group("), ("count(d)", "#d"),
      ("x = NULL", "write nil"), ("SHOW TABLES", "d.columns"), ("\\d", "d.columns"),
      (#"d:group("fuel", "built", "capacity:sum")"#, #"d:group({ "fuel", "built" }, "capacity:sum")"#),
      ("d:where(\"count(*) > 3\")", "no functions"),
      ("d:where(\"upper(fuel) = 'GAS'\")", "whatever the case"),
      ("d:where(\"capacity * 2 > 3\")", "no arithmetic"), ("d:where(\"fuel contains 'a'\")", "write ~"),
      ("d:where(\"capacity > 1,000\")", "no separators"), ("d:where(\"fuel = null\")", "write is missing"),
      ("d:where(\"latitude > 60\")", "did you mean 'lat'?"),
      ("d:where(\"fuel = Coal\")", "needs quotes: 'Coal'"),
      ("d:where(\"fuel in (Coal, Gas)\")", "no column 'Coal'"),
    ])
  func sql(input: String, expected: String) { check(input, expected) }

  @Test(
    "from R and dplyr",
    arguments: [
      ("d %>% head()", "data:method()"), ("d |> head()", "data:method()"),
      ("d$capacity", "did you mean d.capacity?"),
      ("x <- 5", "did you mean x = …?"), ("library(dplyr)", "(nothing to load: all functions are there)"),
      ("View(d)", "d:head()"),
      ("summary(d)", "d.columns"), ("str(d)", "d.columns"), ("nrow(d)", "#d"),
      ("head(d)", "d:head()"),
      ("names(d)", "d.columns"), ("table(d.fuel)", "d:group("), ("c(1, 2, 3)", "{ 1, 2, 3 }"),
      ("filter(d, 3)", "d:where("), ("mutate(d, 3)", "d:derive {"),
      ("d:mutate { x = d.capacity }", "d:derive {"),
      ("d:group_by('fuel')", "d:group("), ("g:arrange('count')", "g:sort("),
      ("d:arrange('capacity')", "d:sort("),
      ("d:sort('-capacity')", "{ descending = true }"), ("sd(d.capacity)", "d.capacity:std()"),
      ("select(d, 'fuel')", "d:select {"), ("x = TRUE", "write true"),
    ])
  func dplyr(input: String, expected: String) { check(input, expected) }

  @Test(
    "of the hand, and about rows",
    arguments: [
      ("größe = 3", "letters a to z"), ("d:group(fuel)", #"a text needs quotes: "fuel""#),
      ("d:group('fuel', sum)", #"a text needs quotes: "sum""#), ("frobnic == nil", "rawget(_G,"),
      ("print(capcity2)", #"a text needs quotes: "capcity2""#),
      ("d:group(d.fuel)", "names are texts in quotes"),
      ("d:group('fuel', { capacity = 'sum', n = 'count' })", "the count is always there"),
      ("d:group('fuel', 'mean')", "expected column:kinds"),
      ("d:group('fuel', 'capacity:total')", "there are: count"),
      ("g:sot('count')", "did you mean 'sort'?"), ("g.cont", "did you mean 'count'?"),
      ("g:explode()", "its methods: sort, head"), ("g:filter('count > 1')", "g:where("),
      ("g:limit(3)", "g:head(5)"), ("g:sum('count')", "g.column:sum()"), ("g:to_csv()", "csv(g)"),
      ("g:sort('cout')", "did you mean 'count'?"), ("g:where('cout > 1')", "did you mean 'count'?"),
      ("g:derive { share = { 1 } }", "'share' has 1 values, not 3"), ("g:top('count')", "top(3, \"count\")"),
      ("top(f, 5, 'capacity')", "frame:aggregate("), ("d.capcity", "did you mean 'capacity'?"),
      ("g:count()", "column[1]"), ("plot(d)", "plot(strategy(\"grid\"):frame(d, d:fit()))"),
      ("suggest(d)", "script(\"suggest\", { data = d })"),
      ("d.columns:where('missing > 1')", "in backquotes"),
    ])
  func rows(input: String, expected: String) { check(input, expected) }
}
