// Languages: names, letter case, numbers, dates and plural forms.

import { bcp47 } from '#languages/bcp47.ts'
import { isPossibleCode } from '#languages/code-syntax.ts'
import { direction } from '#languages/direction.ts'
import { inGrammaticalCase } from '#languages/grammar.ts'
import { choosePlural } from '#languages/message-plural.ts'
import { formatNumber, parseFormattedNumber } from '#languages/number-format.ts'
import { fallbackChain, isWikiCode, nameOf, wikiLanguages } from '#languages/wiki-languages.ts'
import { lowerCase, lowerFirst, upperCase, upperFirst } from '#wiki/site/letter-case.ts'
import { NS } from '#wiki/site/namespaces.ts'
import { titleOrNull } from '#wiki/site/titles.ts'
import { canonicalUserName } from '#wiki/site/user-names.ts'
import { phpNumber } from '../functions/numbers.ts'
import { formatTime } from '../functions/time-format.ts'
import { secondsItLasts } from '../functions/time-lasts.ts'
import { parseTime } from '../functions/time-parse.ts'
import { formatDuration, intervalsOf } from './durations.ts'
import type { Current, Invocation } from './invocation.ts'
import { LuaRaised } from './machine.ts'
import { checkArgument, isTable, type LuaTable, type LuaValue, type SimpleFunction, textArgument } from './values.ts'

const BUILT_IN = /^[a-z0-9-]{2,}$/
const KNOWN_TAG = /^[a-z0-9-]+$/i
const YEAR = /^\d{4}$/
const LAST_YEAR = 9999

/** Forms given one by one, or as a table. */
function formsOf(args: readonly LuaValue[]): string[] {
  const [first] = args
  const forms = isTable(first)
    ? [...first.entries()].sort(([a], [b]) => Number(a) - Number(b)).map(([, form]) => form)
    : args
  return forms.map(form => String(form))
}

function formatNum(code: string, [number, options]: readonly LuaValue[]): string {
  checkArgument('formatNum', 1, number, 'number')
  const value = number as number
  if (Number.isNaN(value)) throw new LuaRaised("bad argument #1 to 'formatNum' (NaN)")
  if (!Number.isFinite(value)) throw new LuaRaised("bad argument #1 to 'formatNum' (infinite)")
  if (options !== undefined) checkArgument('formatNum', 2, options, 'table')
  const plain = isTable(options) && Boolean(options.get('noCommafy'))
  return formatNumber(code, phpNumber(value), { separators: !plain })
}

function formatDate(run: Invocation, code: string, [format, date, local]: readonly LuaValue[]): string {
  const { state } = run
  const wanted = textArgument('formatDate', 1, format)
  if (date !== undefined) checkArgument('formatDate', 2, date, 'string')
  if (local !== undefined) checkArgument('formatDate', 3, local, 'boolean')
  const written = (date as string | undefined) ?? ''
  const now = new Date(state.host.now)
  const instant = written === '' ? now : parseTime(YEAR.test(written) ? `00:00 ${written}` : written, now)
  if (instant === null) throw new LuaRaised("bad argument #2 to 'formatDate' (not a valid timestamp)")
  if (instant.getUTCFullYear() < 0) throw new LuaRaised('mw.language:formatDate() only supports years from 0')
  if (instant.getUTCFullYear() > LAST_YEAR)
    throw new LuaRaised('mw.language:formatDate() only supports years up to 9999')
  if (written === '') {
    state.lastsAtMost(secondsItLasts(wanted, now))
    state.changesAfter(secondsItLasts(wanted, now))
  } else if (parseTime(written, new Date(now.getTime() + 1000))?.getTime() !== instant.getTime()) state.changesAfter(1)
  const offset = local === true ? Number(state.site.info.general.timeoffset ?? 0) || 0 : 0
  const shown = new Date(instant.getTime() + offset * 60_000)
  const { host } = state
  const message = (key: string) =>
    code === state.site.language || !host.messageIn ? host.message(key) : host.messageIn(code, key)
  return formatTime({ message, language: code }, wanted, shown, offset)
}

function genderForm(run: Invocation, [user, ...rest]: readonly LuaValue[]): string {
  const written = textArgument('gender', 1, user).trim()
  const forms = formsOf(rest)
  if (forms.length < 2) return forms[0] ?? ''
  const { site, host } = run.state
  let gender = written
  if (written !== 'male' && written !== 'female') {
    const title = titleOrNull(site, written)
    const name = canonicalUserName(site, title?.ns === NS.user ? title.dbkey.replaceAll('_', ' ') : written)
    gender = name === null || name === '' ? 'unknown' : (host.gender?.(name) ?? 'unknown')
  }
  const [male = '', female = male, unknown = male] = forms
  return gender === 'male' ? male : gender === 'female' ? female : unknown
}

type Method = (run: Invocation, code: string, args: readonly LuaValue[]) => LuaValue

const onText =
  (name: string, change: (text: string, code: string) => string): Method =>
  (_, code, [text]) =>
    change(textArgument(name, 1, text), code)

const secondsOf = (name: string, [seconds, intervals]: readonly LuaValue[]): [number, string[]] => {
  checkArgument(name, 1, seconds, 'number')
  if (intervals !== undefined) checkArgument(name, 2, intervals, 'table')
  return [seconds as number, isTable(intervals) ? formsOf([intervals]) : []]
}

const METHODS: Readonly<Record<string, Method>> = {
  lc: onText('lc', lowerCase),
  uc: onText('uc', upperCase),
  lcfirst: onText('lcfirst', lowerFirst),
  ucfirst: onText('ucfirst', upperFirst),
  caseFold: onText('caseFold', text => upperCase(text)),
  isRTL: (_, code) => direction(code) === 'rtl',
  toBcp47Code: (_, code) => bcp47(code),
  formatNum: (_, code, args) => formatNum(code, args),
  parseFormattedNumber: (_, code, [text]) => {
    if (typeof text !== 'string' && typeof text !== 'number') return undefined
    const plain = parseFormattedNumber(code, typeof text === 'number' ? phpNumber(text) : text)
    const number = plain.trim() === '' ? Number.NaN : Number(plain.replace(/^(-?)INF$/, '$1Infinity'))
    return plain === 'NAN' ? Number.NaN : Number.isNaN(number) ? undefined : number
  },
  formatDate,
  formatDuration: (run, code, args) => formatDuration(run, code, ...secondsOf('formatDuration', args)),
  getDurationIntervals: (_, __, args) => intervalsOf(...secondsOf('getDurationIntervals', args)),
  convertPlural: (_, code, [number, ...forms]) => {
    checkArgument('convertPlural', 1, number, 'number')
    return choosePlural(code, number as number, formsOf(forms))
  },
  convertGrammar: (_, code, [word, grammarCase]) => {
    const wanted = textArgument('convertGrammar', 2, grammarCase)
    return inGrammaticalCase(code, wanted, textArgument('convertGrammar', 1, word))
  },
  gender: (run, _, args) => genderForm(run, args),
}

function languageMethod(run: Invocation, name: string, code: LuaValue, args: readonly LuaValue[]): LuaValue {
  const written = String(code)
  if (typeof code !== 'string' || !isPossibleCode(written)) throw new LuaRaised(`language code '${written}' is invalid`)
  return METHODS[name]!(run, written, args)
}

function languageNames(run: Invocation, include: LuaValue): LuaTable {
  const names: LuaTable = new Map()
  for (const { code, autonym } of wikiLanguages()) if (autonym !== undefined) names.set(code, autonym)
  if (include === 'mwfile') for (const code of [...names.keys()]) if (!isWikiCode(String(code))) names.delete(code)
  return names.size > 0 ? names : new Map([[run.state.site.language, run.state.site.language]])
}

export const languageFunctions = (current: Current): Record<string, SimpleFunction> => ({
  contentLanguage: () => current().state.site.language,
  isSupportedLanguage: code => isWikiCode(textArgument('isSupportedLanguage', 1, code)),
  isKnownLanguageTag: code => {
    const tag = textArgument('isKnownLanguageTag', 1, code)
    return KNOWN_TAG.test(tag) && nameOf(tag) !== undefined
  },
  isValidCode: code => isPossibleCode(textArgument('isValidCode', 1, code)),
  isValidBuiltInCode: code => BUILT_IN.test(textArgument('isValidBuiltInCode', 1, code)),
  fetchLanguageName: (code, inLanguage) => {
    const tag = textArgument('fetchLanguageName', 1, code)
    if (inLanguage !== undefined) checkArgument('fetchLanguageName', 2, inLanguage, 'string')
    return nameOf(tag.toLowerCase(), inLanguage as string | undefined) ?? ''
  },
  fetchLanguageNames: (inLanguage, include) => {
    if (inLanguage !== undefined) checkArgument('fetchLanguageNames', 1, inLanguage, 'string')
    if (include !== undefined) checkArgument('fetchLanguageNames', 2, include, 'string')
    return languageNames(current(), include)
  },
  getFallbacksFor: code => {
    const tag = textArgument('getFallbacksFor', 1, code)
    return isPossibleCode(tag) && BUILT_IN.test(tag) && tag !== 'en' ? fallbackChain(tag).slice(1) : []
  },
  languageMethod: (name, code, ...args) => languageMethod(current(), String(name), code, args),
})
