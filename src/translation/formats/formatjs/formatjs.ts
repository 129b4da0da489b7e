// Messages extracted by Format.JS: an object per id, with the text in "defaultMessage" and a description. Texts may also
// stand alone.

import { decode } from '../encoding.ts'
import type { FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { emptyObject, type JsonEntry, jsonFile } from '../json/json-file.ts'
import { jsonRoot, scanJson, textIn } from '../json/scanner.ts'
import { lineCounter } from '../lines.ts'
import { unit } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'

export const formatjs: FileFormat = {
  id: 'formatjs',
  name: 'Format.JS JSON file',
  extensions: ['json'],
  recognises: ({ seen }) => {
    const [first] = seen(jsonRoot)?.items ?? []
    return first?.node.type === 'object' && first.node.byKey.get('defaultMessage')?.node.type === 'string'
  },
  monolingual: true,
  states: [],
  flags: ['icu-message-format'],
  parse: parseMessages,
  create: emptyObject,
}

const PARTS = 10

function parseMessages(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const root = scanJson(decoded.text, unitCounter(options, PARTS))
  const lineOf = lineCounter(decoded.text)
  const entries: JsonEntry[] = []
  for (const item of root.items) {
    const { key, node, start } = item
    const message = node.type === 'object' ? node.byKey.get('defaultMessage') : item
    if (message?.node.type !== 'string') continue
    entries.push({
      unit: unit({
        id: key!,
        context: key!,
        target: [message.node.value],
        note: node.type === 'object' ? textIn(node, 'description') : '',
        position: entries.length + 1,
        line: lineOf(start),
      }),
      forms: [{ path: message === item ? [key!] : [key!, 'defaultMessage'], item: message }],
    })
  }
  const isFlat = entries.length > 0 && entries.every(({ forms }) => forms[0]!.path.length === 1)
  return jsonFile({
    format: 'formatjs',
    decoded,
    root,
    entries,
    options,
    place: added => [isFlat ? [added.id ?? added.context] : [added.id ?? added.context, 'defaultMessage']],
    describe: (added, edits, after) => {
      if (added.note && !isFlat) edits.add([added.id ?? added.context, 'description'], added.note, after)
    },
    extra: ({ remove }, edits) => {
      for (const id of remove) edits.remove(root.byKey.get(id)!)
    },
  })
}
