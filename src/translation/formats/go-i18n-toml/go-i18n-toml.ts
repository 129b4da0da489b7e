// TOML files of go-i18n: a text per key, or a table with one text per plural category and a description.

import { lastFirst } from '../distinct-ids.ts'
import { decode, newlineOf } from '../encoding.ts'
import type { FileFormat, NewUnit, ParsedFile, ParseOptions } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { categoriesOf, isMessage } from '../go-i18n-json-v2/go-i18n-messages.ts'
import { decodePath, encodePath, type Segment, showPath } from '../json/path.ts'
import { lineCounter } from '../lines.ts'
import { categoriesFor } from '../plural.ts'
import type { Splice } from '../splice.ts'
import { type CheckedChanges, shown, textFile, unit } from '../text-file.ts'
import { scanToml, type TomlTable, type TomlValue } from '../toml/scanner.ts'
import { writeTomlString } from '../toml/strings.ts'
import { headerText, keyText, placeIn } from '../toml/toml.ts'
import { unitCounter } from '../unit-limit.ts'

export const goI18nToml: FileFormat = {
  id: 'go-i18n-toml',
  name: 'go-i18n TOML file',
  extensions: ['toml'],
  recognises: ({ seen }) => seen(hasMessages),
  monolingual: true,
  nests: true,
  states: [],
  flags: [],
  parse: parseMessages,
  create: () => Buffer.of(),
}

function hasMessages(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 65_536)).toString('utf8')
  return /^\s*\[[^[\]]+\]\s*(?:#.*)?\r?\n(?:\s*(?:#.*|description\s*=.*|hash\s*=.*|one\s*=.*)?\r?\n)*\s*other\s*=/m.test(
    start,
  )
}

interface Message {
  readonly key: string
  readonly path: readonly Segment[]
  readonly forms: readonly { readonly category: string | undefined; readonly value: TomlValue | undefined }[]
  readonly isPlural: boolean
  readonly values: readonly TomlValue[]
  readonly table: TomlTable | undefined
  readonly note: string
}

interface MessageFile {
  readonly text: string
  readonly newline: string
  readonly tables: readonly TomlTable[]
  readonly byId: ReadonlyMap<string, Message>
  readonly options: ParseOptions
}

function parseMessages(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const { text } = decoded
  const { values, tables } = scanToml(text, unitCounter(options, 10))
  const messages = messagesOf(values, tables, options)
  const count = unitCounter(options)
  const byId = lastFirst(messages, ({ key }) => key)
  const lineOf = lineCounter(text)
  const units = [...byId].map(([id, { path, forms, values: own, note }], i) => {
    count()
    return unit({
      id,
      context: showPath(path),
      target: forms.map(({ value }) => value?.value ?? ''),
      note,
      position: i + 1,
      line: lineOf(own[0]!.at),
    })
  })
  const file = { text, newline: newlineOf(text, options.template?.layout.newline), tables, byId, options }
  return textFile({
    format: 'go-i18n-toml',
    decoded,
    units,
    layout: { plurals: new Set(messages.filter(each => each.isPlural).map(({ key }) => key)) },
    edit: changes => edit(changes, file),
  })
}

function messagesOf(values: readonly TomlValue[], tables: readonly TomlTable[], options: ParseOptions): Message[] {
  const groups = Map.groupBy(values, ({ path }) => encodePath(path.slice(0, -1)))
  const byPath = new Map(tables.map(table => [encodePath(table.path), table]))
  const messages: Message[] = []
  const seen = new Set<string>()
  for (const value of values) {
    const parent = value.path.slice(0, -1)
    const key = encodePath(parent)
    const group = groups.get(key)!
    const keys = group.map(({ path }) => String(path.at(-1)))
    if (parent.length > 0 && isMessage(keys)) {
      if (seen.has(key)) continue
      seen.add(key)
      const byName = new Map(group.map(each => [String(each.path.at(-1)), each]))
      const { categories, isPlural } = categoriesOf(key, keys, options)
      messages.push({
        key,
        path: parent,
        forms: categories.map(category => ({ category, value: byName.get(category) })),
        isPlural,
        values: group,
        table: byPath.get(key),
        note: byName.get('description')?.value ?? byPath.get(key)?.note ?? '',
      })
    } else {
      const own = encodePath(value.path)
      const forms = [{ category: undefined, value }]
      messages.push({
        key: own,
        path: value.path,
        forms,
        isPlural: false,
        values: [value],
        table: undefined,
        note: value.note,
      })
    }
  }
  return messages
}

function edit(changes: CheckedChanges, file: MessageFile): Splice[] {
  const splices: Splice[] = []
  for (const [id, { target }] of changes.update) if (target !== undefined) splices.push(...setForms(id, target, file))
  for (const id of changes.remove) splices.push(...removal(id, file.byId.get(id)!))
  const keys = new Set([...file.byId.keys()].filter(id => !changes.remove.has(id)))
  for (const added of changes.add) {
    const key = added.id ?? added.context
    if (keys.has(key)) throw new FormatError(`the file already has "${shown(key)}"`)
    keys.add(key)
    splices.push(addition(key, added, file, changes))
  }
  return splices
}

function checkCount(target: readonly string[], count: number, id: string): void {
  if (target.length === count) return
  throw new FormatError(`"${shown(id)}" has ${count} form${count === 1 ? '' : 's'}, ${target.length} were given`)
}

function setForms(id: string, target: readonly string[], { byId, newline }: MessageFile): Splice[] {
  const { forms, values } = byId.get(id)!
  checkCount(target, forms.length, id)
  let after = forms.find(({ value }) => value !== undefined)?.value ?? values.at(-1)!
  return forms.flatMap(({ category, value }, i): Splice[] => {
    if (value !== undefined) {
      after = value
      if (value.value === target[i]) return []
      return [{ start: value.valueStart, end: value.valueEnd, text: writeTomlString(target[i]!, value.quote, newline) }]
    }
    if (target[i] === '') return []
    if (after.isInline) {
      const text = `, ${category} = ${writeTomlString(target[i]!, '"', newline)}`
      return [{ start: after.valueEnd, end: after.valueEnd, text }]
    }
    const line = `${category} = ${writeTomlString(target[i]!, '"', newline)}${newline}`
    return [{ start: after.end, end: after.end, text: line }]
  })
}

// A table is removed with its header.
function removal(id: string, { table, values }: Message): Splice[] {
  if (table !== undefined && table.start !== -1) return [{ start: table.start, end: table.end, text: '' }]
  const [first] = values
  if (first!.isInline && values.length < 2)
    throw new FormatError(`"${shown(id)}" is part of a list or an inline table and cannot be removed alone`)
  return [{ start: first!.start, end: values.at(-1)!.end, text: '' }]
}

function addition(key: string, added: NewUnit, file: MessageFile, { remove }: CheckedChanges): Splice {
  const { text, newline, tables, byId, options } = file
  const isPlural = added.plural ?? added.target.length > 1
  const categories = isPlural ? categoriesFor(options.plural, options.language) : undefined
  checkCount(added.target, categories?.length ?? 1, key)
  const anchor = typeof added.after === 'string' && !remove.has(added.after) ? byId.get(added.after) : undefined
  const path = decodePath(key)
  const value = (form: string) => writeTomlString(form, '"', newline)
  // Plain keys must stand before the first table.
  if (categories === undefined && path.length === 1) {
    const root = tables[0]!
    const place = placeIn(root, added.after === null ? null : anchor?.values[0])
    const gap = place.at > 0 && text[place.at - 1] !== '\n' ? newline : ''
    const note = added.note
      ? added.note
          .split('\n')
          .map(line => `# ${line}${newline}`)
          .join('')
      : ''
    return {
      start: place.at,
      end: place.at,
      text: `${gap}${note}${keyText(key)} = ${value(added.target[0]!)}${newline}`,
    }
  }
  const table = anchor?.table
  const at = table === undefined || table.start === -1 ? text.length : table.end
  const gap = at > 0 && text[at - 1] !== '\n' ? newline : ''
  const head = headerText(path, text.slice(0, at) + gap, newline)
  const lines = [
    ...(added.note ? [`description = ${value(added.note)}`] : []),
    ...(categories ?? ['other']).map((category, i) => `${category} = ${value(added.target[i]!)}`),
  ]
  return { start: at, end: at, text: `${gap}${head}${lines.map(line => line + newline).join('')}` }
}
