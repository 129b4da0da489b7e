import { lazily } from './load-data.ts'
import { cleanCode, normaliseCode } from './normalise-code.ts'
import { defaultPlural, type Plural } from './plural.ts'
import { scriptDirection } from './script-direction.ts'
import { aliasTable, allLanguages, baseCode, defaultCountries, language } from './translation-languages.ts'
import type { Direction } from './wiki-languages.ts'

export interface ResolveOptions {
  /** A project's own table: code in its files to code on the platform. */
  projectAliases?: Readonly<Record<string, string>>
  /** The languages that exist, code to English name; the registry when absent. */
  known?: ReadonlyMap<string, string>
  /** Whether `cs_CZ` may become `cs`. */
  simplify?: boolean
}

/** What a file's code means. A language that does not exist yet comes with what it should be created with. */
export type ResolvedCode =
  | { code: string; exists: true }
  | { code: string; exists: false; name: string; direction: Direction; plural: Plural }

interface Index {
  codes: ReadonlyMap<string, string>
  bySmallCode: ReadonlyMap<string, string>
  byName: ReadonlyMap<string, string>
}

const registryIndex = lazily(() => makeIndex(new Map(allLanguages().map(({ code, name }) => [code, name]))))

/**
 * Finds the language a code in a file name or header stands for. Files call languages many names (`iw`, `ger`,
 * `zh-rTW`, `pt_br`, `Czech`); the first of these that fits wins: the project's own table, the exact code, the code in
 * other case or with other separators, an alias, the code in normal form, without a needless country, an English name.
 * Undefined when the text cannot be a code at all.
 */
export function resolveLanguageCode(fileCode: string, options: ResolveOptions = {}): ResolvedCode | undefined {
  const { projectAliases = {}, simplify = true } = options
  const index = options.known ? makeIndex(options.known) : registryIndex()
  const own = Object.hasOwn(projectAliases, fileCode) ? projectAliases[fileCode] : undefined
  const code = cleanCode(own ?? fileCode)
  const found =
    exactOrRespelt(code, index) ??
    throughAlias(code, index) ??
    normalised(code, index, simplify) ??
    index.byName.get(code.toLowerCase())
  if (found !== undefined) return { code: found, exists: true }
  const created = normaliseCode(withoutAndroidMark(aliasOfBase(code) ?? code))
  return created === undefined ? undefined : newLanguage(created, index)
}

function makeIndex(codes: ReadonlyMap<string, string>): Index {
  const bySmallCode = new Map<string, string>()
  const byName = new Map<string, string>()
  for (const [code, name] of codes) {
    if (!bySmallCode.has(code.toLowerCase())) bySmallCode.set(code.toLowerCase(), code)
    // The code that is looked up by name has been cleaned of spaces and brackets, so the names are too.
    const plain = cleanCode(name).toLowerCase()
    if (!byName.has(plain)) byName.set(plain, code)
  }
  return { codes, bySmallCode, byName }
}

function exactOrRespelt(code: string, { codes, bySmallCode }: Index): string | undefined {
  if (codes.has(code)) return code
  const small = code.toLowerCase()
  return (
    bySmallCode.get(small) ??
    bySmallCode.get(small.replaceAll('-', '_')) ??
    bySmallCode.get(small.replaceAll('+', '_')) ??
    (/^[a-z]{4}$/.test(small) ? bySmallCode.get(`${small.slice(0, 2)}_${small.slice(2)}`) : undefined)
  )
}

function throughAlias(code: string, index: Index): string | undefined {
  const direct = aliased(code, index)
  const respelt = direct === undefined ? aliasOfBase(code) : undefined
  if (respelt === undefined) return direct
  return exactOrRespelt(respelt, index) ?? aliased(respelt, index) ?? normalised(respelt, index, true)
}

function aliased(code: string, index: Index): string | undefined {
  const targets = aliasSpellings(code).map(spelling => aliasTable().get(spelling))
  return targets.find(target => target !== undefined && index.codes.has(target))
}

function aliasSpellings(code: string): string[] {
  const small = code.toLowerCase()
  const plain = small.replace(/[+-]/g, '_')
  const withoutR = small.replace(/[-_]r(?=[a-z]{2}$)/, '_').replace(/[+-]/g, '_')
  return [plain, withoutR].flatMap(spelling => [spelling, spelling.replace('_latin', '@latin')])
}

/** A three-letter alias with a country or script: `ger_AT` is `de_AT`, `zho-CN` is `zh-CN`. */
function aliasOfBase(code: string): string | undefined {
  const match = /^([a-zA-Z]{3})([-_+].+)$/.exec(code)
  const target = match ? aliasTable().get(match[1]!.toLowerCase()) : undefined
  return match && target !== undefined ? baseCode(target) + match[2] : undefined
}

function normalised(code: string, { codes }: Index, simplify: boolean): string | undefined {
  for (const spelling of new Set([code, withoutAndroidMark(code)])) {
    const normal = normaliseCode(spelling)
    if (normal === undefined) continue
    if (codes.has(normal)) return normal
    if (simplify && defaultCountries().has(normal.toLowerCase()) && codes.has(baseCode(normal))) return baseCode(normal)
  }
  return undefined
}

/** Android marks a country with an r: `fil-rPH`. */
function withoutAndroidMark(code: string): string {
  return code.replace(/([-_])r(?=[A-Z]{2}$)/, '$1')
}

function newLanguage(code: string, { codes }: Index): ResolvedCode {
  const base = baseCode(code)
  const parent = language(base) ?? language(aliasTable().get(base) ?? '')
  return {
    code,
    exists: false,
    name: codes.get(base) ?? parent?.name ?? `${code} (generated)`,
    direction: scriptDirection(code) ?? parent?.direction ?? 'ltr',
    plural: parent ? { number: parent.plural.number, formula: parent.plural.formula } : defaultPlural,
  }
}
