import { invalidField } from '#fields/problem.ts'
import { type SentSettings, splitSettings } from '../../catalogue/inheritance.ts'
import type { AnyCall } from './find.ts'

/** Separates settings that can be inherited from the rest of a request, with languages by their codes. */
export async function inheritedSettings<T extends Record<string, unknown>>(
  call: AnyCall,
  sent: T,
): Promise<[SentSettings, ReturnType<typeof splitSettings<T>>[1]]> {
  const [{ secondary_language, ...inheritable }, rest] = splitSettings(sent)
  if (secondary_language === undefined) return [inheritable, rest]
  return [{ ...inheritable, secondary_language: await languageCode(call, secondary_language) }, rest]
}

/** The code of a language that is named by its code, its ID or its URL; empty if there is none. */
async function languageCode(call: AnyCall, value: string | null): Promise<string> {
  if (!value) return ''
  const name = /([^/]*)\/?$/.exec(value)![1]!
  const id = /^\d{1,15}$/.test(name) ? Number(name) : -1
  const row = name.includes('\0')
    ? undefined
    : await call.db
        .selectFrom('translation_language')
        .select('code')
        .where(eb => eb.or([eb('code', '=', name), eb('id', '=', id)]))
        .executeTakeFirst()
  if (row === undefined) throw invalidField('secondary_language', 'does_not_exist', 'This language does not exist.')
  return row.code
}
