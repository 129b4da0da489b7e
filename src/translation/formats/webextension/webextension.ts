// Messages of browser extensions: an object per key, with the message and a description for translators.

import { decode } from '../encoding.ts'
import type { FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { emptyObject, type JsonEntry, jsonFile } from '../json/json-file.ts'
import { type JsonContainer, jsonRoot, objectIn, scanJson, stringIn, textIn } from '../json/scanner.ts'
import { lineCounter } from '../lines.ts'
import { unit } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'

export const webextension: FileFormat = {
  id: 'webextension',
  name: 'WebExtension JSON file',
  extensions: ['json'],
  recognises: ({ seen }) => {
    const root = seen(jsonRoot)
    const [first] = root?.items ?? []
    return first?.node.type === 'object' && first.node.byKey.get('message')?.node.type === 'string'
  },
  monolingual: true,
  states: [],
  flags: [],
  parse: parseMessages,
  create: emptyObject,
}

// A message may have a description, and placeholders with content and example.
const PARTS = 40

function parseMessages(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const root = scanJson(decoded.text, unitCounter(options, PARTS))
  const lineOf = lineCounter(decoded.text)
  const entries: JsonEntry[] = []
  const count = unitCounter(options)
  for (const { key, node, start } of root.items) {
    if (node.type !== 'object') continue
    const message = stringIn(node, 'message')
    if (message === undefined) continue
    count()
    entries.push({
      unit: unit({
        id: key!,
        context: key!,
        target: [textIn(node, 'message')],
        note: textIn(node, 'description'),
        flags: placeholderFlags(node),
        position: entries.length + 1,
        line: lineOf(start),
      }),
      forms: [{ path: [key!, 'message'], item: message }],
    })
  }
  return jsonFile({
    format: 'webextension',
    decoded,
    root,
    entries,
    options,
    place: added => [[added.id ?? added.context, 'message']],
    describe: (added, edits, after) => {
      if (added.note) edits.add([added.id ?? added.context, 'description'], added.note, after)
    },
    extra: ({ remove }, edits) => {
      for (const id of remove) edits.remove(root.byKey.get(id)!)
    },
  })
}

// Messages use placeholders as $NAME$, in any case.
function placeholderFlags(message: JsonContainer): string[] {
  const names = objectIn(message, 'placeholders')?.items.map(({ key }) => `$${key!.toUpperCase()}$`) ?? []
  const safe = names.filter(name => /^\$[\w@]+\$$/.test(name))
  return safe.length === 0 ? [] : [`placeholders:${safe.join(':')}`, 'case-insensitive']
}
