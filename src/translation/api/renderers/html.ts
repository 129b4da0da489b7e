/** HTML that is already safe to write. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, c => ESCAPES[c]!)

type Piece = string | number | Html | null | undefined | false | readonly Piece[]

const write = (piece: Piece): string => {
  if (piece === null || piece === undefined || piece === false) return ''
  if (piece instanceof Html) return piece.text
  if (Array.isArray(piece)) return piece.map(write).join('')
  return escapeHtml(String(piece))
}

/** Template tag: every value is escaped unless it is `Html` itself. */
export const html = (strings: TemplateStringsArray, ...values: Piece[]): Html =>
  new Html(strings.map((part, i) => part + (i < values.length ? write(values[i]) : '')).join(''))

const STYLE = `
body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#1b1f24;background:#fff}
main,header,footer{max-width:64rem;margin:0 auto;padding:.75rem 1rem}
header{border-bottom:1px solid #d5dae0}
h1{font-size:1.5rem;margin:.5rem 0}h2{font-size:1.15rem;margin:1.5rem 0 .5rem}
a{color:#0b5cad}
pre{background:#f4f6f8;border:1px solid #d5dae0;padding:.75rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}th,td{text-align:start;padding:.3rem .6rem;border-bottom:1px solid #e3e7ec}
td.n,th.n{text-align:end;font-variant-numeric:tabular-nums}
label{display:block;margin:.5rem 0 .1rem}input,select,textarea{font:inherit;width:100%;max-width:32rem;box-sizing:border-box}
input[type=checkbox]{width:auto}button{font:inherit;padding:.3rem .9rem;margin:.6rem .4rem .6rem 0}
small{color:#57606a}.bar{background:#e3e7ec;height:.6rem;min-width:8rem}.bar i{display:block;height:100%;background:#2a7f3e}
@media(prefers-color-scheme:dark){body{background:#14171a;color:#e6e9ec}pre{background:#1e2226;border-color:#3a4047}
a{color:#7ab7f5}th,td,header{border-color:#3a4047}small{color:#a3abb3}.bar{background:#3a4047}}
`

/** No script, nothing from elsewhere: the page works under the strictest policy. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
}

export const page = (title: string, content: Html, { lang = 'en' } = {}): string =>
  html`<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><style>${new Html(STYLE)}</style></head>
<body>${content}</body>
</html>
`.text
