// Reads units from the nodes of a Rails locale file.

import { isMap, isScalar, isSeq, type Pair, type ParsedNode, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml'
import { loneSurrogate } from '../encoding.ts'
import type { FileUnit, ParseOptions } from '../format.ts'
import { FormatError, failAt } from '../format-error.ts'
import { encodePath, type Segment, showPath } from '../json/path.ts'
import { lineCounter } from '../lines.ts'
import { categoriesFor, isPluralCategory } from '../plural.ts'
import { shown, unit } from '../text-file.ts'
import { notesAbove } from './lines.ts'
import type { ScalarStyle } from './scalar.ts'

export type YamlPair = Pair<ParsedNode, ParsedNode | null>
export type YamlMap = YAMLMap.Parsed
export type YamlSeq = YAMLSeq.Parsed

export interface YamlForm {
  readonly path: readonly Segment[]
  readonly scalar: Scalar.Parsed | undefined
  // The pair that holds the scalar, undefined for items of a sequence.
  readonly pair: YamlPair | undefined
  // Inside brackets or braces, where plain values are more restricted.
  readonly inFlow: boolean
}

export interface YamlEntry {
  readonly unit: FileUnit
  readonly forms: readonly YamlForm[]
  // The map or sequence to remove with its last unit.
  readonly holder: YamlMap | YamlSeq
}

export interface YamlFile {
  readonly text: string
  readonly newline: string
  readonly indent: string
  readonly style: ScalarStyle
  readonly entries: readonly YamlEntry[]
  readonly comments: ReadonlySet<number>
  // The pair of the language, undefined in an empty file, and in files without a language.
  readonly top: YamlPair | undefined
  // The map of all units; a list in some files without a language.
  readonly root: YamlMap | YamlSeq | undefined
  // The top key of a new file; undefined for files without a language.
  readonly language: string | undefined
  readonly place: (added: {
    id?: string | undefined
    context: string
    target: readonly string[]
    plural?: boolean | undefined
  }) => (readonly (string | number)[])[]
}

export interface YamlDialect {
  // Maps of plural categories are plurals.
  readonly hasPlurals: boolean
  // Plain words that are texts, although YAML 1.1 reads them as booleans.
  readonly words: RegExp
}

// In Ruby, unlike YAML 1.1, a plain y or n is not a boolean.
const ruby: YamlDialect = { hasPlurals: true, words: /^[yn]$/i }

export function entriesOf(
  text: string,
  root: YamlMap | YamlSeq,
  comments: ReadonlySet<number>,
  options: ParseOptions,
  dialect: YamlDialect = ruby,
): YamlEntry[] {
  const entries = new Map<string, YamlEntry>()
  const lineOf = lineCounter(text)
  const categories = categoriesFor(options.plural, options.language)
  const inTemplate = options.template?.layout.plurals

  const add = (path: readonly Segment[], forms: readonly YamlForm[], holder: YamlMap | YamlSeq, start: number) => {
    const id = encodePath(path)
    const line = lineOf(start)
    const first = entries.get(id)
    if (first !== undefined) {
      throw new FormatError(`duplicate key "${shown(id)}", first on line ${first.unit.line}`, { line })
    }
    const target = forms.map(({ scalar }) => (scalar && textOf(scalar, dialect)) ?? '')
    if (target.some(form => loneSurrogate(form) !== -1)) failAt(text, start, 'an escape contains an unpaired surrogate')
    const note = notesAbove(text, start, comments)
    const position = entries.size + 1
    entries.set(id, { unit: unit({ id, context: showPath(path), target, note, position, line }), forms, holder })
  }

  const walk = (node: YamlMap | YamlSeq, path: readonly Segment[], inFlow = false): void => {
    const flow = inFlow || node.flow === true
    const keys = new Set<Segment>()
    for (const [i, item] of node.items.entries()) {
      const pair = isMap(node) ? (item as YamlPair) : undefined
      const value = pair === undefined ? (item as ParsedNode) : pair.value
      const segment = pair === undefined ? i : keyOf(pair)
      if (segment === undefined || segment === '<<') continue
      const here = [...path, segment]
      const start = (pair?.key ?? value)!.range[0]
      if (keys.has(segment)) failAt(text, start, `duplicate key "${shown(encodePath(here))}"`)
      keys.add(segment)
      if (isMap(value) && dialect.hasPlurals && isPlural(value as YamlMap, encodePath(here), inTemplate)) {
        const forms = categories.map(category => {
          const form = (value as YamlMap).items.find(each => keyOf(each) === category)
          const inFlow = flow || value.flow === true
          return { path: [...here, category], scalar: form?.value as Scalar.Parsed | undefined, pair: form, inFlow }
        })
        add(here, forms, value as YamlMap, start)
      } else if (isMap(value) || isSeq(value)) walk(value as YamlMap | YamlSeq, here, flow)
      else if (isText(value, pair !== undefined, dialect))
        add(here, [{ path: here, scalar: value, pair, inFlow: flow }], node, start)
    }
  }
  walk(root, [])
  return [...entries.values()]
}

// Keys are taken literally, because "no" and "404" are keys too.
export function keyOf(pair: YamlPair): string | undefined {
  return isScalar(pair.key) ? (pair.key.source ?? String(pair.key.value)) : undefined
}

// Strings, and empty values in maps. Numbers, dates, symbols and tagged values are not translatable.
function isText(node: ParsedNode | null, inMap: boolean, dialect: YamlDialect = ruby): node is Scalar.Parsed {
  if (!isScalar(node) || (node.tag !== undefined && node.tag !== 'tag:yaml.org,2002:str')) return false
  if (node.value === null) return inMap
  const text = textOf(node, dialect)
  return text !== undefined && !(node.type === 'PLAIN' && text.startsWith(':'))
}

function textOf({ value, type, source }: Scalar.Parsed, { words }: YamlDialect): string | undefined {
  if (typeof value === 'boolean' && type === 'PLAIN' && words.test(source ?? '')) return source
  return typeof value === 'string' ? value : undefined
}

function isPlural(map: YamlMap, id: string, inTemplate: ReadonlySet<string> | undefined): boolean {
  const fits =
    map.items.length > 0 && map.items.every(pair => isPluralCategory(keyOf(pair) ?? '') && isText(pair.value, true))
  return fits && (inTemplate?.has(id) ?? map.items.some(pair => keyOf(pair) === 'other'))
}

// The end of the pair's innermost content.
export function contentEnd(pair: YamlPair): number {
  const { value } = pair
  if (value === null) return pair.key.range[1]
  if (isMap(value) && !value.flow && value.items.length > 0) return contentEnd((value as YamlMap).items.at(-1)!)
  if (isSeq(value) && !value.flow && value.items.length > 0) {
    const last = (value as YamlSeq).items.at(-1)!
    if (isMap(last) && !last.flow && last.items.length > 0) return contentEnd((last as YamlMap).items.at(-1)!)
    return last.range[1]
  }
  return value.range[1]
}
