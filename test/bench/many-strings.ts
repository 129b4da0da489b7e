// Creates a project with a given number of translated strings, using production code.
import type { Clock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { ACTION } from '#translation/catalogue/change-actions.ts'
import { insertUnits, sourceUnitValues, translatedUnitValues } from '#translation/catalogue/insert-units.ts'
import { installLanguages, languageByCode } from '#translation/catalogue/languages.ts'
import { createProject } from '#translation/catalogue/projects.ts'
import { placeOf } from '#translation/catalogue/rows.ts'
import { createComponent, insertTranslation } from '#translation/catalogue/translations.ts'
import { work } from '#translation/catalogue/work.ts'

/** Strings of each component. */
export const STRINGS = 5000
export const LANGUAGE = 'cs'

/** Components in one category. Each string is translated once and has a change entry. Returns the category. */
export async function fillWithStrings(context: { store: Store; clock: Clock }, components: number): Promise<number> {
  const { english, czech, project_id, category_id } = await work(context, null, async piece => {
    await installLanguages(piece.tx)
    const project = await createProject(piece, { name: 'Bench', slug: 'bench' })
    const category = await piece.tx
      .insertInto('project_category')
      .values({ project_id: project.id, parent_id: null, name: 'All', slug: 'all', path: 'all' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [english, czech] = [await languageByCode(piece.tx, 'en'), await languageByCode(piece.tx, LANGUAGE)]
    return { english: english!, czech: czech!, project_id: project.id, category_id: category.id }
  })
  for (let number = 0; number < components; number++)
    await work(context, null, async piece => {
      const slug = `part-${number}`
      const place = { project_id, category_id, slug, path: `all/${slug}` }
      const values = { ...place, name: slug, file_format: 'po', filemask: `${slug}/*.po` }
      const { component, source } = await createComponent(piece, values, english)
      const strings = Array.from({ length: STRINGS }, (_, i) =>
        sourceUnitValues({ source: [`Sentence ${i} of part ${number}.`] }, 'en', i + 1),
      )
      const sources = await insertUnits(piece, source, strings)
      const translation = await insertTranslation(piece, component, czech, false)
      const translated = sources.map((unit, i) =>
        translatedUnitValues(unit, { target: [`Věta ${i} části ${number}.`], state: 20 }),
      )
      for (const unit of await insertUnits(piece, translation, translated))
        piece.record(ACTION.added, { ...placeOf(translation), unit_id: unit.id }, { target: unit.target })
    })
  return category_id
}
