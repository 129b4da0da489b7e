// Expensive wikitext for all operations that read wikitext.
import fc from 'fast-check'
import { type Attack, OWN_TOKEN, type Pairs } from './attack.ts'
import { hostileTexts } from './texts.ts'

/** Lengths in characters. Unit tests cover longer texts by counting steps. */
const LENGTHS = [30, 300, 300, 3000, 3000, 30_000] as const

const PROPS = 'text|langlinks|categories|links|templates|images|externallinks|sections|displaytitle|parsetree|wikitext'

const PAGES = ['Hostile 1', 'Hostile 2', 'Шаблон:Hostile', 'MediaWiki:Hostile', 'Категория:Hostile', 'Hostile.css']

const text: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...Object.values(hostileTexts)),
    fc.constantFrom(...LENGTHS),
    fc.constantFrom('', '', '{{Hostile}}', '{{:Hostile 1}}'),
  )
  .map(([make, length, before]) => before + make(length))

const posted = (pairs: Pairs): Attack => ({
  api: 'texts',
  method: 'POST',
  path: '/api.php',
  query: [],
  body: { kind: 'form', pairs: [['format', 'json'], ...pairs] },
})

/** Parses, saves and reads malicious texts. */
export const textAttacks: fc.Arbitrary<Attack> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(text, fc.constantFrom(PROPS, 'text', 'parsetree', 'links|sections'), fc.nat(3))
      .map(([sent, prop, whim]) =>
        posted([
          ['action', 'parse'],
          ['contentmodel', 'wikitext'],
          ['text', sent],
          ['prop', prop],
          ...(whim === 0 ? ([['pst', '1']] as const) : []),
          ...(whim === 1 ? ([['title', 'Шаблон:Hostile']] as const) : []),
        ]),
      ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(text, fc.constantFrom(...PAGES), fc.constantFrom('text', 'text', 'appendtext', 'prependtext', 'summary'))
      .map(([sent, title, way]) =>
        posted([
          ['action', 'edit'],
          ['title', title],
          [way, sent],
          ...(way === 'summary' ? ([['text', sent.slice(0, 100)]] as const) : []),
          ['token', OWN_TOKEN],
        ]),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...PAGES).map(title => ({
      api: 'texts' as const,
      method: 'GET',
      path: '/index.php',
      query: [['title', title]] as const,
    })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(text, fc.constantFrom('rvdifftotext', 'rvsection')).map(([sent, name]) =>
      posted([
        ['action', 'query'],
        ['prop', 'revisions'],
        ['titles', 'Hostile 1'],
        ['rvprop', 'content|parsedcomment|ids'],
        ['rvparse', '1'],
        [name, sent],
      ]),
    ),
  },
)
