// For tests: a small catalogue, built with the same functions as the real one.
import type { Clock } from '#store/clock.ts'
import type { Store, Writer } from '#store/store.ts'
import type { ComponentRow, ProjectRow } from './components.ts'
import { type LanguageRow, languageByCode } from './languages.ts'
import { createProject } from './projects.ts'
import { addTranslation, createComponent, type TranslationRow } from './translations.ts'
import { addSourceUnit, type NewString, type UnitRow } from './units.ts'
import { work } from './work.ts'

const LANGUAGES = {
  en: { name: 'English', direction: 'ltr', plural_number: 2, plural_formula: 'n != 1' },
  cs: { name: 'Czech', direction: 'ltr', plural_number: 3, plural_formula: '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2' },
  ar: {
    name: 'Arabic',
    direction: 'rtl',
    plural_number: 6,
    plural_formula: 'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5',
  },
  'sr@latin': {
    name: 'Serbian (Latin script)',
    direction: 'ltr',
    plural_number: 3,
    plural_formula: 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2',
  },
}

export async function testLanguage(tx: Writer, code: keyof typeof LANGUAGES): Promise<LanguageRow> {
  await tx
    .insertInto('translation_language')
    .values({ code, ...LANGUAGES[code] })
    .onConflict(conflict => conflict.doNothing())
    .execute()
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

/** Moves every unit's counters into question: what `parlance db check` would say. */
export async function faults(store: Store): Promise<string[]> {
  const { recount } = await import('../statistics/recount.ts')
  const found: string[] = []
  for await (const fault of recount(store.read)) found.push(fault.message)
  return found
}
