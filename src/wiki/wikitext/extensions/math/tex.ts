// Converts TeX to MathML. The library is loaded with the first formula.

import { createRequire } from 'node:module'
import { BoundedCache } from '#cache/bounded-cache.ts'
import { lazily } from '#languages/load-data.ts'

interface Temml {
  renderToString(tex: string, options: Readonly<Record<string, unknown>>): string
}

const require = createRequire(import.meta.url)
const library = lazily(() => require('temml') as Temml)

/** The problem with a formula: a message key with its parameter. */
export class TexFault extends Error {
  readonly key: string

  constructor(key: string, detail: string) {
    super(detail)
    this.key = key
  }
}

/** As in MediaWiki, formulas define nothing. Definitions could also grow without end. */
const DEFINITION =
  /\\(?:[gex]?def|let|futurelet|global|long|(?:re)?newcommand|providecommand|newenvironment|DeclareMathOperator|char|label|ref|eqref)(?![A-Za-z])/

/** Commands of MediaWiki's TeX that the library does not have. */
const MACROS = {
  '\\and': '\\land',
  '\\or': '\\lor',
  '\\mbox': '\\text{#1}',
  '\\sub': '\\subset',
  '\\supe': '\\supseteq',
  '\\sube': '\\subseteq',
  '\\isin': '\\in',
  '\\exist': '\\exists',
  '\\alef': '\\aleph',
  '\\empty': '\\emptyset',
  '\\infin': '\\infty',
  '\\plusmn': '\\pm',
  '\\ang': '\\angle',
  '\\bull': '\\bullet',
  '\\hearts': '\\heartsuit',
  '\\spades': '\\spadesuit',
  '\\clubs': '\\clubsuit',
  '\\real': '\\Re',
  '\\image': '\\Im',
  '\\weierp': '\\wp',
  '\\thetasym': '\\vartheta',
  '\\sdot': '\\cdot',
  '\\sect': '\\S',
  '\\larr': '\\leftarrow',
  '\\rarr': '\\rightarrow',
  '\\harr': '\\leftrightarrow',
  '\\lArr': '\\Leftarrow',
  '\\rArr': '\\Rightarrow',
  '\\hArr': '\\Leftrightarrow',
  '\\lang': '\\langle',
  '\\rang': '\\rangle',
}

const ELEMENTS = new Set(
  `math semantics annotation mrow mo mi mn ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover
  mmultiscripts mprescripts mtable mtr mtd mlabeledtr mpadded mphantom menclose mstyle merror none`.split(/\s+/),
)
const ATTRIBUTES = new Set(
  `display class style fence form stretchy symmetric movablelimits width height depth voffset linethickness lspace rspace
  mathvariant mathcolor mathbackground mathsize accent accentunder displaystyle scriptlevel notation minsize maxsize
  largeop separator columnalign rowspacing columnspacing columnlines rowlines encoding xmlns alttext`.split(/\s+/),
)

const cache = new BoundedCache<string, string | TexFault>({ limit: 1000 })

/** MathML of a formula, which is short. Throws a `TexFault`. */
export function mathMl(tex: string, isBlock: boolean): string {
  const key = `${isBlock} ${tex}`
  let made = cache.get(key)
  if (made === undefined) {
    made = convert(tex, isBlock)
    cache.set(key, made)
  }
  if (made instanceof TexFault) throw made
  return made
}

function convert(tex: string, isBlock: boolean): string | TexFault {
  const definition = DEFINITION.exec(tex)?.[0]
  if (definition) return new TexFault('math_unknown_function', definition)
  try {
    const html = library().renderToString(unnumbered(tex), {
      displayMode: isBlock,
      annotate: true,
      throwOnError: true,
      trust: false,
      maxExpand: 1000,
      maxSize: [50, 50],
      macros: MACROS,
    })
    return isPlainMathMl(html) ? html : new TexFault('math_syntax_error', '')
  } catch (error) {
    // Deep nesting exhausts the stack.
    return new TexFault('math_syntax_error', error instanceof RangeError ? '' : firstLine(error))
  }
}

/** MediaWiki numbers no equations, and has these in a line too. */
const INNER: Readonly<Record<string, string>> = {
  align: 'aligned',
  alignat: 'alignedat',
  equation: 'aligned',
  gather: 'gathered',
}

const unnumbered = (tex: string): string =>
  tex.replace(/\\(begin|end)\{(align|alignat|equation|gather)\*?\}/g, (_, edge: string, name: string) => {
    return `\\${edge}{${INNER[name]}}`
  })

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : '').split('\n')[0]!.slice(0, 200)

const TAG = /<(\/?)([^\s<>/]+)((?:\s+[\w:-]+="[^"<>]*")*)\s*\/?>/g
const STYLE_WITH_ADDRESS = /style="[^"]*(?:url\s*\(|expression|position)/i

/** The library writes nothing else; this makes sure. */
function isPlainMathMl(html: string): boolean {
  if (STYLE_WITH_ADDRESS.test(html)) return false
  const rest = html.replace(TAG, (whole, _slash: string, name: string, attributes: string) => {
    const areKnown = [...attributes.matchAll(/([\w:-]+)="/g)].every(([, key]) => ATTRIBUTES.has(key!))
    return ELEMENTS.has(name) && areKnown ? '' : whole
  })
  return !/[<>]/.test(rest)
}
