"""The page's style: light and dark as the reader's system says, one column on a phone, black on white on paper.

Every colour of text stands out from its ground by 4.5 : 1 at least, in both; a test measures it.
"""

STYLE = """
:root {
  --ground: #ffffff; --raised: #f5f6f8; --text: #1b1f24; --muted: #535b66; --line: #c9ced6; --link: #0b57b0;
  --good: #1a6b2f; --bad: #b3231b; --warn: #7c5300; --mark: #ffe69c; --mark-text: #1b1f24;
  --scope: #2e7d4f; --general: #7fb89a; --none: #d9dde3;
  --in-force: #e5f4e8; --proposed: #fff5d4; --superseded: #ebedf0; --ended: #fbe7e6; --missing: #ffffff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171b; --raised: #1e2329; --text: #e6e9ed; --muted: #a9b2bd; --line: #454d57; --link: #86b8ff;
    --good: #7ddc95; --bad: #ff9a93; --warn: #f0c264; --mark: #6b5300; --mark-text: #fff6d8;
    --scope: #5cc487; --general: #35714f; --none: #3a414a;
    --in-force: #17341f; --proposed: #3a3010; --superseded: #2a2f36; --ended: #42201e; --missing: #14171b;
  }
}
* { box-sizing: border-box; }
html { color-scheme: light dark; scroll-padding-top: 1rem; }
body {
  margin: 0 auto; padding: 0 1rem 3rem; max-width: 76rem; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere;
}
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: 1.7rem; margin: 1.2rem 0 .3rem; }
h2 { font-size: 1.35rem; margin: 2.5rem 0 .6rem; padding-top: .8rem; border-top: 2px solid var(--line); }
h3 { font-size: 1.1rem; margin: 1.6rem 0 .5rem; }
h4 { font-size: 1rem; margin: 1rem 0 .3rem; font-weight: 600; }
p { margin: .4rem 0; }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
main:focus { outline: none; }
code, pre {
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .9em;
}
code, td, th, li, h3 { unicode-bidi: isolate; }
pre {
  margin: .2rem 0 .5rem; padding: .4rem .6rem; background: var(--raised); border-radius: 4px;
  white-space: pre-wrap;
}
mark { background: var(--mark); color: var(--mark-text); padding: .05em 0; border-radius: 2px; }
small, .more, caption, footer { color: var(--muted); font-size: .9rem; }
.skip { position: absolute; left: -999rem; top: 0; padding: .5rem 1rem; background: var(--ground); z-index: 1; }
.skip:focus { left: 0; }
nav { margin: .8rem 0; }
nav ul, .legend { list-style: none; display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; margin: 0; padding: 0; }
nav a { display: inline-block; padding: .25rem 0; }
.filter { margin-top: .6rem; }
.filter[hidden], tr[hidden], li[hidden] { display: none !important; }
input {
  font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--muted); border-radius: 4px;
  padding: .3rem .5rem; max-width: 100%;
}
.verdict { padding: .6rem .9rem; border-left: 5px solid var(--bad); background: var(--raised); font-weight: 600; }
.verdict.clean { border-color: var(--good); }
.verdict.incomplete { border-color: var(--warn); }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.2rem, 1fr)); gap: .6rem; margin: 1rem 0 0; }
.facts div {
  display: flex; flex-direction: column-reverse; justify-content: flex-end; padding: .5rem .7rem;
  background: var(--raised); border-radius: 6px;
}
.facts dd { margin: 0; font-size: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.facts dt { font-size: .9rem; }
table { border-collapse: collapse; width: 100%; margin: .6rem 0; font-size: .93rem; }
caption { text-align: left; padding: .2rem 0; }
th, td {
  text-align: left; vertical-align: top; padding: .4rem .5rem; border-bottom: 1px solid var(--line);
  font-weight: inherit;
}
thead th { font-weight: 600; white-space: nowrap; }
tbody th { min-width: 11rem; }
tbody th small { display: block; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
:target { background: var(--raised); }
.state, .level { font-weight: 600; }
.state.in-force { color: var(--good); }
.state.proposed { color: var(--warn); }
.state.superseded { color: var(--muted); }
.state.ended, .state.missing, .level.block { color: var(--bad); }
.level { color: var(--warn); }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; }
.scroll svg { display: block; }
svg text { fill: var(--text); font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
svg .id { font-weight: 700; }
.box { stroke: var(--muted); stroke-width: 1.5; }
.box.proposed, .box.missing { stroke-dasharray: 5 3; }
.box.missing, .box.ended { stroke: var(--bad); }
.box.in-force { fill: var(--in-force); stroke: var(--good); }
.box.proposed { fill: var(--proposed); stroke: var(--warn); }
.box.superseded { fill: var(--superseded); }
.box.ended { fill: var(--ended); }
.box.missing { fill: var(--missing); }
.line { fill: none; stroke: var(--muted); stroke-width: 1.5; }
.line.over { stroke: var(--text); stroke-width: 2.5; }
.line.need { stroke-dasharray: 6 4; }
.tip { fill: var(--muted); }
.tip.over { fill: var(--text); }
.legend { font-size: .9rem; margin: .4rem 0; }
.key {
  display: inline-block; width: 1.3rem; height: .9rem; margin-right: .4rem; vertical-align: -.1rem;
  border: 2px solid var(--muted); border-radius: 3px;
}
.key.in-force { background: var(--in-force); border-color: var(--good); }
.key.proposed { background: var(--proposed); border: 2px dashed var(--warn); }
.key.superseded { background: var(--superseded); }
.key.ended { background: var(--ended); border-color: var(--bad); }
.key.missing { border: 2px dashed var(--bad); }
.key.over, .key.need {
  height: 0; border: 0; border-top: 3px solid var(--text); border-radius: 0; vertical-align: .25rem;
}
.key.need { border-top: 2px dashed var(--muted); }
.bar, .whole { white-space: nowrap; }
.bar svg { width: 6rem; border: 1px solid var(--muted); }
.bar .scope { fill: var(--scope); }
.bar .general { fill: var(--general); }
.bar .none { fill: var(--none); }
.figures { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; max-width: 100%; }
figure svg { max-width: 100%; height: auto; background: var(--raised); border-radius: 4px; }
figcaption { font-size: .9rem; color: var(--muted); }
.spark { fill: none; stroke: var(--link); stroke-width: 2; }
.dot { fill: var(--link); }
details { margin: .5rem 0; }
summary { cursor: pointer; padding: .3rem 0; color: var(--link); }
ol, ul { padding-left: 1.6rem; }
main li { margin: .3rem 0; }
.rule { border-left: 3px solid var(--line); padding-left: .8rem; margin: .8rem 0; }
@media screen and (max-width: 48rem) {
  body { padding: 0 .75rem 2rem; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  table, caption, tbody, tr, th, td { display: block; width: 100%; }
  tbody tr { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: .2rem 0; }
  tbody th, tbody td { border: 0; padding: .15rem .6rem; min-width: 0; }
  tbody th { font-weight: 600; }
  tbody td { display: flex; gap: .6rem; text-align: left; }
  tbody td::before { content: attr(data-label); flex: 0 0 6.5rem; color: var(--muted); text-align: left; }
}
@media print {
  :root {
    --ground: #fff; --raised: #f3f3f3; --text: #000; --muted: #444; --line: #999; --link: #000; --good: #0a4d1c;
    --bad: #8a1510; --warn: #5c3d00; --mark: #ffe69c; --mark-text: #000; --scope: #2e7d4f; --general: #7fb89a;
    --none: #ddd; --in-force: #fff; --proposed: #fff; --superseded: #eee; --ended: #fff; --missing: #fff;
  }
  body { max-width: none; font-size: 10pt; }
  nav, .skip, .filter { display: none; }
  .scroll { overflow: visible; border: 0; }
  .scroll svg { max-width: 100%; height: auto; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
  tr, li, figure, .facts div { break-inside: avoid; }
  h2, h3, h4 { break-after: avoid; }
  table { font-size: 8.5pt; }
  thead th { white-space: normal; }
  tbody th { min-width: 0; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
"""
