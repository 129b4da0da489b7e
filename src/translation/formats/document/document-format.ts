// Documents as components. The file of the source language is the template, and each block of its text is a string. The
// file of another language is the template with the translations in place of the texts; untranslated texts stay as they
// are. See docs/decisions/translation-files.md.

import { createHash } from 'node:crypto'
import { distinctIds } from '../distinct-ids.ts'
import { defaultMaxBytes, type FileChanges, type FileFormat, type ParsedFile, type ParseOptions } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { shown, singleForm, unit } from '../text-file.ts'
import { align } from './align.ts'
import type { ScannedDocument, Segment } from './segment.ts'

interface DocumentKind
  extends Pick<FileFormat, 'id' | 'name' | 'extensions' | 'flags' | 'recognises' | 'refuses' | 'forbids'> {
  scan(bytes: Uint8Array, options: ParseOptions): ScannedDocument
  /** The text of a translated segment, with its mark-up numbered as in the template. */
  renumbered?(segment: Segment, template: Segment): string
}

export function documentFormat(kind: DocumentKind): FileFormat {
  const { scan, renumbered, ...declared } = kind
  return {
    ...declared,
    monolingual: true,
    restricted: true,
    fixed: true,
    document: true,
    states: [],
    parse(bytes, options = {}) {
      const limit = options.maxBytes ?? defaultMaxBytes
      if (bytes.length > limit) throw new FormatError(`the file has ${bytes.length} bytes, the limit is ${limit}`)
      const template = options.byKey === 'template' ? undefined : options.template?.layout.document
      return template === undefined
        ? parsedTemplate(kind, bytes, options)
        : parsedTranslation(kind, bytes, template, options)
    },
    create: ({ template }) => template ?? Buffer.of(),
  }
}

const hasWords = ({ text, tags }: Segment): boolean =>
  /\p{L}/u.test(tags === undefined ? text : text.replace(/<\/?[gx]\b[^>]*>/g, ''))

// A file that does not exist yet is empty.
const scanned = ({ scan }: DocumentKind, bytes: Uint8Array, options: ParseOptions): ScannedDocument =>
  bytes.length === 0 ? { segments: [], newline: '\n', write: () => bytes } : scan(bytes, options)

/** Keys depend on the text only, so that strings survive changes elsewhere in the document. */
function keysOf(segments: readonly Segment[]): string[] {
  const distinct = distinctIds()
  return segments.map(({ kind, text }) => {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
    return distinct(`${kind}-${hash}`).replace('\u0018', '-')
  })
}

interface Entry {
  readonly id: string
  readonly index: number
  readonly source: Segment
}

const entriesOf = (segments: readonly Segment[]): Entry[] => {
  const keys = keysOf(segments)
  return segments.map((source, index) => ({ id: keys[index]!, index, source })).filter(({ source }) => hasWords(source))
}

function parsedTemplate(kind: DocumentKind, bytes: Uint8Array, options: ParseOptions): ParsedFile {
  const document = scanned(kind, bytes, options)
  const entries = entriesOf(document.segments)
  return parsedFile(kind, document, {
    units: entries.map(({ id, source }, i) =>
      unit({ id, context: id, target: [source.text], position: i + 1, line: source.line }),
    ),
    document: bytes,
    serialize: changes => {
      const texts = textsIn(changes, entries)
      for (const [index, text] of texts) if (text === '') texts.delete(index)
      return texts.size === 0 ? bytes : document.write(texts)
    },
  })
}

function parsedTranslation(
  kind: DocumentKind,
  bytes: Uint8Array,
  templateBytes: Uint8Array,
  options: ParseOptions,
): ParsedFile {
  const template = scanned(kind, templateBytes, options)
  const own = scanned(kind, bytes, options)
  const places = align(template.segments, own.segments)
  const entries = entriesOf(template.segments)
  const targets = new Map<number, string>()
  const units = entries.map(({ id, index, source }, i) => {
    const place = places[index]
    const segment = place && own.segments[place.index]!
    const text = segment === undefined ? '' : (kind.renumbered?.(segment, source) ?? segment.text)
    const target = text === source.text ? '' : text
    if (target !== '') targets.set(index, target)
    const fuzzy = target !== '' && place?.isCertain === false
    return unit({ id, context: id, target: [target], fuzzy, position: i + 1, line: segment?.line ?? source.line })
  })
  return parsedFile(kind, template, {
    units,
    document: templateBytes,
    serialize: changes => {
      const changed = textsIn(changes, entries)
      if (changed.size === 0 && bytes.length > 0) return bytes
      const texts = new Map([...targets, ...changed])
      for (const [index, text] of texts) if (text === '') texts.delete(index)
      return texts.size === 0 ? templateBytes : template.write(texts)
    },
  })
}

function parsedFile(
  { id }: DocumentKind,
  { newline }: ScannedDocument,
  { units, document, serialize }: Pick<ParsedFile, 'units' | 'serialize'> & { document: Uint8Array },
): ParsedFile {
  return {
    format: id,
    units,
    headers: new Map(),
    plural: undefined,
    language: undefined,
    sourceLanguage: undefined,
    layout: { newline, document },
    serialize,
  }
}

function textsIn(
  { update = [], add = [], remove = [] }: FileChanges = {},
  entries: readonly Entry[],
): Map<number, string> {
  if (add.length > 0 || remove.length > 0)
    throw new FormatError('strings of this format cannot be added or removed: the file follows its template')
  const indexes = new Map(entries.map(({ id, index }) => [id, index]))
  const texts = new Map<number, string>()
  for (const { id, target } of update) {
    const index = indexes.get(id)
    if (index === undefined) throw new FormatError(`the file has no unit "${shown(id)}"`)
    if (target === undefined) continue
    const text = singleForm(target, id)
    if (!text.isWellFormed()) throw new FormatError(`the text of "${shown(id)}" contains an unpaired surrogate`)
    texts.set(index, text.trim())
  }
  return texts
}
