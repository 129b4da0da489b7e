// Whatever is sent to a query module, the answer is JSON and an error is one of the catalogue's.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { Engine } from '#store/store.ts'
import { NO_POSTGRES } from '#store/testing.ts'
import { catalogue } from '#wiki/api/messages/catalogue.ts'
import type { QueryModule } from '#wiki/api/module.ts'
import { queryModules } from '#wiki/query/index.ts'
import { type CorpusWiki, corpusWiki } from '../conformance/corpus-wiki.ts'
import { odd, oddContinue, valueFor } from './values.ts'

/** More runs, or others, for whoever looks for trouble. */
const RUNS = Number(process.env.PARLANCE_PROPERTY_RUNS ?? 40)
const SEED = Number(process.env.PARLANCE_PROPERTY_SEED ?? 1539)

const CODES = new Set(Object.values(catalogue).map(({ code }) => code))
/** Codes that a module puts together itself: the name of a parameter is part of most. */
const OWN_CODES =
  /^(multisource|no(lang|prefix)|unknown_leaction|stashnotloggedin|patrol|param_ip|(badid|paramempty|badvalue)_\w+)$/

type Params = Record<string, string>

const TITLES = [
  'Марс',
  'Марс|Земля|Нет такой',
  'Файл:Mars.png|Категория:Планеты|Шаблон:Карточка',
  ':en:X|Special:Version|<',
]

const pageSets: fc.Arbitrary<Params> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...TITLES).map(titles => ({ titles })) },
  { weight: 1, arbitrary: odd.map(titles => ({ titles })) },
  { weight: 2, arbitrary: fc.constantFrom('1|2|3', '7', '0', '-1', 'x', '9'.repeat(30)).map(pageids => ({ pageids })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('1|2|3', '40|41', '0', '-1', 'x', '9'.repeat(30)).map(revids => ({ revids })),
  },
  { weight: 1, arbitrary: fc.constant({ titles: 'Марс', pageids: '1' }) },
)

const extras: fc.Arbitrary<Params> = fc.record(
  {
    continue: fc.oneof(oddContinue, odd),
    redirects: fc.constant('1'),
    rawcontinue: fc.constant(''),
    indexpageids: fc.constant('1'),
    errorformat: fc.constantFrom('plaintext', 'html', 'wikitext', 'raw', 'none', 'bc'),
    uselang: fc.constantFrom('en', 'qqx', '__proto__', 'x\0', 'ru'),
    formatversion: fc.constantFrom('1', '2', 'latest'),
  },
  { requiredKeys: [] },
)

function requests(module: QueryModule): fc.Arbitrary<Params> {
  const declared = Object.entries(module.params)
  const pair = ([name, param]: (typeof declared)[number]) => fc.tuple(fc.constant(name), valueFor(module, name, param))
  const some = declared.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...declared.map(pair)), { maxLength: 6 })
  const needed = fc.tuple(...declared.filter(([, param]) => param.options.required).map(pair))
  const asGenerator = module.generator ? fc.boolean() : fc.constant(false)
  return fc
    .tuple(asGenerator, needed, some, pageSets, extras, fc.nat(3))
    .map(([generator, required, chosen, pages, extra, whim]) => {
      const prefix = generator ? `g${module.prefix}` : module.prefix
      const own = [...required, ...chosen].map(([name, value]) => [prefix + name, value])
      return {
        action: 'query',
        [generator ? 'generator' : module.group]: module.name,
        ...(module.group === 'prop' || whim === 0 ? pages : {}),
        ...(whim === 1 ? extra : {}),
        ...Object.fromEntries(own),
      }
    })
}

interface AnswerBody {
  readonly error?: { readonly code: string }
  readonly errors?: readonly { readonly code: string }[]
}

async function check(wiki: CorpusWiki, module: QueryModule, as: string, params: Params): Promise<void> {
  const query = { id: '', module: module.name, as, params: { format: 'json', ...params } }
  const { body } = await wiki.ask(query)
  assert.ok(typeof body === 'object' && body !== null && !('_text' in body), `not JSON: ${JSON.stringify(body)}`)
  const { error, errors } = body as AnswerBody
  for (const { code } of [...(error ? [error] : []), ...(errors ?? [])]) {
    assert.ok(CODES.has(code) || OWN_CODES.test(code), `an error that the catalogue does not know: ${code}`)
  }
}

for (const engine of ['sqlite', 'postgres'] satisfies Engine[]) {
  const skip = engine === 'postgres' && !process.env.PARLANCE_TEST_POSTGRES ? NO_POSTGRES : false
  describe(`any parameters at all, on ${engine}`, { skip }, () => {
    let wiki: CorpusWiki
    before(async () => {
      wiki = await corpusWiki(engine, undefined)
    })
    for (const module of queryModules) {
      test(module.name, async () => {
        const property = fc.asyncProperty(fc.constantFrom('anon', 'admin'), requests(module), (as, params) =>
          check(wiki, module, as, params),
        )
        await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: !process.env.PARLANCE_PROPERTY_SHRINK })
      })
    }
  })
}
