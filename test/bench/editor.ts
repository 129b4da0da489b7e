// Response times of the translation editor on a component with very many strings: list, string details, check, save.
import { manualClock } from '#core/testing.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import type { Store } from '#store/store.ts'
import { type TestApi, testApi } from '#translation/api/testing.ts'
import { insertUnits, sourceUnitValues, translatedUnitValues } from '#translation/catalogue/insert-units.ts'
import { installLanguages, languageByCode } from '#translation/catalogue/languages.ts'
import { createProject } from '#translation/catalogue/projects.ts'
import { createComponent, insertTranslation } from '#translation/catalogue/translations.ts'
import { work } from '#translation/catalogue/work.ts'
import { median, numberAfter, print, type Row } from './report.ts'
import { inTemporaryFolder } from './temporary.ts'

const LANGUAGES = ['cs', 'de', 'fr']
const WARM_UP = 10

/**
 * `--strings N`: strings of the component, default 100,000. `--times N`: requests of each kind. `--postgres URL`: an
 * empty database to use instead of SQLite.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const strings = numberAfter(args, '--strings', 100_000)
  const times = numberAfter(args, '--times', 100)
  const url = args.includes('--postgres') ? args[args.indexOf('--postgres') + 1]! : null
  await inTemporaryFolder(async data => {
    const store = await openStore({ data, ...(url && { database: url }) })
    await migrate(store)
    if (await store.read.selectFrom('project').select('id').limit(1).executeTakeFirst())
      throw new Error('The database is not empty. Use an empty one, because other data would affect the results.')
    const clock = manualClock()
    await fill(store, clock, strings)
    const api = await testApi(store, {}, clock)
    const { key } = await api.user('Boss', { superuser: true })
    const rows: Row[] = []
    for (const [what, send] of Object.entries(await requests(api, key, store, strings))) {
      const durations: number[] = []
      for (let i = 0; i < times + WARM_UP; i++) {
        const began = performance.now()
        await send(i)
        if (i >= WARM_UP) durations.push(performance.now() - began)
      }
      durations.sort((a, b) => a - b)
      rows.push({
        what,
        'median ms': median(durations),
        '95th percentile ms': durations[Math.floor(durations.length * 0.95)]!,
      })
    }
    print('editor', rows)
    await store.close()
  })
}

/** Nine out of ten strings are translated; the others are at the end of the file. */
async function fill(store: Store, clock: ReturnType<typeof manualClock>, strings: number): Promise<void> {
  await work({ store, clock }, null, async piece => {
    await installLanguages(piece.tx)
    const english = (await languageByCode(piece.tx, 'en'))!
    const project = await createProject(piece, { name: 'Bench', slug: 'bench' })
    const place = { project_id: project.id, slug: 'large', path: 'large', name: 'Large' }
    const { component, source } = await createComponent(
      piece,
      { ...place, file_format: 'po', filemask: '*.po' },
      english,
    )
    const values = Array.from({ length: strings }, (_, i) =>
      sourceUnitValues({ source: [`Sentence ${i} says that %d apples are ripe.`], flags: 'c-format' }, 'en', i + 1),
    )
    const sources = await insertUnits(piece, source, values)
    for (const code of LANGUAGES) {
      const translation = await insertTranslation(piece, component, (await languageByCode(piece.tx, code))!, false)
      const units = sources.map((unit, i) =>
        translatedUnitValues(
          unit,
          i < strings * 0.9 ? { target: [`Satz ${i} sagt, dass %d reif sind.`], state: 20 } : {},
        ),
      )
      await insertUnits(piece, translation, units)
    }
    const words = { project_id: project.id, slug: 'terms', path: 'terms', name: 'Terms', is_glossary: 1 }
    const glossary = await createComponent(piece, { ...words, file_format: 'po', filemask: 'terms/*.po' }, english)
    const terms = Array.from({ length: 1000 }, (_, i) =>
      sourceUnitValues({ source: [i === 0 ? 'apples' : `term ${i}`] }, 'en', i + 1),
    )
    const termSources = await insertUnits(piece, glossary.source, terms)
    const czech = await insertTranslation(piece, glossary.component, (await languageByCode(piece.tx, 'cs'))!, false)
    await insertUnits(
      piece,
      czech,
      termSources.map(unit => translatedUnitValues(unit, { target: ['jablka'], state: 20 })),
    )
  })
}

async function requests(api: TestApi, key: string, store: Store, strings: number) {
  const rows = await store.read
    .selectFrom('unit')
    .innerJoin('translation', 'translation.id', 'unit.translation_id')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .innerJoin('translation_language', 'translation_language.id', 'translation.language_id')
    .select('unit.id')
    .where('component.slug', '=', 'large')
    .where('translation_language.code', '=', 'cs')
    .orderBy('unit.position')
    .execute()
  const ids = rows.map(row => row.id)
  const list = '/api/translations/bench/large/cs/strings/'
  const send = async (method: string, path: string, body?: object) => {
    const { status, text } = await api.send(method, path, { key, ...(body && { body }) })
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
  }
  const at = (i: number) => ids[(i * 7919) % strings]!
  const q = encodeURIComponent('state:<translated')
  return {
    'strings/, first page': () => send('GET', list),
    'strings/, state:<translated, all at the end': () => send('GET', `${list}?q=${q}`),
    'strings/, around a string in the middle': (i: number) => send('GET', `${list}?around=${at(i)}`),
    'strings/, state:<translated around a string': (i: number) => send('GET', `${list}?q=${q}&around=${at(i)}`),
    'strings/, has:check, none': () => send('GET', `${list}?q=has:check`),
    'strings/, text without matches': () => send('GET', `${list}?q=nowhere`),
    'work/, all parts': (i: number) => send('GET', `/api/units/${at(i)}/everything/`),
    'check/': (i: number) => send('POST', `/api/units/${at(i)}/check/`, { target: ['Věta s %d.'] }),
    'PATCH of a unit': (i: number) => send('PATCH', `/api/units/${at(i)}/`, { target: [`Věta ${i} s %d.`], state: 20 }),
    'work/ again, with a memory': (i: number) => send('GET', `/api/units/${at(i)}/everything/`),
  }
}
