// A machine translation service is declared once, in a file of its own: what it is called, what it has to be told, and how it is asked.

/** What a service has to be told before it can be asked. */
export interface Setting {
  readonly kind: 'text' | 'address'
  readonly about: string
  /** Never shown again. */
  readonly secret?: true
  /** What holds when nothing is set; without one, it must be set. */
  readonly fallback?: string
}

export type Settings = Readonly<Record<string, string>>

/** Sends JSON to a service and gives its answer, which is JSON too. */
export type Ask = (address: string, headers: Readonly<Record<string, string>>, body: unknown) => Promise<unknown>

export interface TranslationService {
  readonly name: string
  readonly label: string
  readonly settings: Readonly<Record<string, Setting>>
  /** How good its translations usually are, in percent. */
  readonly quality: number
  /** Texts in the language `from`, in the language `to`; codes are those of this site. */
  translate(
    texts: readonly string[],
    languages: { from: string; to: string },
    settings: Settings,
    ask: Ask,
  ): Promise<readonly string[]>
}

/** Why a service gave no translation, in words for whoever wanted one. */
export class MachineryError extends Error {}

/** The texts in an answer, which must be as many as were sent. */
export function textsIn(found: unknown, wanted: number): string[] {
  if (!Array.isArray(found) || found.length !== wanted || !found.every(each => typeof each === 'string'))
    throw new MachineryError('It gave an answer that is not as its documentation says.')
  return found as string[]
}

/** What stands at a path in an answer of any shape. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value
  for (const step of path) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Record<string | number, unknown>)[step]
  }
  return found
}

/** `pt_BR` → `pt-BR`, `sr@latin` → `sr-Latn`, as most services write languages. */
export const webCode = (code: string): string =>
  code.replace('@latin', '-Latn').replace('@cyrillic', '-Cyrl').replaceAll('_', '-')

export const withoutSlash = (address: string): string => address.replace(/\/+$/, '')
