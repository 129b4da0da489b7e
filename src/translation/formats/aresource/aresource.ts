// Android string resources: strings, plurals and string arrays, by name.

import { newlineOf } from '../encoding.ts'
import type { CreateOptions, FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { textFile } from '../text-file.ts'
import { counted, decodeXml, rootName, scanXml, type XmlRoot } from '../xml/scanner.ts'
import { declareUtf8 } from '../xml/text.ts'
import type { ResourceDialect } from './content.ts'
import { editResources } from './edit.ts'
import { hasMarkup, resourcesOf } from './units.ts'

const android: ResourceDialect = { plurals: 'plurals', quotes: true }

export const aresource = resourceFormat('aresource', 'Android String Resource', android)
// Compose has no special quotes.
export const cmpResource = resourceFormat('cmp-resource', 'Compose Multiplatform Resource', {
  plurals: 'plurals',
  quotes: false,
})
export const mokoResource = resourceFormat('moko-resource', 'Mobile Kotlin Resource', {
  plurals: 'plural',
  quotes: true,
})

function resourceFormat(id: string, name: string, dialect: ResourceDialect): FileFormat {
  return {
    id,
    name,
    extensions: id === 'aresource' ? ['xml', 'ts'] : ['xml'],
    recognises: ({ path, seen }) => seen(rootName) === 'resources' && id === kindOf(path, seen(hasMokoPlurals)),
    monolingual: true,
    states: [],
    flags: ['java-printf-format'],
    parse: (bytes, options = {}) => parseResources(bytes, options, id, dialect),
    create: createResources,
  }
}

// Strings look the same in all three. Plurals of Moko differ, and Compose has a folder of its own.
function kindOf(path: string, isMoko: boolean): string {
  if (isMoko) return 'moko-resource'
  return /(?:^|\/)composeResources\//.test(path) ? 'cmp-resource' : 'aresource'
}

function hasMokoPlurals(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 262_144)).toString('latin1')
  return /<plural\s/.test(start)
}

function parseResources(
  bytes: Uint8Array,
  options: ParseOptions,
  format: string,
  dialect: ResourceDialect,
): ParsedFile {
  const decoded = decodeXml(bytes, options)
  const { text } = decoded
  const root = scanXml(text, 'resources', counted(['string', dialect.plurals, 'string-array/item'], options))
  const entries = resourcesOf(text, root, options, dialect)
  const ids = (isIncluded: (entry: (typeof entries)[number]) => boolean) =>
    new Set(entries.filter(isIncluded).map(({ unit }) => unit.id))
  const newline = newlineOf(text, options.template?.layout.newline)
  return textFile({
    format,
    decoded,
    units: entries.map(({ unit }) => unit),
    layout: {
      plurals: ids(({ kind }) => kind === 'plurals'),
      markup: ids(hasMarkup),
      ...(root.entities.size > 0 && { declared: declaredIn(root) }),
    },
    declareUtf8,
    edit: changes => editResources(changes, { text, newline, root, entries, options, dialect }),
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
