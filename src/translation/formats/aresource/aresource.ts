// Android string resources: strings, plurals and string arrays, by name.

import { newlineOf } from '../encoding.ts'
import type { CreateOptions, FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { textFile } from '../text-file.ts'
import { counted, decodeXml, rootName, scanXml, type XmlRoot } from '../xml/scanner.ts'
import { declareUtf8 } from '../xml/text.ts'
import { editResources } from './edit.ts'
import { hasMarkup, resourcesOf } from './units.ts'

export const aresource: FileFormat = {
  id: 'aresource',
  name: 'Android String Resource',
  extensions: ['xml', 'ts'],
  recognises: ({ seen }) => seen(rootName) === 'resources',
  monolingual: true,
  states: [],
  flags: ['java-printf-format'],
  parse: parseResources,
  create: createResources,
}

function parseResources(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decodeXml(bytes, options)
  const { text } = decoded
  const root = scanXml(text, 'resources', counted(['string', 'plurals', 'string-array/item'], options))
  const entries = resourcesOf(text, root, options)
  const ids = (isIncluded: (entry: (typeof entries)[number]) => boolean) =>
    new Set(entries.filter(isIncluded).map(({ unit }) => unit.id))
  const newline = newlineOf(text, options.template?.layout.newline)
  return textFile({
    format: 'aresource',
    decoded,
    units: entries.map(({ unit }) => unit),
    layout: {
      plurals: ids(({ kind }) => kind === 'plurals'),
      markup: ids(hasMarkup),
      ...(root.entities.size > 0 && { declared: declaredIn(root) }),
    },
    declareUtf8,
    edit: changes => editResources(changes, { text, newline, root, entries, options }),
  })
}

const declaredIn = ({ doctype, entities }: XmlRoot) => ({ doctype, entities })

function createResources({ template, maxBytes }: CreateOptions): Uint8Array {
  if (template === undefined) return Buffer.from('<?xml version="1.0" encoding="utf-8"?>\n<resources>\n</resources>\n')
  const { text } = decodeXml(template, { maxBytes })
  const root = scanXml(text, 'resources')
  // The opening tag declares namespaces that strings may use.
  const newline = newlineOf(text)
  const doctype = root.doctype === '' ? '' : root.doctype + newline
  const open = text.slice(root.start, root.openEnd - (root.selfClosing ? 2 : 1)).trimEnd()
  return Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?>${newline}${doctype}${open}>${newline}</resources>${newline}`,
  )
}
