import type { TranslationRow, UnitRow } from '#translation/catalogue/rows.ts'
import { lockUnit } from '#translation/catalogue/rows.ts'
import { checkUnit } from '#translation/catalogue/unit-checks.ts'
import type { Work } from '#translation/catalogue/work.ts'
import type { Site } from '#wiki/site/site.ts'
import { type CustomisedMessage, customisedPages } from './customised-pages.ts'
import { CUSTOMISED, markedUnits } from './marked-units.ts'
import { documentation } from './shipped-messages.ts'
import { unitsNamed } from './units-named.ts'

const noteFor = (page: string): string => `This wiki shows the text of the page ${page} instead.`

/** Marks strings that a wiki page overrides and unmarks the others. */
export async function markCustomised(
  work: Work,
  translations: ReadonlyMap<string, TranslationRow>,
  site: Site,
): Promise<void> {
  const pages = await customisedPages(work.tx, site)
  const byLanguage = Map.groupBy(pages, ({ lang }) => lang)
  const notes = await documentation(work.tx)
  for (const [lang, translation] of translations) {
    const overrides = new Map(byLanguage.get(lang)?.map(message => [message.name, message]))
    for (const unit of await markedUnits(work.tx, translation))
      if (!overrides.has(unit.context)) await release(work, translation, unit, notes)
    for (const unit of await unitsNamed(work.tx, translation, [...overrides.keys()]))
      await mark(work, translation, unit, overrides.get(unit.context)!, notes)
  }
}

/** Unmarks strings while they are updated; marking them again is cheap. */
export async function releaseNamed(work: Work, translation: TranslationRow, names: ReadonlySet<string>): Promise<void> {
  const notes = await documentation(work.tx)
  for (const unit of await markedUnits(work.tx, translation))
    if (names.has(unit.context)) await release(work, translation, unit, notes)
}

async function mark(
  work: Work,
  translation: TranslationRow,
  unit: UnitRow,
  { name, page }: CustomisedMessage,
  notes: ReadonlyMap<string, string>,
): Promise<void> {
  const note = [notes.get(name) ?? '', noteFor(page)].filter(text => text !== '').join('\n\n')
  if (unit.flags !== CUSTOMISED || unit.note !== note)
    await change(work, translation, unit, { flags: CUSTOMISED, note })
}

const release = (
  work: Work,
  translation: TranslationRow,
  unit: UnitRow,
  notes: ReadonlyMap<string, string>,
): Promise<void> => change(work, translation, unit, { flags: '', note: notes.get(unit.context) ?? '' })

/** Saves flags and note. The check then derives from the flags whether the string is read-only. */
async function change(
  work: Work,
  translation: TranslationRow,
  unit: UnitRow,
  set: Pick<UnitRow, 'flags' | 'note'>,
): Promise<void> {
  const before = await lockUnit(work, unit.id)
  const after = { ...before, ...set, updated_at: work.now }
  await work.tx
    .updateTable('unit')
    .set({ ...set, updated_at: work.now })
    .where('id', '=', unit.id)
    .execute()
  work.counters.add(before, after)
  await checkUnit(work, translation, after)
}
