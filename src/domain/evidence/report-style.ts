/** Of the report alone: screens in one column, paper in A4 with numbered pages. */
export const REPORT_STYLE = `
@page {
  size: A4;
  margin: 18mm 15mm 20mm;
  @bottom-right { content: counter(page) " / " counter(pages); }
}
:root { color-scheme: light; }
body {
  max-width: 180mm;
  margin: 0 auto;
  padding: 5mm;
  font: 10.5pt/1.45 system-ui, sans-serif;
  color: #111;
  background: #fff;
  overflow-wrap: anywhere;
}
h1 { font-size: 18pt; }
h2 { font-size: 14pt; }
h3 { font-size: 11.5pt; }
h1, h2, h3 { line-height: 1.25; margin: 1.2em 0 .4em; break-after: avoid; }
section { border-top: 1px solid #999; margin-top: 8mm; }
dl { display: grid; grid-template-columns: 50mm 1fr; gap: 1mm 4mm; margin: 0; }
dt { color: #444; }
dd { margin: 0; }
bdi, td { white-space: pre-line; }
table { width: 100%; border-collapse: collapse; }
th, td { border: 1px solid #999; padding: 1mm 2mm; text-align: left; vertical-align: top; }
th { background: #eee; }
th:first-child { width: 18mm; }
thead { display: table-header-group; }
tr, figure, .note { break-inside: avoid; }
.flagged { font-weight: 700; }
.flagged small { border: 1px solid; padding: 0 1mm; }
figure { margin: 3mm 0; }
img { display: block; max-width: 100%; max-height: 200mm; }
figcaption, .sum { font-size: 8.5pt; color: #444; }
.sum { font-family: monospace; }
.lacks { border-left: 1mm solid #a33; padding-left: 3mm; }
@media print {
  body { max-width: none; padding: 0; }
  section { break-before: page; border-top: 0; margin-top: 0; }
  a { color: inherit; text-decoration: none; }
}
`;

/** As it stands in the report. */
export const REPORT_STYLE_TAG = `<style>${REPORT_STYLE}</style>`;
