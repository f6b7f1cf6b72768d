/// The look of a report: light, dark where the reader prefers that, light again on paper.
///
/// Where there is room the contents stand beside the text. A box that scrolls fades at an edge beyond which
/// there is more.
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
    header p, figcaption, caption, .note { color: var(--soft) }
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
    .scroll { overflow-x: auto; margin: 0.75rem 0 } .scroll:focus-visible { outline: 2px solid var(--mark) }
    @supports (animation-timeline: scroll()) {
    .scroll { animation: more linear; animation-timeline: scroll(self inline);
      mask-image: linear-gradient(to right, #000 calc(100% - var(--more)), transparent) }
    }
    table { border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums }
    caption { text-align: left; padding: 0.25rem 0; max-width: min(60rem, calc(100vw - 2rem)) }
    th, td { padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line) }
    thead th { background: var(--band); vertical-align: bottom } tbody th { font-weight: 500 }
    .num { text-align: right } td strong { color: var(--mark) }
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
    @page { size: A4 landscape; margin: 12mm }
    @media print {
    body { max-width: none; padding: 0; font-size: 10pt } nav { display: none } .scroll { overflow: visible }
    table { font-size: 6.5pt } th, td { padding: 0.1rem 0.2rem } thead th { overflow-wrap: anywhere } tr { break-inside: avoid } tbody th:first-child { min-width: 0 } h2, h3 { break-after: avoid }
    .note { white-space: normal; font-size: 5.5pt } .figures { grid-template-columns: 1fr 1fr } .pictures svg { width: 100%; max-width: 12rem } figure svg { min-width: 0 }
    .gallery { grid-template-columns: repeat(6, 1fr) }
    }

    """
}
