// Parsers for flag parameters, used by checks and for validation.

import { FlagParameterError, type FlagValue } from './flags.ts'
import { compilePatterns } from './pattern.ts'

/** Parses the parameters of a flag, or throws FlagParameterError. */
export type FlagParameter<T = unknown> = (values: readonly FlagValue[]) => T

function single(values: readonly FlagValue[]): FlagValue {
  if (values.length !== 1) throw new FlagParameterError(`takes one parameter, ${values.length} given`)
  return values[0]!
}

export const textParameter: FlagParameter<string> = values => single(values).text

export const integerParameter: FlagParameter<number> = values => {
  const { text } = single(values)
  if (!/^[+-]?\d{1,9}$/.test(text)) throw new FlagParameterError(`takes a whole number, not "${text}"`)
  return Number(text)
}

/** One ASCII punctuation character. */
export const markerParameter: FlagParameter<string> = values => {
  const { text } = single(values)
  if (!/^[!-/:-@[-`{-~]$/.test(text)) throw new FlagParameterError(`takes one punctuation character, not "${text}"`)
  return text
}

export const patternParameter: FlagParameter<string> = values => {
  const { text } = single(values)
  compilePatterns([text])
  return text
}

export interface PlaceholderKinds {
  readonly texts: readonly string[]
  /** Those written as r"…". */
  readonly patterns: readonly string[]
}

/** At least one value that is not empty; those written as r"…" are valid patterns. */
export const placeholdersParameter: FlagParameter<PlaceholderKinds> = values => {
  if (values.length === 0) throw new FlagParameterError('takes at least one parameter')
  const used = values.filter(({ text }) => text !== '')
  if (used.length === 0) throw new FlagParameterError('takes no empty parameter')
  const patterns = used.filter(({ pattern }) => pattern).map(({ text }) => text)
  if (patterns.length > 0) compilePatterns(patterns)
  return { texts: used.filter(value => !value.pattern).map(({ text }) => text), patterns }
}

/** Pairs of text and replacement. */
export const pairsParameter: FlagParameter<ReadonlyMap<string, string>> = values => {
  if (values.length === 0 || values.length % 2 !== 0) throw new FlagParameterError('takes pairs of parameters')
  const pairs = new Map<string, string>()
  for (let i = 0; i < values.length; i += 2) pairs.set(values[i]!.text, values[i + 1]!.text)
  return pairs
}

export const listParameter: FlagParameter<readonly string[]> = values => {
  if (values.length === 0) throw new FlagParameterError('takes at least one parameter')
  return values.map(value => value.text)
}
