// Reads and validates the files of a backup; errors name the file and the path inside it.

import type { Fields, Input } from '#fields/field.ts'
import { JsonTextError, parseJsonFile, parseJsonText } from '#fields/json-text.ts'
import { InvalidInput, invalid, type Problem } from '#fields/problem.ts'
import { readFields } from '#fields/read.ts'
import { breathe } from '#store/turn.ts'
import { FormatError } from '../formats/index.ts'
import { readZip } from '../formats/zip/read-zip.ts'
import { MANIFEST, type Manifest, manifestFields } from './backup-shape.ts'

const LIMITS = { maxFiles: 65_535, maxBytes: 1024 * 1024 * 1024 }
/** Parsing JSON blocks the process, so the size is limited. */
const MAX_JSON_BYTES = 64 * 1024 * 1024
const MAX_LINE_BYTES = 8 * 1024 * 1024
const LINES_AT_ONCE = 100
const MAX_PROBLEMS = 20

/** An error at a path in a file of the archive. */
export const wrong = (place: string, detail: string, code = 'invalid'): InvalidInput =>
  invalid({ code, detail: `${place}: ${detail}`, attr: 'zipfile' })

/** `components.2.slug` → `components[2].slug`. */
const pathOf = (attr: string): string => attr.replace(/\.?non_field_errors$/, '').replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]')

/** Validation errors, prefixed with their place in the archive. */
function inFile(place: string, problems: readonly Problem[]): InvalidInput {
  const shown = problems.slice(0, MAX_PROBLEMS).map(({ code, detail, attr }) => {
    const path = pathOf(attr ?? '')
    return { code, detail: `${place}${path === '' ? '' : `: ${path}`}: ${detail}`, attr: 'zipfile' }
  })
  return invalid(...shown)
}

/** Runs a check whose errors name paths within `place`. */
export function about<T>(place: string, check: () => T): T {
  try {
    return check()
  } catch (error) {
    throw error instanceof InvalidInput ? inFile(place, error.problems) : error
  }
}

function readWhole<F extends Fields>(fields: F, value: unknown, place: string): Input<F> {
  return about(place, () => {
    const read = readFields(fields, value)
    const unknown = unknownMember(fields, value as object, '')
    if (unknown !== null) throw invalid({ code: 'unknown', detail: 'Unknown member.', attr: unknown })
    return read
  })
}

/** Finds an undeclared member, which would otherwise be dropped silently. */
function unknownMember(fields: Fields, value: object, at: string): string | null {
  for (const [name, member] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field === undefined) return `${at}${name.slice(0, 100)}`
    if (field.inner === undefined || typeof member !== 'object' || member === null) continue
    const inner = Array.isArray(member)
      ? member.map((each: unknown, i): [unknown, string] => [each, `${at}${name}.${i}.`])
      : [[member, `${at}${name}.`] as [unknown, string]]
    for (const [each, path] of inner) {
      const unknown = unknownMember(field.inner.fields, each as object, path)
      if (unknown !== null) return unknown
    }
  }
  return null
}

function parsed<T>(place: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw error instanceof JsonTextError ? wrong(place, `${error.message}.`) : error
  }
}

export class Archive {
  readonly manifest: Manifest
  readonly #files: ReadonlyMap<string, Buffer>
  /** Entries not read yet. */
  readonly #unread: Set<string>

  private constructor(files: ReadonlyMap<string, Buffer>) {
    this.#files = files
    this.#unread = new Set(files.keys())
    const content = files.get(MANIFEST)
    if (content === undefined) throw new FormatError(`the archive is not a project backup: ${MANIFEST} is missing`)
    this.#unread.delete(MANIFEST)
    if (content.length > MAX_JSON_BYTES)
      throw wrong(MANIFEST, `The file is larger than ${MAX_JSON_BYTES / 1024 / 1024} MB.`, 'max_length')
    this.manifest = readWhole(
      manifestFields,
      parsed(MANIFEST, () => parseJsonFile(content)),
      MANIFEST,
    )
  }

  static async open(content: Uint8Array): Promise<Archive> {
    return new Archive(await readZip(content, () => true, LIMITS))
  }

  /** A file named in the manifest; each file may be named only once. */
  file(name: string, place: string): Buffer {
    const content = this.#files.get(name)
    if (content === undefined || !/^(files|screenshots)\//.test(name))
      throw wrong(`${MANIFEST}: ${place}`, `"${name.slice(0, 200)}" is missing in the archive.`, 'does_not_exist')
    if (!this.#unread.delete(name)) throw wrong(`${MANIFEST}: ${place}`, `"${name}" is listed twice.`, 'unique')
    return content
  }

  /** The lines of all files in a folder, in order, each with its place for error messages. */
  async *lines<F extends Fields>(folder: string, fields: F): AsyncGenerator<{ value: Input<F>; place: string }[]> {
    for (let n = 0; this.#files.has(`${folder}${n}.jsonl`); n++) {
      const name = `${folder}${n}.jsonl`
      this.#unread.delete(name)
      let some: { value: Input<F>; place: string }[] = []
      for (const [line, number] of this.#linesOf(name)) {
        const place = `${name} line ${number}`
        const value = readWhole(
          fields,
          parsed(place, () => parseJsonText(line)),
          place,
        )
        some.push({ value, place })
        if (some.length < LINES_AT_ONCE) continue
        await breathe()
        yield some
        some = []
      }
      if (some.length > 0) yield some
    }
  }

  *#linesOf(name: string): Generator<[string, number]> {
    const content = this.#files.get(name)!
    const decoder = new TextDecoder('utf-8', { fatal: true })
    let number = 0
    for (let start = 0; start < content.length; ) {
      const newline = content.indexOf(0x0a, start)
      const end = newline === -1 ? content.length : newline
      number++
      const place = `${name} line ${number}`
      if (end - start > MAX_LINE_BYTES)
        throw wrong(place, `The line is longer than ${MAX_LINE_BYTES / 1024 / 1024} MB.`, 'max_length')
      let line: string
      try {
        line = decoder.decode(content.subarray(start, end))
      } catch {
        throw wrong(place, 'not UTF-8 text.')
      }
      if (line !== '') yield [line, number]
      start = end + 1
    }
  }

  /** Rejects files that were not read: a gap in their numbering would hide all files after it. */
  needAllRead(): void {
    const [left] = this.#unread
    if (left !== undefined)
      throw wrong(left.slice(0, 200), 'This file is not used by any part of the backup.', 'unknown')
  }
}
