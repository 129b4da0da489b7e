// Fills a translation site that is as uneven as real ones, using production code: one large project whose components are
// in fifty languages. Few words are very common, some languages are complete, and most have gaps.
import type { Clock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { ACTION } from '#translation/catalogue/change-actions.ts'
import { insertUnits, sourceUnitValues, translatedUnitValues } from '#translation/catalogue/insert-units.ts'
import { installLanguages, type LanguageRow } from '#translation/catalogue/languages.ts'
import { rememberLater } from '#translation/catalogue/memory.ts'
import { createProject } from '#translation/catalogue/projects.ts'
import { placeOf } from '#translation/catalogue/rows.ts'
import { createComponent, insertTranslation } from '#translation/catalogue/translations.ts'
import { type Work, work } from '#translation/catalogue/work.ts'
import { randomNumbers, WORDS, zipf } from './generate-wiki.ts'

export const PROJECT = 'large'
/** The language that the benchmark looks at. */
export const LANGUAGE = 'cs'
const LANGUAGES = 50
/** Strings of a component in one language. With 5,000 components, there are 10,000,000. */
const STRINGS = 40
/** The memory knows the translations into this many languages. */
const REMEMBERED = 3

const TRANSLATED = 20
const NEEDS_EDITING = 10

const sentence = (random: () => number, words: number): string =>
  Array.from({ length: words }, () => WORDS[zipf(random, WORDS.length)]!).join(' ')

/** About `size` translated strings. */
export async function generateStrings(context: { store: Store; clock: Clock }, size: number): Promise<void> {
  const { project, english, others } = await work(context, null, async piece => {
    await installLanguages(piece.tx)
    const all = (await piece.tx
      .selectFrom('translation_language')
      .selectAll()
      .orderBy('code')
      .execute()) as LanguageRow[]
    const named = (code: string) => all.find(each => each.code === code)!
    const rest = all.filter(({ code }) => code !== 'en' && code !== LANGUAGE).slice(0, LANGUAGES - 1)
    return {
      project: (await createProject(piece, { name: 'Large', slug: PROJECT })).id,
      english: named('en'),
      others: [named(LANGUAGE), ...rest],
    }
  })
  const components = Math.ceil(size / (LANGUAGES * STRINGS))
  for (let number = 0; number < components; number++)
    await work(context, null, piece => addComponent(piece, { project, number, english, others }))
}

interface Part {
  readonly project: number
  readonly number: number
  readonly english: LanguageRow
  readonly others: readonly LanguageRow[]
}

async function addComponent(piece: Work, { project, number, english, others }: Part): Promise<void> {
  const random = randomNumbers(number)
  const slug = `part-${number}`
  const values = { project_id: project, slug, path: slug, name: `Part ${number}` }
  const { component, source } = await createComponent(
    piece,
    { ...values, file_format: 'po', filemask: `${slug}/*.po` },
    english,
  )
  const strings = Array.from({ length: STRINGS }, (_, i) =>
    sourceUnitValues({ source: [sentence(random, 2 + zipf(random, 20))], context: `${number}.${i}` }, 'en', i + 1),
  )
  const sources = await insertUnits(piece, source, strings)
  for (const [at, language] of others.entries()) {
    const translation = await insertTranslation(piece, component, language, false)
    const units = sources.map(unit => {
      const state = random() < 1 / (at + 2) ? 0 : random() < 0.05 ? NEEDS_EDITING : TRANSLATED
      return translatedUnitValues(unit, state === 0 ? {} : { target: [sentence(random, 2 + zipf(random, 20))], state })
    })
    const inserted = await insertUnits(piece, translation, units)
    for (const unit of inserted.filter(each => each.target !== '').slice(0, 2))
      piece.record(ACTION.added, { ...placeOf(translation), unit_id: unit.id }, { target: unit.target })
    if (at >= REMEMBERED) continue
    const remember = await rememberLater(piece, translation, inserted)
    await piece.tx.selectFrom('project').select('id').limit(1).execute()
    await remember()
  }
}
