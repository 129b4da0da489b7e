// Statistics are counted while writing, so reading them must not depend on how many units there are.
import { manualClock } from '#accounts/testing.ts'
import type { Clock } from '#store/clock.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import type { Store } from '#store/store.ts'
import { insertUnits, sourceUnitValues } from '#translation/catalogue/insert-units.ts'
import { installLanguages, languageByCode } from '#translation/catalogue/languages.ts'
import { createProject } from '#translation/catalogue/projects.ts'
import { addTranslation, createComponent, type TranslationRow } from '#translation/catalogue/translations.ts'
import { editUnit } from '#translation/catalogue/units.ts'
import { work } from '#translation/catalogue/work.ts'
import { componentTotals, languageTotals, projectTotals } from '#translation/statistics/statistics.ts'
import { median, numberAfter, print, type Row } from './report.ts'
import { inTemporaryFolder } from './temporary.ts'

const STRINGS = 5000
const UNITS_PER_COMPONENT = STRINGS * 2
const TIMES = 200

/** `--units N` for a large side smaller than the usual 1,000,000 units. */
export async function bench(args: readonly string[]): Promise<void> {
  // The first time, the program itself is cold.
  await measure(UNITS_PER_COMPONENT)
  const small = await measure(UNITS_PER_COMPONENT)
  const large = await measure(numberAfter(args, '--units', 1_000_000))
  const names = Object.keys(small.times) as (keyof typeof small.times)[]
  const rows: Row[] = names.map(name => ({
    what: name,
    [`µs of ${small.units}`]: Math.round(small.times[name]),
    [`µs of ${large.units}`]: Math.round(large.times[name]),
    ratio: large.times[name] / small.times[name],
  }))
  print('statistics', rows)
}

const measure = (units: number) =>
  inTemporaryFolder(async data => {
    const store = openStore({ data })
    await migrate(store)
    const clock = manualClock()
    const { project, czech } = await fill(store, clock, Math.ceil(units / UNITS_PER_COMPONENT))
    const times = await timeAll(store, clock, project, czech)
    const { count } = await store.read
      .selectFrom('unit')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    await store.close()
    return { units: count, times }
  })

/** Components of 5,000 strings with one translation each: ten thousand units. */
async function fill(store: Store, clock: Clock, components: number) {
  const { english, czech, project } = await work({ store, clock }, null, async piece => {
    await installLanguages(piece.tx)
    const [english, czech] = [await languageByCode(piece.tx, 'en'), await languageByCode(piece.tx, 'cs')]
    const project = await createProject(piece, { name: 'Bench', slug: 'bench' })
    return { english: english!, czech: czech!, project }
  })
  let translation: TranslationRow | undefined
  for (let number = 0; number < components; number++) {
    translation = await work({ store, clock }, null, async piece => {
      const slug = `part-${number}`
      const values = { project_id: project.id, name: slug, slug, file_format: 'po', filemask: `${slug}/*.po` }
      const { component, source } = await createComponent(piece, values, english)
      const strings = Array.from({ length: STRINGS }, (_, i) =>
        sourceUnitValues({ source: [`Sentence ${i} of part ${number}.`] }, 'en', i + 1),
      )
      await insertUnits(piece, source, strings)
      return addTranslation(piece, component, czech)
    })
  }
  return { project: project.id, czech: translation! }
}

async function timeAll(store: Store, clock: Clock, project: number, czech: TranslationRow) {
  const units = await store.read
    .selectFrom('unit')
    .selectAll()
    .where('translation_id', '=', czech.id)
    .limit(TIMES)
    .execute()
  return {
    'language totals': await time(() => languageTotals(store.read, czech.language_id)),
    'project totals': await time(() => projectTotals(store.read, project)),
    'component totals': await time(() => componentTotals(store.read, [czech.component_id])),
    'edit of a unit': await time(i =>
      work({ store, clock }, null, piece => editUnit(piece, czech, units[i]!, { target: [`Věta ${i}.`], state: 20 })),
    ),
  }
}

async function time(task: (i: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < TIMES; i++) {
    const began = performance.now()
    await task(i)
    times.push((performance.now() - began) * 1000)
  }
  return median(times)
}
