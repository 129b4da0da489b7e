import type { Face } from '#html/face.ts'
import { Html, html, type Piece } from '#html/html.ts'
import { oneLine } from './message.ts'

// The frame of all emails: tables and inline styles, because email programs understand little else. The style sheet
// adds dark mode and narrow screens where they are supported.

const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"

/** The colour of the site, for light and dark email programs. */
export interface MailColours {
  readonly light: string
  readonly dark: string
}

/** The standard colour, `--accent` of pages. */
const STANDARD: MailColours = { light: '#2a54c8', dark: '#8fb0ff' }

/** Colours by class, light and dark. Inline styles have the light ones. */
const darkStyle = (accent: string): string =>
  [
    '.bg{background:#14171c!important}',
    '.sheet{background:#1b1f26!important}',
    '.ink{color:#e7eaf0!important}',
    '.quiet{color:#9aa4b4!important}',
    '.ln{border-color:#2f3641!important}',
    `.edge{border-color:${accent}!important}`,
    `.brand{border-top-color:${accent}!important}`,
    `.acc{color:${accent}!important}`,
    `.btn{background:${accent}!important;color:#0f1420!important;border-color:${accent}!important}`,
    'ins{background:#123c37!important}',
    'del{background:#4a2013!important}',
  ].join('')
const NARROW = [
  '.outer{padding:0!important}',
  '.inner{border-radius:0!important;border-left:0!important;border-right:0!important}',
  '.pad{padding-left:20px!important;padding-right:20px!important}',
  '.full{display:block!important;text-align:center!important}',
].join('')
const styleOf = ({ dark }: MailColours): string =>
  `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkStyle(dark)}}@media (max-width:480px){${NARROW}}`

/** Language of an email. */
interface MailLanguage {
  readonly language: string
  readonly direction: string
}

/** A table with a single column; `rows` are its rows. */
const table = (attributes: Html, rows: Piece): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${attributes}>${rows}</table>`

/** A row of the email. */
export const row = (content: Piece, style: string, classes = ''): Html =>
  html`<tr><td class="pad ${classes}" style="${style}">${content}</td></tr>`

export const INK = 'color:#1a1e25'
export const QUIET = 'color:#566070'

const sideOf = ({ direction }: Pick<MailLanguage, 'direction'>, side: 'start' | 'end'): string =>
  (direction === 'rtl') === (side === 'start') ? 'right' : 'left'

/** What happened, in one line, below the place. */
export const titleRow = (title: string, place: string): Html =>
  html`${place !== '' && row(html`<bdi>${place}</bdi>`, `padding:4px 32px 0;font-size:13px;line-height:19px;${QUIET}`, 'quiet')}
${row(title, `padding:4px 32px 16px;font-size:20px;line-height:28px;font-weight:600;${INK}`, 'ink')}`

export const subtitleRow = (text: string): Html =>
  row(text, `padding:12px 32px 6px;font-size:16px;line-height:24px;font-weight:600;${INK}`, 'ink')

export const textRow = (text: Piece): Html =>
  row(text, `padding:0 32px 16px;font-size:16px;line-height:24px;${INK}`, 'ink')

export const quietRow = (text: Piece): Html =>
  row(text, `padding:0 32px 16px;font-size:13px;line-height:19px;${QUIET}`, 'quiet')

/** An address to copy where the button does not work. It may be broken anywhere. */
export const addressText = (address: string): Html =>
  html`<span dir="ltr" style="word-break:break-all">${address}</span>`

/** The address of the site as a link. */
export const siteLink = (site: MailSite): Html =>
  link(site, html`<span dir="ltr">${site.url.replace(/^https?:\/\//, '')}</span>`, `${site.url}/`)

/** Words of a person. */
export const quoteRow = (t: MailLanguage, { colours }: MailSite, text: string): Html => {
  const side = sideOf(t, 'start')
  return row(
    table(
      html`style="width:100%"`,
      html`<tr><td class="ink edge" dir="auto" style="font-size:16px;line-height:24px;${INK};padding-${side}:14px;border-${side}:3px solid ${colours.light};white-space:pre-wrap">${text}</td></tr>`,
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
export const buttonRow = ({ colours }: MailSite, text: string, link: string): Html =>
  row(
    html`<a class="btn full" href="${link}" style="display:inline-block;background:${colours.light};color:#ffffff;border:1px solid ${colours.light};border-radius:6px;font-size:15px;line-height:20px;font-weight:600;padding:11px 20px;text-decoration:none">${text}</a>`,
    'padding:0 32px 20px',
  )

export const link = ({ colours }: MailSite, text: Piece, address: string): Html =>
  html`<a class="acc" href="${address}" style="color:${colours.light}">${text}</a>`

/** The site as emails show it. */
export interface MailSite {
  readonly name: string
  readonly url: string
  readonly colours: MailColours
  /** Address of the logo as PNG; null if there is none. */
  readonly logo: string | null
}

export const mailSiteOf = ({ name, shades, logo }: Face, url: string): MailSite => ({
  name,
  url,
  colours: shades ? { light: shades.light.accent, dark: shades.dark.accent } : STANDARD,
  logo: logo && `${url}${logo.png}`,
})

/** Name and logo of the site. Email programs that do not load pictures show the name alone. */
const brandRow = ({ name, url, colours, logo }: MailSite): Html =>
  row(
    html`<a class="acc" href="${url}/" style="color:${colours.light};text-decoration:none">${
      logo &&
      html`<img src="${logo}" alt="" height="24" style="height:24px;width:auto;max-width:96px;vertical-align:middle;border:0"> `
    }<bdi style="vertical-align:middle">${name}</bdi></a>`,
    'padding:18px 32px 8px;font-size:15px;line-height:20px;font-weight:700',
  )

/** A complete email in HTML. `preview` is what lists of emails show next to the subject. */
export const mailHtml = (
  t: MailLanguage,
  site: MailSite,
  preview: string,
  rows: readonly Html[],
  foot: Piece,
): string =>
  html`<!doctype html>
<html lang="${t.language}" dir="${t.direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>${new Html(styleOf(site.colours))}</style></head>
<body class="sheet" style="margin:0;padding:0;background:#f6f7f9"><div style="display:none;max-height:0;overflow:hidden">${oneLine(preview, 140)}</div>
${table(
  html`class="sheet" dir="${t.direction}" style="width:100%;background:#f6f7f9"`,
  html`<tr><td class="outer" align="center" style="padding:20px"><table role="presentation" width="600" cellpadding="0" cellspacing="0" class="bg ln inner brand" style="width:100%;max-width:600px;background:#ffffff;border:1px solid #dfe3ea;border-top:4px solid ${site.colours.light};border-radius:10px;font-family:${FONT};text-align:${sideOf(t, 'start')}">
${brandRow(site)}
${rows}
${row(foot, `padding:14px 32px 20px;border-top:1px solid #dfe3ea;font-size:12px;line-height:18px;${QUIET}`, 'ln quiet')}
</table></td></tr>`,
)}
</body></html>
`.text
