import { optional, shape } from '#fields/field.ts'
import { choice, integer, nested, text } from '#fields/kinds.ts'
import { InvalidInput } from '#fields/problem.ts'
import type { Writer } from '#store/store.ts'
import { checkPluralFormula, pluralSettings } from '../declarations/parts.ts'
import { inStep } from '../import-steps/in-step.ts'
import { type Importing, isInvalid, parsed, usual, withSize } from './context.ts'

export const languageFields = {
  id: optional(integer()),
  code: text({ max: 50 }),
  name: text({ max: 100 }),
  direction: usual(choice({ '': '', ltr: '', rtl: '' }), ''),
  population: usual(integer({ min: 0 }), 0),
  plural: nested(shape('SourcePlural', 'Plural rules.', pluralSettings)),
}

const CODE = /^[A-Za-z0-9]+([-_@.+][A-Za-z0-9]+)*$/

type Language = Exclude<ReturnType<typeof parsed<typeof languageFields>>, { invalid: string }>

/** Languages that this site lacks are created. The list is read in each run: memory entries refer to its ids. */
export async function importLanguages(importing: Importing): Promise<void> {
  const { client, steps, pageSize } = importing
  const rows = await client.all(withSize('languages/', Math.max(pageSize, 1000)))
  const languages = rows.map(row => parsed(languageFields, row))
  for (const language of languages)
    if (!isInvalid(language) && language.id !== undefined) importing.languages.set(language.id, language.code)
  if (steps.isDone('languages')) return
  await inStep(importing, 'languages', async (piece, tally) => {
    const rows = await piece.tx.selectFrom('translation_language').select('code').execute()
    const existing = new Set(rows.map(row => row.code))
    for (const language of languages) {
      if (isInvalid(language)) {
        tally.add('languages', { skipped: language.invalid })
        continue
      }
      if (existing.has(language.code)) {
        tally.add('languages', 'unchanged')
        continue
      }
      const problem = problemOf(language)
      existing.add(language.code)
      if (problem === null) await create(piece.tx, language)
      tally.add('languages', problem === null ? 'created' : { skipped: `"${language.code}": ${problem}` })
    }
  })
}

function problemOf({ code, plural }: Language): string | null {
  if (!CODE.test(code)) return 'invalid code'
  return pluralProblem(plural)
}

/** Why plural rules cannot be stored; null if they can. */
export function pluralProblem(plural: Language['plural']): string | null {
  try {
    checkPluralFormula(plural, 'plural')
    return null
  } catch (error) {
    if (error instanceof InvalidInput) return `invalid plural formula "${plural.formula}"`
    throw error
  }
}

const create = (tx: Writer, { code, name, direction, population, plural }: Language): Promise<unknown> =>
  tx
    .insertInto('translation_language')
    .values({
      code,
      name,
      direction,
      population,
      plural_number: plural.number,
      plural_formula: plural.formula,
    })
    .execute()
