import { oneLine } from '#events/mail/message.ts'
import { type Html, html, type Piece } from '#html/html.ts'
import type { Words } from '../words.ts'

// The frame of all emails: tables and inline styles, because email programs understand little else. The style sheet
// adds dark mode and narrow screens where they are supported.

const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"

/** Colours by class, light and dark. Inline styles have the light ones. */
const DARK = [
  '.bg{background:#14171c!important}',
  '.sheet{background:#1b1f26!important}',
  '.ink{color:#e7eaf0!important}',
  '.quiet{color:#9aa4b4!important}',
  '.ln{border-color:#2f3641!important}',
  '.edge{border-color:#8fb0ff!important}',
  '.brand{border-top-color:#8fb0ff!important}',
  '.acc{color:#8fb0ff!important}',
  '.btn{background:#8fb0ff!important;color:#0f1420!important;border-color:#8fb0ff!important}',
  'ins{background:#123c37!important}',
  'del{background:#4a2013!important}',
].join('')
const NARROW = [
  '.outer{padding:0!important}',
  '.inner{border-radius:0!important;border-left:0!important;border-right:0!important}',
  '.pad{padding-left:20px!important;padding-right:20px!important}',
  '.full{display:block!important;text-align:center!important}',
].join('')
const STYLE = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK}}@media (max-width:480px){${NARROW}}`

/** A table with a single column; `rows` are its rows. */
const table = (attributes: Html, rows: Piece): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${attributes}>${rows}</table>`

/** A row of the email. */
export const row = (content: Piece, style: string, classes = ''): Html =>
  html`<tr><td class="pad ${classes}" style="${style}">${content}</td></tr>`

export const INK = 'color:#1a1e25'
export const QUIET = 'color:#566070'

const sideOf = ({ direction }: Words, side: 'start' | 'end'): string =>
  (direction === 'rtl') === (side === 'start') ? 'right' : 'left'

/** What happened, in one line, below the place. */
export const titleRow = (title: string, place: string): Html =>
  html`${place !== '' && row(html`<bdi>${place}</bdi>`, `padding:4px 32px 0;font-size:13px;line-height:19px;${QUIET}`, 'quiet')}
${row(title, `padding:4px 32px 16px;font-size:20px;line-height:28px;font-weight:600;${INK}`, 'ink')}`

export const subtitleRow = (text: string): Html =>
  row(text, `padding:12px 32px 6px;font-size:16px;line-height:24px;font-weight:600;${INK}`, 'ink')

/** Words of a person. */
export const quoteRow = (t: Words, text: string): Html => {
  const side = sideOf(t, 'start')
  return row(
    table(
      html`style="width:100%"`,
      html`<tr><td class="ink edge" dir="auto" style="font-size:16px;line-height:24px;${INK};padding-${side}:14px;border-${side}:3px solid #2a54c8;white-space:pre-wrap">${text}</td></tr>`,
    ),
    'padding:0 32px 16px',
  )
}

/** A labelled text. */
export interface LabelledText {
  readonly name: string
  readonly text: string
  readonly mark?: 'ins' | 'del'
}

/** Labelled texts in a box: source and translation, before and after. */
export const textsRow = (texts: readonly LabelledText[]): Html =>
  row(
    table(
      html`class="sheet" style="width:100%;background:#f6f7f9;border-radius:8px"`,
      texts.map(
        ({ name, text, mark }, i) =>
          html`<tr><td class="ln" style="padding:10px 16px${i > 0 && ';border-top:1px solid #dfe3ea'}"><div class="quiet" style="font-size:12px;line-height:18px;font-weight:600;${QUIET}">${name}</div><div class="ink" dir="auto" style="font-size:16px;line-height:24px;white-space:pre-wrap;${INK}">${marked(text, mark)}</div></td></tr>`,
      ),
    ),
    'padding:0 32px 20px',
  )

const marked = (text: string, mark: LabelledText['mark']): Piece =>
  mark === 'ins'
    ? html`<ins style="background:#d9f3ee">${text}</ins>`
    : mark === 'del'
      ? html`<del style="background:#fde4dc">${text}</del>`
      : text

/** The one thing to do next. */
export const buttonRow = (text: string, link: string): Html =>
  row(
    html`<a class="btn full" href="${link}" style="display:inline-block;background:#2a54c8;color:#ffffff;border:1px solid #2a54c8;border-radius:6px;font-size:15px;line-height:20px;font-weight:600;padding:11px 20px;text-decoration:none">${text}</a>`,
    'padding:0 32px 20px',
  )

export const link = (text: Piece, address: string): Html =>
  html`<a class="acc" href="${address}" style="color:#2a54c8">${text}</a>`

/** The name of the site, and of the address that sends. */
export interface MailSite {
  readonly name: string
  readonly url: string
}

/** A complete email in HTML. `preview` is what lists of emails show next to the subject. */
export const mailHtml = (t: Words, site: MailSite, preview: string, rows: readonly Html[], foot: Piece): string =>
  html`<!doctype html>
<html lang="${t.language}" dir="${t.direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>${STYLE}</style></head>
<body class="sheet" style="margin:0;padding:0;background:#f6f7f9"><div style="display:none;max-height:0;overflow:hidden">${oneLine(preview, 140)}</div>
${table(
  html`class="sheet" dir="${t.direction}" style="width:100%;background:#f6f7f9"`,
  html`<tr><td class="outer" align="center" style="padding:20px"><table role="presentation" width="600" cellpadding="0" cellspacing="0" class="bg ln inner brand" style="width:100%;max-width:600px;background:#ffffff;border:1px solid #dfe3ea;border-top:4px solid #2a54c8;border-radius:10px;font-family:${FONT};text-align:${sideOf(t, 'start')}">
${row(html`<a class="acc" href="${site.url}/" style="color:#2a54c8;text-decoration:none"><bdi>${site.name}</bdi></a>`, 'padding:18px 32px 8px;font-size:15px;line-height:20px;font-weight:700')}
${rows}
${row(foot, `padding:14px 32px 20px;border-top:1px solid #dfe3ea;font-size:12px;line-height:18px;${QUIET}`, 'ln quiet')}
</table></td></tr>`,
)}
</body></html>
`.text
