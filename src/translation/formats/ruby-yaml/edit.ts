// Changes to a Rails locale file.

import { isMap, isScalar, isSeq } from 'yaml'
import { FormatError } from '../format-error.ts'
import type { Splice } from '../splice.ts'
import { type CheckedChanges, shown } from '../text-file.ts'
import { YamlInsertions } from './insert.ts'
import { columnOf, commentStart, lineEnd } from './lines.ts'
import { blockText, type ScalarStyle, scalarText } from './scalar.ts'
import {
  contentEnd,
  type YamlEntry,
  type YamlFile,
  type YamlForm,
  type YamlMap,
  type YamlPair,
  type YamlSeq,
} from './units.ts'

export function editYaml(changes: CheckedChanges, file: YamlFile): Splice[] {
  const removed = removedPairs(changes, file)
  const insertions = new YamlInsertions(file, removed)
  const splices = [...removed].map(pair => removal(pair, file))
  const byId = new Map(file.entries.map(entry => [entry.unit.id, entry]))
  for (const [id, { target }] of changes.update) {
    if (target !== undefined) splices.push(...setForms(byId.get(id)!, target, file, insertions))
  }
  for (const added of changes.add) {
    const paths = file.place(added)
    checkCount(added.target, paths.length, added.context)
    const after = typeof added.after === 'string' ? byId.get(added.after)!.forms[0]!.path : added.after
    paths.forEach((path, i) => {
      insertions.add(path, added.target[i]!, after)
    })
  }
  return [...splices, ...insertions.splices()]
}

function checkCount(target: readonly string[], count: number, id: string): void {
  if (target.length === count) return
  throw new FormatError(`"${shown(id)}" has ${count} form${count === 1 ? '' : 's'}, ${target.length} were given`)
}

function setForms(
  { forms, unit }: YamlEntry,
  target: readonly string[],
  file: YamlFile,
  insertions: YamlInsertions,
): Splice[] {
  checkCount(target, forms.length, unit.id)
  let after = forms.find(({ scalar }) => scalar !== undefined)?.path
  return forms.flatMap((form, i) => {
    const value = target[i]!
    if (form.scalar !== undefined) after = form.path
    else if (value !== '') insertions.add(form.path, value, after)
    return form.scalar === undefined || value === unit.target[i] ? [] : [setScalar(form, value, file)]
  })
}

function setScalar(
  { scalar, pair, inFlow }: YamlForm,
  value: string,
  { text, newline, indent, style }: YamlFile,
): Splice {
  const [start, end] = scalar!.range
  if (start === end) return { start, end, text: ` ${scalarText(value, style, false)}` }
  const type = (scalar!.type ?? 'PLAIN') as ScalarStyle
  if (type !== 'BLOCK_LITERAL' && type !== 'BLOCK_FOLDED') {
    return { start, end, text: scalarText(value, type, inFlow) }
  }
  const column = pair?.key === undefined ? columnOf(text, start) : columnOf(text, pair.key!.range[0])
  const block = blockText(value, ' '.repeat(column) + indent, newline)
  const ended = text[end - 1] === '\n' ? newline : ''
  return { start, end, text: block ?? scalarText(value, style, false) + ended }
}

// The pairs to remove: those of the units, or of the surrounding map if it becomes empty.
function removedPairs({ remove }: CheckedChanges, { entries, root }: YamlFile): Set<YamlPair> {
  const pairs = new Set<YamlPair>()
  const items = new Set<YamlSeq>()
  for (const { unit, forms, holder } of entries) {
    if (!remove.has(unit.id)) continue
    for (const { pair } of forms) if (pair !== undefined) pairs.add(pair)
    if (isSeq(holder)) items.add(holder as YamlSeq)
  }
  const wholly = (node: unknown): boolean => {
    if (isMap(node))
      return node.items.length > 0 && (node as YamlMap).items.every(pair => pairs.has(pair) || emptied(pair))
    return isSeq(node) && items.has(node as YamlSeq)
  }
  const emptied = (pair: YamlPair): boolean => {
    if (!wholly(pair.value)) return false
    for (const inner of isMap(pair.value) ? (pair.value as YamlMap).items : []) pairs.delete(inner)
    pairs.add(pair)
    return true
  }
  const visit = (map: YamlMap): void => {
    for (const pair of map.items) {
      if (isMap(pair.value) && !pairs.has(pair)) visit(pair.value as YamlMap)
      if (!pairs.has(pair)) emptied(pair)
    }
  }
  if (isMap(root)) visit(root as YamlMap)
  checkSequences(remove, entries, pairs)
  return pairs
}

function checkSequences(
  remove: ReadonlySet<string>,
  entries: readonly YamlEntry[],
  pairs: ReadonlySet<YamlPair>,
): void {
  const removed = new Set<unknown>([...pairs].map(({ value }) => value))
  const kept = entries.find(({ unit, holder }) => isSeq(holder) && !remove.has(unit.id) && removed.has(holder))
  if (kept !== undefined) {
    throw new FormatError(`the items of "${shown(kept.unit.id)}" cannot be removed alone: later items would move up`)
  }
}

function removal(pair: YamlPair, { text, comments }: YamlFile): Splice {
  const start = pair.key.range[0]
  const from = commentStart(text, start, comments)
  const own = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  if (own.trim() !== '') {
    throw new FormatError(
      `"${shown(isScalar(pair.key) ? String(pair.key.value) : '?')}" shares its line with others and cannot be removed`,
    )
  }
  return { start: from, end: lineEnd(text, contentEnd(pair)), text: '' }
}
