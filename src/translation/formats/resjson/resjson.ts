// Resources of Windows apps in JavaScript: a text per key, and keys such as "_key.comment" for its notes.

import { decode } from '../encoding.ts'
import type { FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { emptyObject, type JsonEntry, jsonFile } from '../json/json-file.ts'
import { scanJson, textIn } from '../json/scanner.ts'
import { lineCounter } from '../lines.ts'
import { unit } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'

export const resjson: FileFormat = {
  id: 'resjson',
  name: 'RESJSON file',
  extensions: ['resjson'],
  monolingual: true,
  states: [],
  flags: [],
  parse: parseResources,
  create: emptyObject,
}

function parseResources(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const root = scanJson(decoded.text, unitCounter(options, 5))
  const lineOf = lineCounter(decoded.text)
  const entries: JsonEntry[] = []
  const count = unitCounter(options)
  for (const item of root.items) {
    const key = item.key!
    if (item.node.type !== 'string' || isDetail(key)) continue
    count()
    entries.push({
      unit: unit({
        id: key,
        context: key,
        target: [item.node.value],
        note: textIn(root, `_${key}.comment`),
        position: entries.length + 1,
        line: lineOf(item.start),
      }),
      forms: [{ path: [key], item }],
    })
  }
  const details = Map.groupBy(root.items, ({ key }) => /^_(.+)\.\w+$/s.exec(key!)?.[1])
  return jsonFile({
    format: 'resjson',
    decoded,
    root,
    entries,
    options,
    place: added => [[added.id ?? added.context]],
    anchor: id => {
      const last = details.get(id)?.at(-1)
      return last === undefined ? undefined : [last.key!]
    },
    describe: (added, edits, after) => {
      if (added.note) edits.add([`_${added.id ?? added.context}.comment`], added.note, after)
    },
    extra: ({ remove }, edits) => {
      for (const id of remove) for (const item of details.get(id) ?? []) edits.remove(item)
    },
  })
}

const isDetail = (key: string): boolean => /^_.+\.\w+$/s.test(key)
