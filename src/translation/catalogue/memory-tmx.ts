// Translation memories as TMX, the exchange format between translation tools.

import { SaxesParser } from 'saxes'
import { resolveLanguageCode } from '#languages/resolve-code.ts'
import { breathe } from '#store/turn.ts'
import { escapeAttribute, escapeText, forbidden } from '../formats/xml/text.ts'
import { MAX_ENTRIES, MAX_TEXT, type MemoryEntry, MemoryFileError } from './memory-file.ts'

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
  <header creationtool="Parlance" creationtoolversion="1" segtype="sentence" o-tmf="plain" adminlang="en" srclang="*all*" datatype="plaintext"/>
  <body>
`
const TAIL = '  </body>\n</tmx>\n'

const clean = (text: string): string => escapeText(text.replace(new RegExp(forbidden.source, 'g'), ''))

/** `pt_BR` → `pt-BR`; the case stays, because most tools expect it. */
const tagOf = (code: string): string => code.replaceAll('_', '-').replace('@', '-x-')

const variant = (language: string, text: string): string =>
  `      <tuv xml:lang="${escapeAttribute(tagOf(language))}"><seg>${clean(text)}</seg></tuv>\n`

/** Entries as TMX. The first variant of each unit is the source. */
export async function toTmx(batches: AsyncIterable<readonly MemoryEntry[]>): Promise<Buffer> {
  const parts = [HEAD]
  for await (const entries of batches)
    for (const { source, target, source_language, target_language, origin } of entries)
      parts.push(
        '    <tu>\n',
        origin === '' ? '' : `      <prop type="x-origin">${clean(origin)}</prop>\n`,
        variant(source_language, source),
        variant(target_language, target),
        '    </tu>\n',
      )
  return Buffer.from(parts.join('') + TAIL)
}

/** UTF-16 has a byte order mark; everything else is UTF-8. */
function encodingOf([first, second]: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Whether a file looks like XML rather than JSON. */
export const isXml = (content: Buffer): boolean =>
  encodingOf(content) !== 'utf-8' || /^\ufeff?\s*</.test(content.subarray(0, 100).toString('utf8'))

interface Variant {
  readonly language: string
  text: string
}

/** Collects translation units while the parser reads. */
class Units {
  readonly entries: MemoryEntry[] = []
  #sourceOfAll = '*all*'
  #source = '*all*'
  #variants: Variant[] = []
  #isInSegment = false
  #root = ''
  readonly #codes = new Map<string, string>()

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#root === '') {
      this.#root = name
      if (name !== 'tmx') throw new MemoryFileError('The file is neither a JSON list of entries nor TMX.')
    }
    if (name === 'header') this.#sourceOfAll = attributes.srclang ?? '*all*'
    else if (name === 'tu') {
      this.#variants = []
      this.#source = attributes.srclang ?? this.#sourceOfAll
    } else if (name === 'tuv')
      this.#variants.push({ language: attributes['xml:lang'] ?? attributes.lang ?? '', text: '' })
    else if (name === 'seg' && this.#variants.length > 0) this.#isInSegment = true
  }

  /** Text of inline elements counts as well: it is the markup of the original. */
  text(text: string): void {
    if (this.#isInSegment) this.#variants.at(-1)!.text += text
  }

  close(name: string): void {
    if (name === 'seg') this.#isInSegment = false
    if (name !== 'tu') return
    const named = this.#variants.filter(({ language, text }) => language !== '' && text !== '')
    const source = named.find(each => each.language.toLowerCase() === this.#source.toLowerCase()) ?? named[0]
    for (const target of named) if (target !== source) this.#add(source!, target)
  }

  #add(source: Variant, target: Variant): void {
    if (this.entries.length >= MAX_ENTRIES) throw new MemoryFileError(`The file has more than ${MAX_ENTRIES} entries.`)
    for (const { text } of [source, target])
      if (text.length > MAX_TEXT)
        throw new MemoryFileError(`Entry ${this.entries.length + 1} has a text of more than ${MAX_TEXT} characters.`)
    this.entries.push({
      source: source.text,
      target: target.text,
      source_language: this.#codeOf(source.language),
      target_language: this.#codeOf(target.language),
      origin: '',
    })
  }

  /** Language tags are resolved as those of files: `pt-BR` is `pt_BR`. */
  #codeOf(tag: string): string {
    const known = this.#codes.get(tag)
    if (known !== undefined) return known
    const code = resolveLanguageCode(tag.slice(0, 50).replace('-x-', '@'))?.code ?? tag
    this.#codes.set(tag, code)
    return code
  }
}

const CHUNK = 128 * 1024

/** Parses TMX in portions, so that a large file does not hold up other requests. Entities are not expanded. */
export async function readTmx(content: Buffer): Promise<MemoryEntry[]> {
  const units = new Units()
  const parser = new SaxesParser()
  parser.on('error', error => {
    throw new MemoryFileError(`The TMX file is invalid: ${error.message.slice(0, 200)}`)
  })
  parser.on('opentag', ({ name, attributes }) => units.open(name, attributes as Record<string, string>))
  parser.on('text', text => units.text(text))
  parser.on('cdata', text => units.text(text))
  parser.on('closetag', ({ name }) => units.close(name))
  const decoder = new TextDecoder(encodingOf(content), { fatal: true })
  try {
    for (let at = 0; at < content.length; at += CHUNK) {
      parser.write(decoder.decode(content.subarray(at, at + CHUNK), { stream: true }))
      await breathe()
    }
    parser.write(decoder.decode()).close()
  } catch (error) {
    if (error instanceof MemoryFileError) throw error
    throw new MemoryFileError('The TMX file is not valid XML in UTF-8 or UTF-16.')
  }
  return units.entries
}
