// Each machine translation service is declared in its own file: its name, its settings and how to call it.

import type { Notation } from './notation.ts'

/** A setting of a service. All are stored as text; the API shows numbers and switches as such. */
export interface Setting {
  readonly kind: 'text' | 'address' | 'number' | 'switch' | 'lines' | 'amount' | 'currency'
  readonly about: string
  /** Never shown after it was saved. */
  readonly secret?: true
  /** Default value; without one the setting is required. */
  readonly fallback?: string
  /** Longest text, if more than the usual 500 characters. */
  readonly max?: number
}

export type Settings = Readonly<Record<string, string>>

export interface AskMore {
  readonly method?: 'GET' | 'POST'
  /** How long the service may take to respond. Language models need longer than others. */
  readonly seconds?: number
}

/** Sends JSON, or text as it is, to a service and returns the JSON response. */
export type Ask = (
  address: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
  more?: AskMore,
) => Promise<unknown>

/** A glossary term that occurs in the texts. */
export interface Term {
  readonly source: string
  /** The required translation; for forbidden terms, the one to avoid. */
  readonly target: string
  readonly forbidden?: boolean
}

/** What a service needs to know besides the texts. */
export interface Languages {
  readonly from: string
  readonly to: string
  readonly terms?: readonly Term[]
  /** What the developers wrote about each text, in the same order; empty for nothing. */
  readonly notes?: readonly string[]
}

export interface TranslationService {
  readonly name: string
  readonly label: string
  readonly settings: Readonly<Record<string, Setting>>
  /** Typical quality of its translations, in percent. */
  readonly quality: number
  /** How placeholders are marked in its texts. Without one, they are marked in plain text. */
  readonly notation?: Notation
  /** Works inside this server, so it needs no settings and sends nothing elsewhere. */
  readonly isLocal?: true
  /** Languages to translate from instead of the source language, best first. */
  readonly startsFrom?: (to: string) => readonly string[]
  /** Checks settings that depend on each other: the name of a wrong one and what is wrong, or null. */
  readonly mistake?: (settings: Settings) => { setting: string; why: string } | null
  /** Translates texts; language codes are those of this site. */
  translate(texts: readonly string[], languages: Languages, settings: Settings, ask: Ask): Promise<readonly string[]>
}

/** Why a service returned no translation, worded for the user. */
export class MachineryError extends Error {}

/** The service asked for a pause. */
export class RateLimitError extends MachineryError {
  readonly seconds: number

  constructor(message: string, seconds: number) {
    super(message)
    this.seconds = seconds
  }
}

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

/** The members at a path of each item of a list. */
export const each = (list: unknown, ...path: readonly (string | number)[]): unknown[] | null =>
  Array.isArray(list) ? list.map(item => at(item, ...path)) : null

const AT_ONCE = 4

/** For services that translate one text per request. */
export async function oneByOne(
  texts: readonly string[],
  translate: (text: string) => Promise<unknown>,
): Promise<string[]> {
  const translations: unknown[] = []
  for (let i = 0; i < texts.length; i += AT_ONCE)
    translations.push(...(await Promise.all(texts.slice(i, i + AT_ONCE).map(translate))))
  return textsIn(translations, texts.length)
}

/** Converts to the codes most services use: `pt_BR` → `pt-BR`, `sr@latin` → `sr-Latn`. */
export const webCode = (code: string): string =>
  code.replace('@latin', '-Latn').replace('@cyrillic', '-Cyrl').replaceAll('_', '-')

/** For services that identify Chinese by country, not by script. */
export function chineseByCountry(code: string): string {
  const web = webCode(code)
  if (/^zh-(Hant|TW|HK)/i.test(web)) return 'zh-TW'
  return /^zh\b/i.test(web) ? 'zh-CN' : web
}

export const withoutSlash = (address: string): string => address.replace(/\/+$/, '')
