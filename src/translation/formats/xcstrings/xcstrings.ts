// String Catalogs of Xcode: one file with all languages. A file is read in the language of its translation; the texts of
// other languages stay as they are.

import { decode } from '../encoding.ts'
import type { CreateOptions, FileFormat, FileUnit, ParsedFile, ParseOptions } from '../format.ts'
import { type JsonContainer, type JsonItem, jsonRoot, objectIn, scanJson, stringIn, textIn } from '../json/scanner.ts'
import { styleOf } from '../json/style.ts'
import { lineCounter } from '../lines.ts'
import { categoriesFor, type PluralCategory } from '../plural.ts'
import { textFile, unit } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'
import { type CatalogEntry, type CatalogForm, editCatalog } from './edit.ts'

export const xcstrings: FileFormat = {
  id: 'xcstrings',
  name: 'String Catalog',
  extensions: ['xcstrings', 'json'],
  recognises: ({ extension, seen }) => {
    const root = extension === 'xcstrings' ? null : seen(jsonRoot)
    return root === null
      ? extension === 'xcstrings'
      : root.byKey.has('sourceLanguage') && objectIn(root, 'strings') !== undefined
  },
  monolingual: false,
  states: ['fuzzy'],
  flags: [],
  parse: parseCatalog,
  create: createCatalog,
}

const PARTS = 400

function parseCatalog(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const { text } = decoded
  const root = scanJson(text, unitCounter(options, PARTS))
  const sourceLanguage = textIn(root, 'sourceLanguage') || 'en'
  const strings = objectIn(root, 'strings')
  const language = spelled(strings, options.language ?? sourceLanguage)
  const lineOf = lineCounter(text)
  const count = unitCounter(options)
  const entries: CatalogEntry[] = []
  for (const item of strings?.items ?? []) {
    if (item.node.type !== 'object') continue
    const entry = entryOf(item, item.node, { sourceLanguage, language, options, text })
    if (entry === undefined) continue
    count()
    const fields = { id: item.key!, context: item.key!, position: entries.length + 1, line: lineOf(item.start) }
    entries.push({ item, forms: entry.forms, unit: unit({ ...fields, ...entry.details }) })
  }
  const plurals = entries.filter(({ forms }) => forms[0]?.category !== undefined)
  return textFile({
    format: 'xcstrings',
    decoded,
    units: entries.map(entry => entry.unit),
    language: options.language === undefined ? undefined : language,
    sourceLanguage,
    layout: { plurals: new Set(plurals.map(({ unit }) => unit.id)) },
    edit: changes =>
      editCatalog(changes, {
        text,
        root,
        style: styleOf(text, root, options),
        entries,
        language,
        sourceLanguage,
        options,
      }),
  })
}

// Languages are written as in the file ("pt-BR" for "pt_BR").
function spelled(strings: JsonContainer | undefined, language: string): string {
  const wanted = language.toLowerCase().replaceAll('_', '-')
  for (const { node } of strings?.items ?? []) {
    const localizations = node.type === 'object' ? objectIn(node, 'localizations') : undefined
    const found = localizations?.items.find(({ key }) => key!.toLowerCase() === wanted)
    if (found !== undefined) return found.key!
  }
  return language.replaceAll('_', '-')
}

interface Reading {
  readonly sourceLanguage: string
  readonly language: string
  readonly options: ParseOptions
  readonly text: string
}

// Texts that differ by device, or have variables with forms of their own, are left to Xcode.
function entryOf(item: JsonItem, string: JsonContainer, { sourceLanguage, language, options, text }: Reading) {
  const localizations = objectIn(string, 'localizations')
  const source = objectIn(localizations, sourceLanguage)
  const target = objectIn(localizations, language)
  if (
    [source, target].some(each => each?.byKey.has('substitutions') || objectIn(each, 'variations')?.byKey.has('device'))
  )
    return undefined
  const sourceForms = pluralIn(source)
  const isPlural = sourceForms !== undefined || pluralIn(target) !== undefined
  const categories: (PluralCategory | undefined)[] = isPlural
    ? categoriesFor(options.plural, options.language)
    : [undefined]
  const forms = categories.map((category): CatalogForm => {
    const unitOf = category === undefined ? target : objectIn(pluralIn(target), category)
    const stringUnit = objectIn(unitOf, 'stringUnit')
    return { category, value: stringIn(stringUnit, 'value'), state: stringIn(stringUnit, 'state') }
  })
  const states = forms.map(({ state }) => (state?.node.type === 'string' ? state.node.value : ''))
  const details: Partial<FileUnit> = {
    source: sourceTexts(source, item.key!, isPlural),
    target: forms.map(({ value }, i) => (value?.node.type === 'string' && states[i] !== 'new' ? value.node.value : '')),
    fuzzy: states.includes('needs_review'),
    readonly: literal(text, string.byKey.get('shouldTranslate')) === 'false',
    note: textIn(string, 'comment'),
  }
  return { forms, details }
}

const literal = (text: string, item: JsonItem | undefined): string =>
  item === undefined ? '' : text.slice(item.node.start, item.node.end)

const pluralIn = (localization: JsonContainer | undefined): JsonContainer | undefined =>
  objectIn(objectIn(localization, 'variations'), 'plural')

// A text without a localisation of its own is its key.
function sourceTexts(source: JsonContainer | undefined, key: string, isPlural: boolean): string[] {
  const plural = pluralIn(source)
  if (plural !== undefined) {
    const text = (category: string) => textIn(objectIn(objectIn(plural, category), 'stringUnit'), 'value')
    return plural.byKey.has('one') ? [text('one'), text('other')] : [text('other')]
  }
  const single = textIn(objectIn(source, 'stringUnit'), 'value') || key
  return isPlural ? [single, single] : [single]
}

function createCatalog({ template, sourceLanguage = 'en' }: CreateOptions): Uint8Array {
  if (template !== undefined) return template
  const lines = ['{', `  "sourceLanguage" : ${JSON.stringify(sourceLanguage)},`, '  "strings" : {', '', '  },']
  return Buffer.from([...lines, '  "version" : "1.0"', '}', ''].join('\n'))
}
