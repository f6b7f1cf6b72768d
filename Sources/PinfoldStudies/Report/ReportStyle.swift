/// The style sheet of a report: light, dark if preferred, light on paper.
///
/// If there is room the table of contents is at the side. A box that scrolls fades at edges with hidden
/// content.
enum ReportStyle {
  static let sheet = """
    :root { --paper: #ffffff; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --band: #f4f6f8; --mark: #005a8c }
    @media screen and (prefers-color-scheme: dark) {
    :root { --paper: #0d1117; --ink: #e6edf3; --soft: #9198a1; --line: #3d444d; --band: #161b22; --mark: #6cbcf0 }
    }
    * { box-sizing: border-box }
    body { margin: 0 auto; max-width: 96rem; padding: 1rem; background: var(--paper); color: var(--ink);
      font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif }
    h1 { font-size: 1.6rem; line-height: 1.25; margin: 0.5rem 0; overflow-wrap: anywhere }
    h2 { font-size: 1.3rem; margin: 2.5rem 0 0.5rem; padding-top: 0.5rem; border-top: 1px solid var(--line) }
    h3 { font-size: 1.05rem; margin: 1.75rem 0 0.5rem; overflow-wrap: anywhere }
    p, li { max-width: 52rem; overflow-wrap: break-word } .lead { font-size: 1.15rem; max-width: 60rem }
    header p, figcaption, .caption, .note { color: var(--soft) }
    a { color: var(--mark) } nav ul { columns: 14rem; padding-left: 1.2rem; margin: 0.5rem 0 }
    nav li { break-inside: avoid }
    @media screen and (min-width: 75rem) {
    body { display: grid; grid-template-columns: 12rem minmax(0, 1fr); column-gap: 2rem }
    header { grid-column: 1 / -1 } main section:first-child h2 { margin-top: 0.5rem }
    nav ul { position: sticky; top: 1rem; columns: auto; list-style: none; padding: 0; font-size: 0.9rem }
    nav li { margin-bottom: 0.4rem }
    }
    @property --more { syntax: '\\3c length>'; inherits: false; initial-value: 0px }
    @keyframes more { from, 90% { --more: 3rem } to { --more: 0px } }
    .scroll { overflow-x: auto; margin: 0.25rem 0 0.75rem } .scroll:focus-visible { outline: 2px solid var(--mark) }
    @supports (animation-timeline: scroll()) {
    .scroll { animation: more linear; animation-timeline: scroll(self inline);
      mask-image: linear-gradient(to right, #000 calc(100% - var(--more)), transparent) }
    }
    table { border-collapse: separate; border-spacing: 0; font-size: 0.875rem; font-variant-numeric: tabular-nums }
    .caption { font-size: 0.875rem; margin: 0.75rem 0 0 }
    th, td { padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line) }
    thead th { background: var(--band); vertical-align: bottom } tbody th { font-weight: 500 }
    .num { text-align: right } td.num { white-space: nowrap } td strong { color: var(--mark) }
    .note { display: block; font-size: 0.75rem; white-space: nowrap }
    tbody th:first-child, thead td:first-child { position: sticky; left: 0; background: var(--paper); min-width: 8rem;
      max-width: 20rem }
    .heat td { background: color-mix(in srgb, var(--mark) var(--merit, 0%), var(--paper)); print-color-adjust: exact }
    figure { margin: 1rem 0; break-inside: avoid } figcaption { font-size: 0.875rem; max-width: 52rem }
    svg { display: block; max-width: 100%; height: auto } figure svg { min-width: 22rem }
    .figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr)); gap: 0 1.5rem }
    .gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(10rem, 40%), 1fr)); gap: 0.75rem }
    .gallery figure { margin: 0 } .gallery svg { min-width: 0 }
    .pictures td { padding: 0.2rem } .pictures svg { width: 11rem; max-width: none }
    .pictures tbody th { vertical-align: middle }
    .paper { display: none }
    @page { size: A4; margin: 12mm 11mm }
    @media print {
    body { max-width: none; padding: 0; font-size: 9pt; line-height: 1.35 } nav, .screen { display: none }
    .paper { display: block } p, li, .lead, figcaption { max-width: none } .lead { font-size: 10pt }
    h1 { font-size: 15pt } h2 { font-size: 12pt; margin: 1rem 0 0.25rem; padding-top: 0.25rem }
    h3 { font-size: 10pt; margin: 0.6rem 0 0.2rem } h2, h3, .caption { break-after: avoid } p, ul { margin: 0.3rem 0 }
    .caption, figcaption { font-size: 7.5pt } .scroll { overflow: visible; margin: 0.1rem 0 0.4rem; break-inside: avoid }
    table { font-size: 7pt } thead { display: table-header-group } tr { break-inside: avoid }
    th, td { padding: 0.1rem 0.25rem } .wide, #manifest table { font-size: 5.5pt }
    .wide th, .wide td { padding: 0.1rem } .wide thead th:nth-child(n + 3) { overflow-wrap: anywhere }
    thead th, .heat td { print-color-adjust: exact } .note { white-space: normal; font-size: 6pt }
    tbody th:first-child, thead td:first-child { position: static; min-width: 0 }
    figure { margin: 0.3rem 0 } figure svg { min-width: 0 }
    .figures { grid-template-columns: 1fr 1fr; gap: 0 1rem } .figures figure:only-child { max-width: 60% }
    .gallery { grid-template-columns: repeat(8, 1fr); gap: 0.3rem; break-inside: avoid }
    .pictures { width: 100%; table-layout: fixed } .pictures svg { width: 100% } .pictures th:first-child { width: 12% }
    }

    """
}
