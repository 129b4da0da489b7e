import { escapeHtml } from '#html/html.ts'

/** The texts and numbers shown in widgets. */
export interface WidgetFacts {
  readonly title: string
  /** "translated", "87%" */
  readonly translated: readonly [word: string, share: string]
  /** "languages", "12" */
  readonly counted: readonly [word: string, count: string]
  /** "1,203 of 1,382 strings" */
  readonly strings: string
  /** In percent. */
  readonly share: number
  readonly languages: readonly {
    readonly code: string
    readonly name: string
    readonly share: number
    readonly label: string
  }[]
}

interface Widget {
  readonly colours: readonly string[]
  /** Weblate's file type; both types are available. */
  readonly kind: 'svg' | 'png'
  readonly draw: (facts: WidgetFacts, colour: string) => string
}

const FONT = 'font-family="Verdana,DejaVu Sans,Noto Sans,sans-serif"'
const BAR_COLOURS = { red: '#b93a08', green: '#0d8074', blue: '#2a54c8' } as const
const BOX_COLOURS = {
  grey: { paper: '#e9ecf1', ink: '#1a1e25', quiet: '#566070', track: '#c9cfd9' },
  white: { paper: '#ffffff', ink: '#1a1e25', quiet: '#566070', track: '#dfe3ea' },
  black: { paper: '#14171c', ink: '#ffffff', quiet: '#b6bfcc', track: '#3b434f' },
} as const

/** All widgets by the first part of their filename: `svg-badge.svg`, `multi-auto.svg`, `88x31-grey.png`. */
export const WIDGETS: Readonly<Record<string, Widget>> = {
  svg: {
    colours: ['badge'],
    kind: 'svg',
    draw: facts => badge(facts.title, facts.translated, colourFor(facts.share, 'auto')),
  },
  language: { colours: ['badge'], kind: 'svg', draw: facts => badge(facts.title, facts.counted, BAR_COLOURS.blue) },
  multi: { colours: ['auto', 'red', 'green', 'blue'], kind: 'svg', draw: list },
  horizontal: { colours: ['auto', 'red', 'green', 'blue'], kind: 'svg', draw: columns },
  '287x66': { colours: ['grey', 'white', 'black'], kind: 'png', draw: (facts, colour) => box(facts, colour, 287, 66) },
  '88x31': { colours: ['grey', 'white', 'black'], kind: 'png', draw: (facts, colour) => box(facts, colour, 88, 31) },
  open: { colours: ['graph'], kind: 'png', draw: poster },
  status: {
    colours: ['badge'],
    kind: 'png',
    draw: facts => badge(facts.title, facts.translated, colourFor(facts.share, 'auto')),
  },
}

/** Colour by progress, in three steps that also differ in brightness. */
function colourFor(share: number, colour: string): string {
  if (Object.hasOwn(BAR_COLOURS, colour)) return BAR_COLOURS[colour as keyof typeof BAR_COLOURS]
  return share >= 75 ? '#0d8074' : share >= 30 ? '#96620f' : '#b93a08'
}

/** Approximate width of a text. */
const widthOf = (text: string, size: number): number =>
  [...text].reduce(
    (sum, letter) =>
      sum +
      size * (letter > '\u2e80' ? 1 : /[MWmw@%]/.test(letter) ? 0.9 : /[iljtfrI.,:;' ]/.test(letter) ? 0.4 : 0.63),
    0,
  )

const drawing = (width: number, height: number, title: string, inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(title)}"><title>${escapeHtml(title)}</title>${inner}</svg>`

const text = (x: number, y: number, size: number, fill: string, content: string, more = ''): string =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" ${FONT} ${more}>${escapeHtml(content)}</text>`

/** Truncates text to a width. */
function fitted(content: string, size: number, width: number): string {
  if (widthOf(content, size) <= width) return content
  const letters = [...content]
  while (letters.length > 1 && widthOf(`${letters.join('')}…`, size) > width) letters.pop()
  return `${letters.join('')}…`
}

function badge(title: string, [word, value]: readonly [string, string], colour: string): string {
  const [left, right] = [Math.ceil(widthOf(word, 11)) + 12, Math.ceil(widthOf(value, 11)) + 12]
  const place = (x: number, width: number, content: string) =>
    text(
      x + width / 2,
      14,
      11,
      '#fff',
      content,
      `text-anchor="middle" textLength="${width - 12}" lengthAdjust="spacingAndGlyphs"`,
    )
  return drawing(
    left + right,
    20,
    `${title}: ${word} ${value}`,
    `<clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath><g clip-path="url(#r)"><rect width="${left}" height="20" fill="#4a5260"/><rect x="${left}" width="${right}" height="20" fill="${colour}"/></g>${place(0, left, word)}${place(left, right, value)}`,
  )
}

const ROW = 22

/** One line per language: name, bar and percentage. */
function list({ title, languages, translated }: WidgetFacts, colour: string): string {
  const [names, bars] = [150, 160]
  const rows = languages.map(({ name, share, label }, i) => {
    const y = 8 + i * ROW
    return `${text(names - 8, y + 13, 11, '#566070', fitted(name, 11, names - 12), 'text-anchor="end"')}<rect x="${names}" y="${y + 4}" width="${bars}" height="10" rx="5" fill="#8b95a5" fill-opacity=".3"/><rect x="${names}" y="${y + 4}" width="${((bars * share) / 100).toFixed(1)}" height="10" rx="5" fill="${colourFor(share, colour)}"/>${text(names + bars + 8, y + 13, 11, '#566070', label)}`
  })
  return drawing(names + bars + 56, languages.length * ROW + 16, `${title}: ${translated.join(' ')}`, rows.join(''))
}

const COLUMN = 30
const COLUMNS_IN_A_LINE = 20

/** One column per language, with its code below. */
function columns({ title, languages, translated }: WidgetFacts, colour: string): string {
  const [tall, line] = [60, 92]
  const shapes = languages.map(({ code, name, share, label }, i) => {
    const x = 8 + (i % COLUMNS_IN_A_LINE) * COLUMN
    const y = 8 + Math.floor(i / COLUMNS_IN_A_LINE) * line
    const high = (tall * share) / 100
    return `<g><title>${escapeHtml(`${name}: ${label}`)}</title><rect x="${x + 7}" y="${y}" width="14" height="${tall}" rx="3" fill="#8b95a5" fill-opacity=".3"/><rect x="${x + 7}" y="${(y + tall - high).toFixed(1)}" width="14" height="${high.toFixed(1)}" rx="3" fill="${colourFor(share, colour)}"/>${text(x + 14, y + tall + 13, 9, '#566070', fitted(code, 9, COLUMN), 'text-anchor="middle"')}</g>`
  })
  const across = Math.max(1, Math.min(languages.length, COLUMNS_IN_A_LINE))
  const lines = Math.max(1, Math.ceil(languages.length / COLUMNS_IN_A_LINE))
  return drawing(across * COLUMN + 16, lines * line, `${title}: ${translated.join(' ')}`, shapes.join(''))
}

/** A box in a standard banner size. */
function box(facts: WidgetFacts, colour: string, width: number, height: number): string {
  const { paper, ink, quiet, track } = BOX_COLOURS[colour as keyof typeof BOX_COLOURS]
  const { title, translated, share, strings } = facts
  const isSmall = width < 200
  const frame = `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="4" fill="${paper}" stroke="${track}"/>`
  const bar = (x: number, y: number, long: number, high: number) =>
    `<rect x="${x}" y="${y}" width="${long}" height="${high}" rx="${high / 2}" fill="${track}"/><rect x="${x}" y="${y}" width="${((long * share) / 100).toFixed(1)}" height="${high}" rx="${high / 2}" fill="${colourFor(share, 'auto')}"/>`
  const inner = isSmall
    ? `${text(6, 13, 9, ink, fitted(title, 9, width - 12), 'font-weight="bold"')}${bar(6, 19, width - 42, 6)}${text(width - 6, 26, 9, ink, translated[1], 'text-anchor="end"')}`
    : `${text(14, 24, 14, ink, fitted(title, 14, width - 90), 'font-weight="bold"')}${text(width - 14, 25, 16, ink, translated[1], 'text-anchor="end" font-weight="bold"')}${text(14, 41, 10, quiet, fitted(strings, 10, width - 28))}${bar(14, 49, width - 28, 7)}`
  return drawing(width, height, `${title}: ${translated.join(' ')}`, frame + inner)
}

/** The Open Graph preview image. */
function poster({ title, translated, counted, strings, share }: WidgetFacts): string {
  const long = 1040
  return drawing(
    1200,
    630,
    `${title}: ${translated.join(' ')}`,
    `<rect width="1200" height="630" fill="#ffffff"/><rect width="1200" height="14" fill="#2a54c8"/>${text(80, 180, 68, '#1a1e25', fitted(title, 68, long), 'font-weight="bold"')}${text(80, 330, 110, colourFor(share, 'auto'), translated[1], 'font-weight="bold"')}${text(80, 395, 34, '#566070', strings)}${text(80, 445, 34, '#566070', `${counted[1]} ${counted[0]}`)}<rect x="80" y="500" width="${long}" height="34" rx="17" fill="#dfe3ea"/><rect x="80" y="500" width="${((long * share) / 100).toFixed(1)}" height="34" rx="17" fill="${colourFor(share, 'auto')}"/>`,
  )
}
