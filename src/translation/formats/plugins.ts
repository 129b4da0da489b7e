// File formats from the folder of plugins: text files with a key and a text per string.

import { type Declared, needFunction, needNew, needText, pluginsOf } from '#core/plugins.ts'
import { decode, newlineOf } from './encoding.ts'
import type { FileFormat, ParsedFile, ParseOptions } from './format.ts'
import { FormatError } from './format-error.ts'
import { type Pair, pairFile } from './pair-file.ts'
import { shown, singleForm } from './text-file.ts'
import { unitCounter } from './unit-limit.ts'

/** Plugins throw it to reject a file or a text with a reason for people. */
const TOOLS = { FormatError }

/** A string in a file. The numbers are positions in the text of the file. */
interface PluginPair {
  readonly key: string
  readonly text: string
  readonly note?: string
  /** The text as it is written, which a translation replaces. */
  readonly textStart: number
  readonly textEnd: number
  /** What is deleted with the string: its comments and lines, with the last line break. */
  readonly start: number
  readonly end: number
}

/** What a plugin declares, besides its name. */
interface Code {
  read(text: string): Iterable<PluginPair>
  write(text: string): string
  statement(string: { key: string; text: string; note: string; newline: string }): string
}

export function pluginFormats(known: readonly FileFormat[]): FileFormat[] {
  const taken = new Set(known.map(({ id }) => id))
  return pluginsOf('formats', TOOLS, declared => {
    const id = needText(declared, 'id', /^[a-z][a-z0-9-]*$/)
    needNew(id, taken)
    taken.add(id)
    const name = needText(declared, 'name')
    for (const member of ['read', 'write', 'statement']) needFunction(declared, member)
    const code = declared as unknown as Code
    return {
      id,
      name,
      extensions: extensionsOf(declared),
      monolingual: true,
      restricted: true,
      states: [],
      flags: flagsOf(declared),
      refuses: text => whyNot(code, text, name),
      parse: (bytes, options = {}) => running(name, () => parsed(id, name, code, bytes, options)),
      create: () => Buffer.of(),
    }
  })
}

function extensionsOf({ extensions }: Declared): readonly string[] {
  if (!Array.isArray(extensions) || extensions.length === 0 || !extensions.every(each => /^[a-z0-9_-]+$/.test(each)))
    throw new Error('"extensions" must be a list of file extensions in lower case, without dots')
  return extensions as string[]
}

function flagsOf({ flags = [] }: Declared): readonly string[] {
  if (!Array.isArray(flags) || !flags.every(each => typeof each === 'string'))
    throw new Error('"flags" must be a list of texts')
  return flags as string[]
}

function parsed(format: string, name: string, code: Code, bytes: Uint8Array, options: ParseOptions): ParsedFile {
  const decoded = decode(bytes, options)
  const { text } = decoded
  const newline = newlineOf(text, options.template?.layout.newline)
  const pairs = pairsOf(code, text, unitCounter(options))
  const file = pairFile<Pair>({
    format,
    decoded,
    options,
    pairs,
    value: (target, { key }) => code.write(singleForm(target, key)),
    statement: ({ target, note = '' }, key) => code.statement({ key, text: singleForm(target, key), note, newline }),
  })
  return {
    ...file,
    serialize: changes =>
      running(name, () => {
        const written = file.serialize(changes)
        requireSame(code, name, file, written, options, changes)
        return written
      }),
  }
}

function pairsOf(code: Code, text: string, count: () => void): Pair[] {
  const pairs: Pair[] = []
  let last = 0
  for (const { key, text: value, note = '', textStart, textEnd, start, end } of code.read(text)) {
    count()
    if (typeof key !== 'string' || key === '' || typeof value !== 'string' || typeof note !== 'string')
      throw new Error('a string has no key or no text')
    const places = [last, start, textStart, textEnd, end, text.length]
    if (!places.every((place, i) => Number.isSafeInteger(place) && place >= (places[i - 1] ?? 0)))
      throw new Error(`the positions of "${shown(key)}" are not in order`)
    last = end
    pairs.push({ key, target: [value], note, at: start, valueStart: textStart, valueEnd: textEnd, start, end })
  }
  return pairs
}

/** A mistake in the code for writing must not lose or change texts, so the file is read again. */
function requireSame(
  code: Code,
  name: string,
  before: ParsedFile,
  written: Uint8Array,
  options: ParseOptions,
  changes: Parameters<ParsedFile['serialize']>[0] = {},
): void {
  const wanted = new Map(before.units.map(({ id, context, target }) => [id, { key: context, target: target[0]! }]))
  for (const { id, target } of changes.update ?? []) {
    const unit = wanted.get(id)
    if (unit !== undefined && target !== undefined) wanted.set(id, { ...unit, target: target[0]! })
  }
  for (const id of changes.remove ?? []) wanted.delete(id)
  const texts = [...wanted.values()].map(({ key, target }) => [key, target])
  for (const added of changes.add ?? []) texts.push([added.id ?? added.context, added.target[0]!])
  const again = pairsOf(code, decode(written, options).text, () => {}).map(({ key, target }) => [key, target[0]!])
  const sorted = (list: string[][]) => JSON.stringify(list.map(each => JSON.stringify(each)).sort())
  if (sorted(texts) !== sorted(again))
    throw new FormatError(`the plugin for the file format "${name}" does not read what it writes`)
}

function whyNot(code: Code, text: string, name: string): string | undefined {
  try {
    code.write(text)
    return undefined
  } catch (error) {
    return `The file format "${name}" does not allow this text: ${reasonOf(error)}.`
  }
}

function running<T>(name: string, task: () => T): T {
  try {
    return task()
  } catch (error) {
    if (error instanceof FormatError) throw error
    throw new FormatError(`the plugin for the file format "${name}" failed: ${reasonOf(error)}`)
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
