import type { Reader } from '#store/store.ts'
import { type AlertPlace, MOST_OCCURRENCES, settleAlert } from './alerts.ts'
import type { Work } from './work.ts'

/** What is set aside in one language of a component. */
export interface SetAside {
  readonly translation: number
  readonly language_code: string
  readonly language_name: string
  readonly filename: string
  readonly strings: number
  /** Whether the whole language is set aside, because its file is missing. */
  readonly isWhole: boolean
  readonly isSource: boolean
  /** When the last string was set aside, in microseconds. */
  readonly at: number
}

/** Everything set aside in a component, whole languages first. */
export async function setAsideIn(db: Reader, component: number): Promise<SetAside[]> {
  const counts = await db
    .selectFrom('set_aside_unit')
    .select(['translation_id', eb => eb.fn.countAll<number>().as('n'), eb => eb.fn.max('set_aside_at').as('at')])
    .where('component_id', '=', component)
    .groupBy('translation_id')
    .execute()
  const strings = new Map(counts.map(row => [row.translation_id, row]))
  const whole = await db
    .selectFrom('set_aside_translation as aside')
    .innerJoin('translation_language as language', 'language.id', 'aside.language_id')
    .select(['aside.id', 'aside.filename', 'aside.set_aside_at', 'language.code', 'language.name'])
    .where('aside.component_id', '=', component)
    .orderBy('language.code')
    .execute()
  const parts = await db
    .selectFrom('translation')
    .innerJoin('translation_language as language', 'language.id', 'translation.language_id')
    .select(['translation.id', 'filename', 'is_source', 'language.code', 'language.name'])
    .where('component_id', '=', component)
    .where('translation.id', 'in', [-1, ...strings.keys()])
    .orderBy('is_source', 'desc')
    .orderBy('language.code')
    .execute()
  return [
    ...whole.map(row => ({
      translation: row.id,
      language_code: row.code,
      language_name: row.name,
      filename: row.filename,
      strings: strings.get(row.id)?.n ?? 0,
      isWhole: true,
      isSource: false,
      at: row.set_aside_at,
    })),
    ...parts.map(row => ({
      translation: row.id,
      language_code: row.code,
      language_name: row.name,
      filename: row.filename,
      strings: strings.get(row.id)!.n,
      isWhole: false,
      isSource: row.is_source === 1,
      at: Number(strings.get(row.id)!.at),
    })),
  ]
}

/** Updates the alerts about what is set aside. */
export async function noteSetAside(work: Work, place: AlertPlace & { readonly component_id: number }): Promise<void> {
  const setAside = await setAsideIn(work.tx, place.component_id)
  for (const [name, isWhole] of [
    ['LanguagesSetAside', true],
    ['StringsSetAside', false],
  ] as const) {
    const occurrences = setAside
      .filter(each => each.isWhole === isWhole)
      .slice(0, MOST_OCCURRENCES)
      .map(({ filename, language_code, strings }) => ({ filename, language_code, strings }))
    await settleAlert(work, place, name, occurrences.length === 0 ? null : { occurrences })
  }
}
