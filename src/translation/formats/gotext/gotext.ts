// Files of Go's gotext: a list of messages with id, source text and translation, which may select by plural category.

import { decode } from '../encoding.ts'
import type { CreateOptions, FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { type JsonEntry, type JsonForm, jsonFile } from '../json/json-file.ts'
import type { Segment } from '../json/path.ts'
import { type JsonContainer, type JsonItem, jsonRoot, objectIn, scanJson, stringIn, textIn } from '../json/scanner.ts'
import { lineCounter } from '../lines.ts'
import { categoriesFor } from '../plural.ts'
import { shown, unit } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'

export const gotext: FileFormat = {
  id: 'gotext',
  name: 'gotext JSON file',
  extensions: ['json'],
  recognises: ({ seen }) => {
    const root = seen(jsonRoot)
    return root?.byKey.get('messages')?.node.type === 'array' && root.byKey.has('language')
  },
  monolingual: true,
  keysAreSources: true,
  restricted: true,
  states: [],
  flags: [],
  parse: parseMessages,
  create: createFile,
}

const PARTS = 60

function parseMessages(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const root = scanJson(decoded.text, unitCounter(options, PARTS))
  const list = root.byKey.get('messages')?.node
  const messages = list?.type === 'array' ? list.items : []
  const lineOf = lineCounter(decoded.text)
  const entries: JsonEntry[] = []
  const items = new Map<string, JsonItem>()
  const plurals = new Set<string>()
  const count = unitCounter(options)
  for (const item of messages) {
    const message = item.node
    const id = message.type === 'object' ? idOf(message) : undefined
    if (message.type !== 'object' || id === undefined || items.has(id)) continue
    count()
    items.set(id, item)
    const forms = formsOf(message, item.index, options)
    if (forms.length !== 1 || forms[0]!.path.length > 3) plurals.add(id)
    entries.push({
      unit: unit({
        id,
        context: id,
        target: forms.map(form => (form.item?.node.type === 'string' ? form.item.node.value : '')),
        fuzzy: message.byKey.has('fuzzy') && !isFalse(decoded.text, message.byKey.get('fuzzy')!),
        note: [textIn(message, 'meaning'), textIn(message, 'comment'), textIn(message, 'translatorComment')]
          .filter(note => note !== '')
          .join('\n'),
        flags: placeholderFlags(message),
        position: entries.length + 1,
        line: lineOf(item.start),
      }),
      forms,
    })
  }
  return jsonFile({
    format: 'gotext',
    decoded,
    root,
    entries,
    options,
    plurals,
    language: textIn(root, 'language') || undefined,
    place: (added, order) => {
      if (added.plural ?? added.target.length > 1)
        throw new FormatError(`cannot add the plural "${shown(added.context)}": gotext has to extract its variable`)
      return ['id', 'message', 'translation'].map(name => ['messages', messages.length + order, name])
    },
    fit: ({ id, context, source, target }) => [id ?? context, source[0] || (id ?? context), ...target],
    extra: ({ remove, headers }, edits) => {
      for (const id of remove) edits.remove(items.get(id)!, true)
      const language = root.byKey.get('language')?.node
      if (headers.language !== undefined && language?.type === 'string') edits.setString(language, headers.language)
    },
  })
}

// An id may be a list of alternatives, of which the first is used.
function idOf(message: JsonContainer): string | undefined {
  const node = message.byKey.get('id')?.node
  const first = node?.type === 'array' ? node.items[0]?.node : node
  return first?.type === 'string' ? first.value : undefined
}

const isFalse = (text: string, { node }: JsonItem): boolean => text.slice(node.start, node.end) === 'false'

function formsOf(message: JsonContainer, index: number, options: ParseOptions): JsonForm[] {
  const path: Segment[] = ['messages', index, 'translation']
  const cases = objectIn(objectIn(objectIn(message, 'translation'), 'select'), 'cases')
  if (cases === undefined) return [{ path, item: stringIn(message, 'translation') }]
  return categoriesFor(options.plural, options.language).map(category => {
    const single = stringIn(cases, category)
    const here = [...path, 'select', 'cases', category]
    if (single !== undefined) return { path: here, item: single }
    return { path: [...here, 'msg'], item: stringIn(objectIn(cases, category), 'msg') }
  })
}

function placeholderFlags(message: JsonContainer): string[] {
  const node = message.byKey.get('placeholders')?.node
  const ids = node?.type === 'array' ? node.items.flatMap(item => (item.node.type === 'object' ? [item.node] : [])) : []
  const names = ids.map(object => `{${textIn(object, 'id')}}`).filter(name => /^\{\w+\}$/.test(name))
  return names.length === 0 ? [] : [`placeholders:${names.join(':')}`]
}

function createFile({ language, template }: CreateOptions): Uint8Array {
  const newline = Buffer.from(template ?? []).includes('\r\n') ? '\r\n' : '\n'
  const lines = ['{', `    "language": ${JSON.stringify(language)},`, '    "messages": []', '}', '']
  return Buffer.from(lines.join(newline))
}
