import { lazily } from './load-data.ts'
import { cleanCode, normaliseCode } from './normalise-code.ts'
import { defaultPlural, type Plural } from './plural.ts'
import { scriptDirection } from './script-direction.ts'
import { aliasTable, allLanguages, baseCode, defaultCountries, language } from './translation-languages.ts'
import type { Direction } from './wiki-languages.ts'

export interface ResolveOptions {
  /** A project's own mapping from codes in files to codes of the platform. */
  projectAliases?: Readonly<Record<string, string>>
  /** Existing languages by code, with English names; defaults to the registry. */
  existing?: ReadonlyMap<string, string>
  /** Whether `cs_CZ` may become `cs`. */
  simplify?: boolean
}

/** The language of a code. Includes the properties to create the language with if it does not exist yet. */
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
 * Finds the language for a code in a file name or header, which may be spelled in many ways (`iw`, `ger`, `zh-rTW`,
 * `pt_br`, `Czech`). The first match wins: the project's aliases, the exact code, the code in other case or with other
 * separators, an alias, the normalized code, the code without a default country, an English name. Undefined if the text
 * cannot be a code.
 */
export function resolveLanguageCode(fileCode: string, options: ResolveOptions = {}): ResolvedCode | undefined {
  const { projectAliases = {}, simplify = true } = options
  const index = options.existing ? makeIndex(options.existing) : registryIndex()
  const own = Object.hasOwn(projectAliases, fileCode) ? projectAliases[fileCode] : undefined
  const code = cleanCode(own ?? fileCode)
  const existing =
    exactOrRespelt(code, index) ??
    throughAlias(code, index) ??
    normalised(code, index, simplify) ??
    index.byName.get(code.toLowerCase())
  if (existing !== undefined) return { code: existing, exists: true }
  const created = normaliseCode(withoutAndroidMark(aliasOfBase(code) ?? code))
  return created === undefined ? undefined : newLanguage(created, index)
}

function makeIndex(codes: ReadonlyMap<string, string>): Index {
  const bySmallCode = new Map<string, string>()
  const byName = new Map<string, string>()
  for (const [code, name] of codes) {
    if (!bySmallCode.has(code.toLowerCase())) bySmallCode.set(code.toLowerCase(), code)
    // The code to look up has been stripped of spaces and brackets, so the names must be too.
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

/** Resolves a three-letter alias with a country or script: `ger_AT` to `de_AT`, `zho-CN` to `zh-CN`. */
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

/** Android puts an r before the country: `fil-rPH`. */
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
