/// The look of a report: light, dark where the reader prefers that, light again on paper.
enum ReportStyle {
  static let sheet = """
    :root { --paper: #ffffff; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --band: #f4f6f8; --mark: #005a8c }
    @media screen and (prefers-color-scheme: dark) {
    :root { --paper: #0d1117; --ink: #e6edf3; --soft: #9198a1; --line: #3d444d; --band: #161b22; --mark: #6cbcf0 }
    }
    * { box-sizing: border-box }
    body { margin: 0 auto; max-width: 76rem; padding: 1rem; background: var(--paper); color: var(--ink);
      font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif }
    h1 { font-size: 1.6rem; line-height: 1.25; margin: 0.5rem 0; overflow-wrap: anywhere }
    h2 { font-size: 1.3rem; margin: 2.5rem 0 0.5rem; padding-top: 0.5rem; border-top: 1px solid var(--line) }
    h3 { font-size: 1.05rem; margin: 1.75rem 0 0.5rem }
    p, li { max-width: 46rem; overflow-wrap: break-word }
    header p, figcaption, caption { color: var(--soft) }
    a { color: var(--mark) } nav ul { columns: 14rem; padding-left: 1.2rem; margin: 0.5rem 0 }
    nav li { break-inside: avoid }
    .scroll { overflow-x: auto; margin: 0.75rem 0 } .scroll:focus-visible { outline: 2px solid var(--mark) }
    table { border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums }
    caption { text-align: left; padding: 0.25rem 0; max-width: 46rem }
    th, td { padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line) }
    thead th { background: var(--band); vertical-align: bottom } tbody th { font-weight: 500 }
    .num { text-align: right } td.num { white-space: nowrap } td strong { color: var(--mark) }
    tbody th:first-child, thead td:first-child { position: sticky; left: 0; background: var(--paper); min-width: 8rem;
      max-width: 16rem }
    figure { margin: 1rem 0; break-inside: avoid } figcaption { font-size: 0.875rem; max-width: 46rem }
    svg { display: block; max-width: 100%; height: auto } figure svg { min-width: 22rem }
    .pictures td { padding: 0.2rem } .pictures svg { width: 17rem; max-width: none }
    .pictures tbody th { vertical-align: middle }
    @media print {
    body { max-width: none; padding: 0; font-size: 10pt } nav { display: none } .scroll { overflow: visible }
    table { font-size: 7.5pt } th, td { padding: 0.15rem 0.3rem } tr { break-inside: avoid } tbody th:first-child { min-width: 0 } h2, h3 { break-after: avoid }
    td.num { white-space: normal } .pictures svg { width: 100%; max-width: 12rem } figure svg { min-width: 0 }
    }

    """
}
