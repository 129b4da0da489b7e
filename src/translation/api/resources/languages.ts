import type { Input } from '#fields/field.ts'
import { invalidField } from '#fields/problem.ts'
import type { Reader } from '#store/store.ts'
import { isDuplicate } from '#store/store-error.ts'
import { isUsed, type LanguageRow, languageByCode } from '../../catalogue/languages.ts'
import { checkPluralFormula } from '../../declarations/parts.ts'
import { notFound } from '../errors.ts'
import { Language, languageObject } from '../objects/language.ts'
import { amend, create, list, read, remove, replace, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { type AnyCall, needSite } from './find.ts'

type LanguageInput = Input<typeof Language.fields>

const CODE = /^[a-zA-Z0-9]+(?:[-_@][a-zA-Z0-9]+)*$/

const mayEdit = (call: AnyCall) => needSite(call, 'language.edit', 'Can not manage languages')

export const languages = resource({
  path: '/languages/',
  name: 'Languages',
  description: 'Languages in use, or all defined languages if you can manage languages.',
  operations: {
    GET: list({
      summary: 'List languages',
      answer: Language,
      handle: async call => {
        const everything = (await call.permissions()).onSite('language.edit')
        const query = call.db
          .selectFrom('translation_language')
          .selectAll()
          .$if(!everything, q =>
            q.where(eb =>
              eb.exists(
                eb
                  .selectFrom('translation')
                  .select('translation.id')
                  .whereRef('translation.language_id', '=', 'translation_language.id'),
              ),
            ),
          )
          .orderBy('id')
        return rowsOf(query, rows => rows.map(row => languageObject(row, call.addresses)))
      },
    }),
    POST: create({
      summary: 'Create a language',
      body: Language.fields,
      answer: Language,
      allow: mayEdit,
      handle: async call => {
        const values = columns(call.body)
        try {
          const row = await call.tx
            .insertInto('translation_language')
            .values(values)
            .returningAll()
            .executeTakeFirstOrThrow()
          return languageObject(row, call.addresses)
        } catch (error) {
          throw isDuplicate(error) ? codeTaken() : error
        }
      },
    }),
  },
})

export const language = resource({
  path: '/languages/:code/',
  name: 'Language',
  description: 'A language.',
  operations: {
    GET: read({
      summary: 'Get a language',
      answer: Language,
      handle: async call => languageObject(await find(call), call.addresses),
    }),
    PUT: replace({
      summary: 'Replace a language',
      body: Language.fields,
      answer: Language,
      allow: mayEdit,
      handle: call => change(call, call.body),
    }),
    PATCH: amend({
      summary: 'Update a language',
      body: Language.fields,
      answer: Language,
      allow: mayEdit,
      handle: call => change(call, call.body),
    }),
    DELETE: remove({
      summary: 'Delete an unused language',
      allow: mayEdit,
      handle: async call => {
        const row = await find(call)
        if (await isUsed(call.db, row.id))
          throw invalidField('non_field_errors', 'invalid', 'The language is in use. Delete its translations first.')
        for (const table of ['team_language', 'account_language', 'announcement', 'workflow_setting'] as const)
          await call.tx.deleteFrom(table).where('language_id', '=', row.id).execute()
        await call.tx
          .deleteFrom('memory')
          .where(eb => eb.or([eb('source_language_id', '=', row.id), eb('target_language_id', '=', row.id)]))
          .execute()
        await call.tx.deleteFrom('translation_language').where('id', '=', row.id).execute()
      },
    }),
  },
})

async function find(call: AnyCall): Promise<LanguageRow> {
  const row = await languageByCode(call.db, call.params.code!)
  if (row === null) throw notFound()
  if (!(await isUsed(call.db, row.id)) && !(await call.permissions()).onSite('language.edit')) throw notFound()
  return row
}

async function change(call: AnyCall, input: Partial<LanguageInput>) {
  const before = await find(call)
  const plural = input.plural ?? { number: before.plural_number, formula: before.plural_formula }
  const after = columns({
    ...before,
    ...input,
    plural,
    direction: input.direction ?? (before.direction as '' | 'ltr' | 'rtl'),
  })
  try {
    await call.tx.updateTable('translation_language').set(after).where('id', '=', before.id).execute()
  } catch (error) {
    throw isDuplicate(error) ? codeTaken() : error
  }
  const changed = (['code', 'plural_number', 'plural_formula'] as const).some(name => before[name] !== after[name])
  if (changed) await call.work(async piece => piece.checkAnew(await componentsWith(piece.tx, before.id)))
  return languageObject({ ...before, ...after }, call.addresses)
}

/** IDs of the components that use a language, as source or target. */
const componentsWith = async (db: Reader, language: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('translation')
    .select('component_id')
    .where('language_id', '=', language)
    .distinct()
    .execute()
  return rows.map(row => row.component_id)
}

const codeTaken = () => invalidField('code', 'unique', 'Language with this Language code already exists.')

function columns({ code, name, direction, population, plural }: LanguageInput) {
  if (!CODE.test(code))
    throw invalidField('code', 'invalid', 'Use letters and digits in a language code, separated by -, _ or @.')
  checkPluralFormula(plural, 'plural.formula')
  return {
    code,
    name,
    direction: direction ?? '',
    population: population ?? 0,
    plural_number: plural.number,
    plural_formula: plural.formula,
  }
}
