// Creates a site with very many components, using production code: one large project and many small ones.
import type { Clock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { ACTION } from '#translation/catalogue/change-actions.ts'
import { insertUnits, sourceUnitValues, translatedUnitValues } from '#translation/catalogue/insert-units.ts'
import { installLanguages, type LanguageRow, languageByCode } from '#translation/catalogue/languages.ts'
import { createProject } from '#translation/catalogue/projects.ts'
import { placeOf } from '#translation/catalogue/rows.ts'
import { createComponent, insertTranslation } from '#translation/catalogue/translations.ts'
import { type Work, work } from '#translation/catalogue/work.ts'

export const LANGUAGES = ['cs', 'de', 'ar']
const BATCH_SIZE = 100
/** Few, because the measured pages list components and do not read strings. */
const STRINGS = 3

/** The project `large` with `components`, and `projects` more with one component each, in all languages. */
export async function fillWithComponents(
  context: { store: Store; clock: Clock },
  { components, projects }: { components: number; projects: number },
): Promise<void> {
  const { large, english, others } = await work(context, null, async piece => {
    await installLanguages(piece.tx)
    const [english, ...others] = await Promise.all(['en', ...LANGUAGES].map(code => languageByCode(piece.tx, code)))
    return {
      large: await createProject(piece, { name: 'Large', slug: 'large' }),
      english: english!,
      others: others as LanguageRow[],
    }
  })
  const fill = (piece: Work, project: number, number: number) =>
    addComponent(piece, { project, number, english, others })
  for (let first = 0; first < components; first += BATCH_SIZE)
    await work(context, null, async piece => {
      for (let i = first; i < Math.min(first + BATCH_SIZE, components); i++) await fill(piece, large.id, i)
    })
  for (let first = 0; first < projects; first += BATCH_SIZE)
    await work(context, null, async piece => {
      for (let i = first; i < Math.min(first + BATCH_SIZE, projects); i++)
        await fill(piece, (await createProject(piece, { name: `Small project ${i}`, slug: `small-${i}` })).id, i)
    })
}

async function addComponent(
  piece: Work,
  {
    project,
    number,
    english,
    others,
  }: { project: number; number: number; english: LanguageRow; others: LanguageRow[] },
): Promise<void> {
  const slug = `part-${number}`
  const values = { project_id: project, slug, path: slug, name: `Part ${number} of the documentation` }
  const { component, source } = await createComponent(
    piece,
    { ...values, file_format: 'po', filemask: `${slug}/*.po` },
    english,
  )
  const strings = Array.from({ length: STRINGS }, (_, i) =>
    sourceUnitValues({ source: [`Sentence ${i} of part ${number}.`] }, 'en', i + 1),
  )
  const sources = await insertUnits(piece, source, strings)
  for (const [at, language] of others.entries()) {
    const translation = await insertTranslation(piece, component, language, false)
    const units = sources.map((unit, i) =>
      translatedUnitValues(unit, (i + number + at) % 3 === 0 ? {} : { target: [`Text ${i} (${number}).`], state: 20 }),
    )
    for (const unit of await insertUnits(piece, translation, units))
      if (unit.target !== '')
        piece.record(ACTION.added, { ...placeOf(translation), unit_id: unit.id }, { target: unit.target })
  }
}
