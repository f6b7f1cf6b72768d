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
      ("d.dtypes", "d.columns has types"), ("d:value_counts('fuel')", #"d:group("column")"#),
      ("d.fuel:value_counts()", "texts:distinct()"), ("d.fuel:nunique()", "texts:distinct()"),
      ("d.capacity:value_counts()", "column:unique()"), ("d.iloc[1]", "d[1] is the first row"),
      ("d[0]", "an index is a whole number from 1"), ("d[1:3]", "d:head(3)"),
      ("d.capacity[1:3]", "column:slice(1, 3)"), ("d.head()", "did you mean :head()?"),
      ("d.head(5)", "did you mean :head()?"), ("d:tail(3)", "d[#d] is the last row"),
      ("d:nlargest(3, 'capacity')", #"d:top(5, "column", "group")"#),
      ("d:slice_max('capacity')", #"d:top(5, "column", "group")"#),
      ("g:nlargest(3, 'capacity')", #"d:top(5, "column", "group")"#),
      ("g:top(3, 'capacity')", #"d:top(3, "column", "group")"#), ("d.fuel:sum()", "numbers = \"column\""),
      ("d:sort_values('capacity')", "d:sort("),
      ("d:sort('capacity', { ascending = false })", "{ descending = true }"),
      ("d:sort('capacity', ascending=False)", "Options are in a table"),
      ("d:sort('capacity', { descending = True })", "write true"),
      ("d:groupby('fuel')", #"d:group("column", "other:sum,mean")"#),
      ("d:groupby('fuel').head(2)", #"d:top(3, "other", "column")"#),
      ("d:groupby('fuel').capacity.sum()", #"d:group("column", "other:sum,mean")"#),
      ("g:agg('sum')", #"d:group("column", "other:sum,mean")"#), ("d:query('capacity > 1')", "d:where("),
      ("d[d.capacity:gt(3)]", "filter(mask)"), ("d:dropna()", "is not missing"),
      ("d.capacity:isna()", "is not missing"), ("d.fuel:isnull()", "texts:missing()"),
      ("d:drop('fuel')", "d:select {"), ("d:rename { fuel = 'kind' }", "d:derive { new = d.old }"),
      ("d.double = d.capacity * 2", "did you mean d = d:derive { double = … }?"),
      ("d['double'] = d.capacity * 2", "did you mean d = d:derive { double = … }?"),
      ("d:assign { x = d.capacity }", "d:derive {"), ("d:merge(d, 'fuel')", "d:join("),
      ("d:to_csv('x.csv')", "csv(d)"), ("d:plot()", "strategy(\"grid\"):frame(d, d:fit()):plot()"),
      ("d.capacity:hist()", "chart {"), ("d.fuel:contains('a')", "texts:has("),
      ("d.fuel:startswith('G')", "texts:match("), ("d.fuel:lower()", "whatever the case"),
      ("d.capacity:var()", "column:std() ^ 2"), ("pd.read_csv('x.csv')", "dataset(\"stations.csv\")"),
      ("import pandas as pd", "dataset(\"stations.csv\")"), ("len(d)", "did you mean #d?"),
      ("d.capacity.max()", "did you mean :max()?"), ("max(d.capacity)", "data.column:max()"),
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
      ("x = NULL", "write nil"),
    ])
  func sql(input: String, expected: String) { check(input, expected) }

  @Test(
    "from R and dplyr",
    arguments: [
      ("d %>% head()", "data:method()"), ("d |> head()", "data:method()"),
      ("d$capacity", "did you mean d.capacity?"),
      ("x <- 5", "did you mean x = …?"), ("library(dplyr)", "all functions are there"),
      ("summary(d)", "data.columns"), ("str(d)", "data.columns"), ("nrow(d)", "#d"),
      ("head(d)", "data:head()"),
      ("names(d)", "data.columns"), ("table(d.fuel)", "d:group("), ("c(1, 2, 3)", "{ 1, 2, 3 }"),
      ("filter(d, 3)", "d:where("), ("mutate(d, 3)", "d:derive {"),
      ("d:mutate { x = d.capacity }", "d:derive {"),
      ("d:group_by('fuel')", "d:group("), ("g:arrange('count')", "rows:sort("),
      ("d:arrange('capacity')", "d:sort("),
      ("d:sort('-capacity')", "{ descending = true }"), ("sd(d.capacity)", "data.column:std()"),
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
      ("g:explode()", "its methods: sort, head"), ("g:filter('count > 1')", "rows:where("),
      ("g:limit(3)", "rows:head(5)"), ("g:sum('count')", "rows.column:sum()"), ("g:to_csv()", "csv(rows)"),
      ("g:sort('cout')", "did you mean 'count'?"), ("g:where('cout > 1')", "did you mean 'count'?"),
      ("g:derive { share = { 1 } }", "'share' has 1 values, not 3"), ("g:top('count')", "top(3, \"count\")"),
      ("top(f, 5, 'capacity')", "frame:aggregate("), ("d.capcity", "did you mean 'capacity'?"),
      ("g:count()", "column[1]"), ("plot(d)", "plot(strategy(\"grid\"):frame(d, d:fit()))"),
      ("suggest(d)", "script(\"suggest\", { data = d })"),
      ("d.columns:where('missing > 1')", "in backquotes"),
    ])
  func rows(input: String, expected: String) { check(input, expected) }
}
