// Translation memories as TMX.

import { resolveLanguageCode } from '#languages/resolve-code.ts'
import { FormatError } from '../formats/format-error.ts'
import { NOT_TMX, readTmx as readUnits, type TmxUnit } from '../formats/tmx/read-tmx.ts'
import { TMX_TAIL, tmxHead, tmxUnit } from '../formats/tmx/write-tmx.ts'
import { MAX_ENTRIES, MAX_TEXT, type MemoryEntry, MemoryFileError } from './memory-file.ts'

/** Entries as TMX. The first variant of each unit is the source. */
export async function toTmx(batches: AsyncIterable<readonly MemoryEntry[]>): Promise<Buffer> {
  const parts = [tmxHead()]
  for await (const entries of batches) parts.push(...entries.map(tmxUnit))
  return Buffer.from(parts.join('') + TMX_TAIL)
}

/** Language tags are resolved as those of files: `pt-BR` is `pt_BR`. */
class Codes {
  readonly #codes = new Map<string, string>()

  of(tag: string): string {
    const known = this.#codes.get(tag)
    if (known !== undefined) return known
    const code = resolveLanguageCode(tag.slice(0, 50).replace('-x-', '@'))?.code ?? tag
    this.#codes.set(tag, code)
    return code
  }
}

/** One entry for each language besides the original. */
function* entriesOf({ texts, source }: TmxUnit, codes: Codes): Generator<MemoryEntry> {
  const filled = [...texts].filter(([, text]) => text !== '')
  const original = filled.find(([tag]) => tag.toLowerCase() === source?.toLowerCase()) ?? filled[0]
  for (const [tag, target] of filled)
    if (tag !== original![0])
      yield {
        source: original![1],
        target,
        source_language: codes.of(original![0]),
        target_language: codes.of(tag),
        origin: '',
      }
}

export async function readTmx(content: Buffer): Promise<MemoryEntry[]> {
  const units = await readUnits(content).catch((error: unknown) => {
    if (!(error instanceof FormatError)) throw error
    if (error.message === NOT_TMX) throw new MemoryFileError('The file is neither a JSON list of entries nor TMX.')
    throw new MemoryFileError(`The TMX file is invalid: ${error.message}.`)
  })
  const codes = new Codes()
  const entries: MemoryEntry[] = []
  for (const unit of units)
    for (const entry of entriesOf(unit, codes)) {
      if (entries.length >= MAX_ENTRIES) throw new MemoryFileError(`The file has more than ${MAX_ENTRIES} entries.`)
      if (Math.max(entry.source.length, entry.target.length) > MAX_TEXT)
        throw new MemoryFileError(`Entry ${entries.length + 1} has a text of more than ${MAX_TEXT} characters.`)
      entries.push(entry)
    }
  return entries
}
