// Each machine translation service is declared in its own file: its name, its settings and how to call it.

import type { Notation } from './notation.ts'

/** A setting of a service. */
export interface Setting {
  readonly kind: 'text' | 'address'
  readonly about: string
  /** Never shown after it was saved. */
  readonly secret?: true
  /** Default value; without one the setting is required. */
  readonly fallback?: string
}

export type Settings = Readonly<Record<string, string>>

/** Sends JSON to a service and returns the JSON response. */
export type Ask = (address: string, headers: Readonly<Record<string, string>>, body: unknown) => Promise<unknown>

export interface TranslationService {
  readonly name: string
  readonly label: string
  readonly settings: Readonly<Record<string, Setting>>
  /** Typical quality of its translations, in percent. */
  readonly quality: number
  /** How placeholders are marked in its texts. Without one, they are marked in plain text. */
  readonly notation?: Notation
  /** Translates texts; language codes are those of this site. */
  translate(
    texts: readonly string[],
    languages: { from: string; to: string },
    settings: Settings,
    ask: Ask,
  ): Promise<readonly string[]>
}

/** Why a service returned no translation, worded for the user. */
export class MachineryError extends Error {}

/** Checks that a response has as many texts as were sent. */
export function textsIn(texts: unknown, count: number): string[] {
  if (!Array.isArray(texts) || texts.length !== count || !texts.every(each => typeof each === 'string'))
    throw new MachineryError('The response has an unexpected format.')
  return texts as string[]
}

/** The value at a path in a response of any shape. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined
    current = (current as Record<string | number, unknown>)[step]
  }
  return current
}

/** Converts to the codes most services use: `pt_BR` → `pt-BR`, `sr@latin` → `sr-Latn`. */
export const webCode = (code: string): string =>
  code.replace('@latin', '-Latn').replace('@cyrillic', '-Cyrl').replaceAll('_', '-')

export const withoutSlash = (address: string): string => address.replace(/\/+$/, '')
