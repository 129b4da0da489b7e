// Expensive patterns, styles and drawings: in flags, searches, wiki lists, style sheets and uploads.
import fc from 'fast-check'
import { type Attack, OWN_TOKEN, type Pairs } from './attack.ts'
import { type Known, usuallyKnown } from './known.ts'

const any = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values)

const PATTERNS = [
  '(a?){1000}(a?){1000}',
  '(a?){1000}'.repeat(95),
  '((a{10}){10}){10}'.repeat(9),
  '(?:a?){900}b',
  '(?i)(?:k?){900}!',
  '(?i)[ -\uffff]'.repeat(50),
  '\\pL'.repeat(90),
  'a.*z|a',
  '(x+x+)+y',
  '(?:(?:a*)*)*b',
  '(',
  '[',
  'a{1001}',
  '\\Q',
  '(?=a)',
  '(?P<n>a)'.repeat(200),
  '|'.repeat(2000),
]

const TARGETS = ['a'.repeat(9000), 'k'.repeat(20_000), 'a '.repeat(20_000), 'x'.repeat(100_000), 'ab']

const STYLES: readonly (readonly [before: string, repeated: string, after: string])[] = [
  ['@keyframes x{', 'a', ''],
  ['@keyframes x{', '0', 'x{color:red}}'],
  ['.a{color:', ' ', 'x}'],
  ['.a{background:', 'url(', '}'],
  ['.a{background:url(', ' ', '}'],
  ['.a{content:', 'attr(', '}'],
  ['', '@media a{', ''],
  ['', '/*', ''],
  ['', 'a,', '{color:red}'],
  ['', '\\', ''],
]

const style = fc
  .tuple(any(STYLES), any([30, 3000, 80_000]))
  .map(([[before, repeated, after], length]) => before + repeated.repeat(length / repeated.length) + after)

const svg = (body: string, size = 100): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${body}</svg>`)
const filtered = (effects: string): Buffer =>
  svg(`<filter id="f" width="9" height="9">${effects}</filter><rect width="99" height="99" filter="url(#f)"/>`, 4000)
const uses = Array.from({ length: 9 }, (_, i) => `<g id="g${i + 1}">${`<use href="#g${i}"/>`.repeat(10)}</g>`).join('')

const DRAWINGS: readonly Buffer[] = [
  filtered('<feTurbulence baseFrequency="0.9" numOctaves="99"/>'),
  filtered('<feGaussianBlur stdDeviation="240"/>'.repeat(60)),
  filtered('<feMorphology operator="dilate" radius="200"/>'.repeat(20)),
  filtered('<feConvolveMatrix order="99" kernelMatrix="1"/>'),
  svg(`<defs><g id="g0"><rect width="9" height="9"/></g>${uses}</defs><use href="#g9"/>`),
  svg('<rect width="1" height="1"/>', 30_000),
  svg('<g filter="url(#x)">'.repeat(400) + '</g>'.repeat(400)),
]

const edit = (title: string, text: string): Attack => ({
  api: 'texts',
  method: 'POST',
  path: '/api.php',
  query: [],
  body: { kind: 'form', pairs: [...pairs({ action: 'edit', format: 'json', title, text }), ['token', OWN_TOKEN]] },
})

const pairs = (values: Readonly<Record<string, string>>): Pairs => Object.entries(values)

const json = (method: string, path: string, value: unknown): Attack => ({
  api: 'rest',
  method,
  path,
  query: [],
  body: { kind: 'json', value },
})

const LISTS = ['MediaWiki:Spam-blacklist', 'MediaWiki:Spam-whitelist', 'MediaWiki:Titleblacklist']

export function budgetAttacks(known: Known): fc.Arbitrary<Attack> {
  const place = any(known.places.length > 0 ? known.places : usuallyKnown.places)
  const unit = any(known.values.unit?.length ? known.values.unit : ['1'])
  const flags = fc
    .tuple(any(['placeholders', 'regex', 'case-insensitive, placeholders']), any(PATTERNS))
    .map(([name, pattern]) => `${name}:r"${pattern.replaceAll('\\', '\\\\')}"`)
  const name = fc.nat(30).map(n => `Costly ${n}.svg`)
  return fc.oneof(
    fc
      .tuple(place, flags)
      .map(([{ project, component }, check_flags]) =>
        json('PATCH', `/api/components/${project}/${component.replaceAll('/', '%252F')}/`, { check_flags }),
      ),
    fc.tuple(unit, flags).map(([id, extra_flags]) => json('PATCH', `/api/units/${id}/`, { extra_flags })),
    fc.tuple(unit, any(TARGETS)).map(([id, text]) => json('POST', `/api/units/${id}/check/`, { target: [text] })),
    fc.tuple(unit, any(TARGETS)).map(([id, text]) => json('PATCH', `/api/units/${id}/`, { target: [text], state: 20 })),
    any(PATTERNS).map(pattern => ({
      api: 'rest' as const,
      method: 'GET',
      path: '/api/units/',
      query: pairs({ q: `source:r"${pattern.slice(0, 900)}"` }),
    })),
    fc.tuple(any(LISTS), any(PATTERNS)).map(([title, pattern]) => edit(title, pattern)),
    fc.constant(edit('Links', 'https://example.org/'.concat('a'.repeat(9000)))),
    fc.tuple(any(['MediaWiki:Common.css', 'MediaWiki:Print.css']), style).map(([title, text]) => edit(title, text)),
    style.map(text => edit('Hostile style', `<div style="${text.replaceAll('"', "'")}">x</div>`)),
    fc.constant({
      api: 'pages' as const,
      method: 'GET',
      path: '/load.php',
      query: pairs({ modules: 'site.styles', only: 'styles' }),
    }),
    fc.tuple(name, any(DRAWINGS)).map(([filename, content]) => ({
      api: 'files' as const,
      method: 'POST',
      path: '/api.php',
      query: [],
      body: {
        kind: 'multipart' as const,
        pairs: [
          ...pairs({ action: 'upload', format: 'json', filename, ignorewarnings: '1' }),
          ['token', OWN_TOKEN] as const,
        ],
        file: { field: 'file', filename, content },
      },
    })),
    fc.tuple(name, any(['50', '2000'])).map(([f, w]) => ({
      api: 'pages' as const,
      method: 'GET',
      path: '/thumb.php',
      query: pairs({ f: f.replaceAll(' ', '_'), w }),
    })),
  )
}
