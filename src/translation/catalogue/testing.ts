// Test helper: a small catalogue, built with the real functions.
import type { Clock } from '#store/clock.ts'
import type { Store, Writer } from '#store/store.ts'
import type { ComponentRow, ProjectRow } from './components.ts'
import type { NewString } from './insert-units.ts'
import { installLanguages, type LanguageRow, languageByCode } from './languages.ts'
import { createProject } from './projects.ts'
import type { TranslationRow, UnitRow } from './rows.ts'
import { addTranslation, createComponent } from './translations.ts'
import { addSourceUnit } from './units.ts'
import { work } from './work.ts'

export async function testLanguage(tx: Writer, code: string): Promise<LanguageRow> {
  await installLanguages(tx)
  return (await languageByCode(tx, code))!
}

/** Four strings: 19 words and 139 characters for each language. */
export const STRINGS: NewString[] = [
  { source: ['Hello, world!\n'] },
  { source: ['Orangutan has %d banana.\n', 'Orangutan has %d bananas.\n'], flags: 'c-format' },
  { source: ['Try Weblate at <https://demo.weblate.org/>!\n'] },
  { source: ['Thank you for using Weblate.'] },
]

export interface TestCatalogue {
  project: ProjectRow
  component: ComponentRow
  source: TranslationRow
  czech: TranslationRow
  units: UnitRow[]
}

export async function testCatalogue(
  context: { store: Store; clock: Clock },
  options: { slug?: string; access?: number; strings?: NewString[] } = {},
): Promise<TestCatalogue> {
  const slug = options.slug ?? 'hello'
  return work(context, null, async piece => {
    const english = await testLanguage(piece.tx, 'en')
    const language = await testLanguage(piece.tx, 'cs')
    const project = await createProject(piece, { name: `Project ${slug}`, slug, access_control: options.access ?? 0 })
    const { component, source } = await createComponent(
      piece,
      { project_id: project.id, name: 'Main', slug: 'main', file_format: 'po', filemask: 'po/*.po' },
      english,
    )
    for (const string of options.strings ?? STRINGS) await addSourceUnit(piece, source, 'en', string)
    const czech = await addTranslation(piece, component, language)
    const units = await piece.tx
      .selectFrom('unit')
      .selectAll()
      .where('translation_id', '=', czech.id)
      .orderBy('position')
      .execute()
    return { project, component, source, czech, units }
  })
}

/** Counters that do not match the data, as `parlance db check` would report them. */
export async function faults(store: Pick<Store, 'read'>): Promise<string[]> {
  const { recount } = await import('../statistics/recount.ts')
  const messages: string[] = []
  for await (const fault of recount(store.read)) messages.push(fault.message)
  return messages
}
