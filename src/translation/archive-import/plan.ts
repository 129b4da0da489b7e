// Decides what an archive becomes here, before anything is stored.

import path from 'node:path'
import type { Reader } from '#store/store.ts'
import { parseForImport } from '../catalogue/component-files.ts'
import { extensionOf, isTranslatable, masksOf } from '../catalogue/guess-masks.ts'
import { type LanguageRow, languageByCode, plannedLanguage } from '../catalogue/languages.ts'
import { detectFormat, type FileFormat, FormatError, format, type ParsedFile } from '../formats/index.ts'
import type { ZipArchive } from '../formats/zip/open-zip.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { isGlossaryFile } from './glossary-file.ts'
import { ArchiveError, type Configured, type LanguageFile, type Layout } from './layout.ts'
import { besides, originalsOf, readStates } from './xliff-states.ts'

export interface PlannedFile extends LanguageFile {
  /** Strings of the language: those of the source file, and those in this one that it lacks. */
  readonly strings: number
  /** How many of them the source file lacks. */
  readonly missing: number
}

export interface PlannedComponent {
  readonly slug: string
  readonly name: string
  readonly format: string
  readonly filemask: string
  /** The file with the source texts; empty if they are beside the translations. */
  readonly template: string
  readonly templateStrings: number
  /** Base of new files. */
  readonly newBase: string
  readonly files: readonly PlannedFile[]
}

export interface Plan {
  readonly sourceLanguage: LanguageRow
  readonly components: readonly PlannedComponent[]
  readonly memories: readonly string[]
  readonly glossaries: readonly string[]
  /** XLIFF files with the states of strings in other files. */
  readonly states: readonly string[]
  /** Whether any translation is approved. */
  readonly hasApproved: boolean
  /** Components and files that cannot be imported, each with the reason. */
  readonly skipped: readonly { readonly kind: 'components' | 'files'; readonly why: string }[]
  readonly notes: readonly string[]
}

const FILE_BYTES = 50 * 1024 * 1024

interface Planning {
  readonly db: Reader
  readonly zip: ZipArchive
  readonly source: LanguageRow
  readonly skipped: { kind: 'components' | 'files'; why: string }[]
  readonly slugs: Set<string>
  hasApproved: boolean
}

export async function planArchive(
  db: Reader,
  zip: ZipArchive,
  configured: Configured | null,
  sourceLanguage: string,
): Promise<Plan> {
  const source = (await languageByCode(db, sourceLanguage)) ?? (await existing(db, sourceLanguage))
  if (source === null) throw new ArchiveError(`There is no language "${sourceLanguage}".`)
  const names = zip.names.filter(name => !/(^|\/)\.[^/]*$/.test(name)).sort()
  const memories = names.filter(name => extensionOf(name) === 'tmx')
  const glossaries: string[] = []
  for (const name of names) if (await isGlossaryFile(zip, name)) glossaries.push(name)
  const rest = names.filter(name => !memories.includes(name) && !glossaries.includes(name))
  const { states, others } = await separateStates(zip, rest, configured)
  const planning: Planning = { db, zip, source, skipped: [], slugs: new Set(), hasApproved: false }
  const layouts = configured?.layouts.some(each => each.files.length > 0)
    ? configured.layouts
    : guessedLayouts(others, source.code)
  const components: PlannedComponent[] = []
  for (const layout of layouts) {
    const component = await planComponent(planning, layout, others)
    if (component !== null) components.push(component)
  }
  const used = new Set(components.flatMap(each => [each.template, each.newBase, ...each.files.map(file => file.path)]))
  const reasons = planning.skipped.map(each => each.why)
  for (const name of others)
    if (!used.has(name) && name !== configured?.file && !reasons.some(why => why.startsWith(`${name}:`)))
      planning.skipped.push({ kind: 'files', why: `${name}: it does not belong to a component` })
  for (const name of states)
    planning.hasApproved ||= readStates(await zip.read(name)).some(({ strings }) =>
      strings.some(({ state }) => state === UNIT_STATES.approved),
    )
  return {
    sourceLanguage: source,
    ...{ components, memories, glossaries, states },
    hasApproved: planning.hasApproved,
    skipped: planning.skipped,
    notes: configured?.unsupported ?? [],
  }
}

async function existing(db: Reader, code: string): Promise<LanguageRow | null> {
  const planned = await plannedLanguage(db, code)
  return planned !== null && 'id' in planned ? planned : null
}

/** XLIFF files about other files of the archive only add states to them. */
async function separateStates(zip: ZipArchive, names: readonly string[], configured: Configured | null) {
  const states: string[] = []
  const bases = new Set([...names, ...(configured?.layouts.map(each => each.source) ?? [])].map(baseOf))
  for (const name of names) {
    if (!['xliff', 'xlf'].includes(extensionOf(name)) || zip.sizeOf(name) > FILE_BYTES) continue
    const originals = originalsOf(await zip.read(name)).filter(each => baseOf(each) !== baseOf(name))
    const isAboutOthers = originals.some(each => bases.has(baseOf(each))) || names.includes(besides(name))
    if (isAboutOthers && originals.length > 0) states.push(name)
  }
  return { states, others: names.filter(name => !states.includes(name)) }
}

const baseOf = (name: string): string => path.posix.basename(name).toLowerCase()

/** Groups files by masks: the mask with the most files first, each file once. */
function guessedLayouts(names: readonly string[], source: string): Layout[] {
  const free = new Set(names)
  const layouts: Layout[] = []
  for (;;) {
    const [best] = masksOf([...free], free.size)
    if (best === undefined) return layouts
    for (const { path: name } of best.files) free.delete(name)
    const own = best.files.find(each => sameCode(each.code, source))
    const plain = [best.mask.replace('*/', ''), best.mask.replace(/[-._]?\*/, ''), potOf(best.mask, names)]
    const found = own?.path ?? plain.find(each => free.has(each)) ?? ''
    free.delete(found)
    const files = best.files.filter(each => each !== own).map(each => ({ ...each, language: each.code }))
    layouts.push({ name: best.mask, filemask: best.mask, source: found, files })
  }
}

const sameCode = (a: string, b: string): boolean =>
  a.toLowerCase().replaceAll('-', '_') === b.toLowerCase().replaceAll('-', '_')

/** The only POT file in the folder of PO files. */
function potOf(mask: string, names: readonly string[]): string {
  if (!mask.endsWith('.po')) return ''
  const folder = path.posix.dirname(mask.replace('*/', ''))
  const pots = names.filter(name => name.endsWith('.pot') && path.posix.dirname(name) === folder)
  return pots.length === 1 ? pots[0]! : ''
}

async function planComponent(
  planning: Planning,
  layout: Layout,
  names: readonly string[],
): Promise<PlannedComponent | null> {
  const { zip, source, skipped } = planning
  const skip = (why: string): null => {
    skipped.push({ kind: 'components', why: `${layout.name}: ${why}` })
    return null
  }
  const hasSource = names.includes(layout.source)
  const first = hasSource ? layout.source : layout.files[0]?.path
  if (first === undefined) return skip('the archive has none of its files')
  if (zip.sizeOf(first) > FILE_BYTES) return skip(`${first} is larger than ${FILE_BYTES / 1024 / 1024} MB`)
  const id = isTranslatable(first) ? detectFormat(first.replace(/\.pot$/, '.po'), await zip.read(first)) : undefined
  const kind = id === undefined ? undefined : format(id)
  if (kind === undefined) return skip(`the file format of ${first} is not supported`)
  const byKey = kind.monolingual
  if (byKey && !hasSource && !kind.keysAreSources)
    return skip(`the archive has no file with the source texts (${layout.source || `in ${source.code}`})`)
  const template = byKey && hasSource ? layout.source : ''
  let sources: ParsedFile | 'beside translations' | 'nowhere' = byKey ? 'nowhere' : 'beside translations'
  if (template !== '') {
    const read = await parsed(planning, kind, template, source, 'here')
    if (typeof read === 'string') return skip(`${template} cannot be used: ${read}`)
    sources = read
  }
  const files: PlannedFile[] = []
  const languages = new Map<string, string>()
  // The source language may have a file beside the translations.
  const own = !byKey && hasSource && !layout.source.endsWith('.pot') ? [ownFile(layout, source)] : []
  for (const file of [...own, ...layout.files]) {
    const why = await planFile(planning, { kind, file, sources, languages }, files)
    if (why !== null) skipped.push({ kind: 'files', why: `${file.path}: ${why}` })
  }
  return {
    slug: freeSlug(planning, layout.name),
    name: layout.name.slice(0, 100),
    format: kind.id,
    filemask: layout.filemask,
    template,
    templateStrings: typeof sources === 'string' ? 0 : realUnits(sources),
    newBase: !byKey && hasSource && layout.source.endsWith('.pot') ? layout.source : '',
    files,
  }
}

const ownFile = ({ source, filemask }: Layout, { code }: LanguageRow): LanguageFile => {
  const [before = '', after = ''] = filemask.split('*')
  const matches = source.startsWith(before) && source.endsWith(after) && source.length > before.length + after.length
  return {
    path: source,
    code: matches ? source.slice(before.length, source.length - after.length) : code,
    language: code,
  }
}

const realUnits = ({ units }: ParsedFile): number => units.filter(unit => !unit.obsolete).length

interface FileInPlan {
  kind: FileFormat
  file: LanguageFile
  sources: ParsedFile | 'beside translations' | 'nowhere'
  /** Paths by language. */
  languages: Map<string, string>
}

/** Adds a file to a component; returns why not if it cannot. */
async function planFile(
  planning: Planning,
  { kind, file, sources, languages }: FileInPlan,
  files: PlannedFile[],
): Promise<string | null> {
  const { zip, db, source } = planning
  const language = await plannedLanguage(db, file.language)
  if (language === null) return `"${file.language}" is not a language`
  if (language.code === source.code && typeof sources !== 'string') return 'the source texts come from another file'
  const other = languages.get(language.code)
  if (other !== undefined) return `${other} has the same language ${language.code}`
  if (zip.sizeOf(file.path) > FILE_BYTES) return `it is larger than ${FILE_BYTES / 1024 / 1024} MB`
  const read = await parsed(planning, kind, file.path, language, sources)
  if (typeof read === 'string') return read
  languages.set(language.code, file.path)
  planning.hasApproved ||= read.units.some(unit => unit.approved)
  const missing = typeof sources === 'string' ? 0 : await unknownTo(sources, planning, kind, file.path, language)
  files.push({ ...file, strings: realUnits(read) + missing, missing })
  return null
}

/** How many strings of a file the template lacks. They are not imported. */
async function unknownTo(
  template: ParsedFile,
  planning: Planning,
  kind: FileFormat,
  name: string,
  language: Omit<LanguageRow, 'id'>,
): Promise<number> {
  const alone = await parsed(planning, kind, name, language, 'nowhere')
  if (typeof alone === 'string') return 0
  const known = new Set(template.units.map(unit => unit.id))
  return alone.units.filter(unit => !unit.obsolete && !known.has(unit.id)).length
}

/** The content of a file, or why it cannot be read. */
async function parsed(
  { zip }: Planning,
  kind: FileFormat,
  name: string,
  language: Omit<LanguageRow, 'id'>,
  sources: FileInPlan['sources'] | 'here',
): Promise<ParsedFile | string> {
  try {
    return await parseForImport({ kind, content: await zip.read(name), language, sources })
  } catch (error) {
    if (error instanceof FormatError) return error.message
    throw error
  }
}

/** Slugs are unique in a project. */
function freeSlug({ slugs }: Planning, name: string): string {
  const plain = name
    .replace(/\.[^./]*$/, '')
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 90)
  for (let n = 1; ; n++) {
    const slug = `${plain || 'strings'}${n === 1 ? '' : `-${n}`}`
    if (slugs.has(slug)) continue
    slugs.add(slug)
    return slug
  }
}
