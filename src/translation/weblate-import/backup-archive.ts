// Opens a project backup of Weblate: a zip archive with JSON files, screenshots and repositories.

import { createHash } from 'node:crypto'
import { JsonTextError, parseJsonFile } from '#fields/json-text.ts'
import { FormatError } from '../formats/index.ts'
import { ZipArchive } from '../formats/zip/open-zip.ts'
import { SourceError } from './source.ts'

export type Row = Readonly<Record<string, unknown>>

/** A component without its strings, which are read when they are needed. */
export interface BackedUpComponent {
  readonly entry: string
  readonly settings: Row
  readonly translations: readonly Row[]
  readonly screenshots: readonly Row[]
}

const MANIFEST = 'weblate-backup.json'
const MEMORY = 'weblate-memory.json'
const OWN_MANIFEST = 'project.json'
const LIMITS = { maxFiles: 65_535, maxBytes: 8 * 1024 * 1024 * 1024 }
/** The longest text of V8 has about 512 million characters. */
const JSON_BYTES = 400 * 1024 * 1024

export class BackupArchive {
  /** The hash of the file. */
  readonly id: string
  readonly project: Row
  readonly labels: readonly unknown[]
  readonly categories: readonly unknown[]
  readonly teams: readonly unknown[]
  readonly #zip: ZipArchive
  /** The strings read last; most requests are about the same component. */
  #latest: { readonly entry: string; readonly units: readonly Row[] } | null = null

  private constructor(id: string, zip: ZipArchive, manifest: Row) {
    this.id = id
    this.#zip = zip
    this.project = objectAt(manifest, 'project', MANIFEST)
    this.labels = listAt(manifest, 'labels', MANIFEST)
    // Older versions have neither.
    this.categories = manifest.categories === undefined ? [] : listAt(manifest, 'categories', MANIFEST)
    this.teams = manifest.teams === undefined ? [] : listAt(manifest, 'teams', MANIFEST)
  }

  static async open(content: Buffer): Promise<BackupArchive> {
    const zip = await refused(() => ZipArchive.open(content, LIMITS, name => !/(^|\/)\.git\//.test(name)))
    if (!zip.has(MANIFEST))
      throw new SourceError(
        zip.has(OWN_MANIFEST)
          ? 'This is a project backup of Parlance. To restore it, create a project with the archive as "zipfile".'
          : `The archive is not a project backup of Weblate: ${MANIFEST} is missing.`,
      )
    const manifest = await readJson(zip, MANIFEST)
    if (!isRow(manifest)) throw new SourceError(`${MANIFEST}: expected an object.`)
    return new BackupArchive(createHash('sha256').update(content).digest('hex'), zip, manifest)
  }

  /** All components, each with its strings. */
  async *components(): AsyncGenerator<{ component: BackedUpComponent; units: readonly Row[] }> {
    const entries = this.#zip.names.filter(name => /^components\/.+\.json$/.test(name)).sort()
    for (const entry of entries) {
      const value = await readJson(this.#zip, entry)
      if (!isRow(value)) throw new SourceError(`${entry}: expected an object.`)
      const component = {
        entry,
        settings: objectAt(value, 'component', entry),
        translations: rowsAt(value, 'translations', entry),
        screenshots: rowsAt(value, 'screenshots', entry),
      }
      yield { component, units: rowsAt(value, 'units', entry) }
    }
  }

  async units({ entry }: BackedUpComponent): Promise<readonly Row[]> {
    if (this.#latest?.entry === entry) return this.#latest.units
    this.#latest = null
    const value = (await readJson(this.#zip, entry)) as Row
    const units = rowsAt(value, 'units', entry)
    this.#latest = { entry, units }
    return units
  }

  async memory(): Promise<readonly Row[]> {
    const value = await readJson(this.#zip, MEMORY)
    return rowsAt({ memory: value }, 'memory', MEMORY)
  }

  has(name: string): boolean {
    return this.#zip.has(name)
  }

  sizeOf(name: string): number {
    return this.#zip.sizeOf(name)
  }

  file(name: string): Promise<Buffer> {
    return refused(() => this.#zip.read(name))
  }
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

function objectAt(value: Row, member: string, file: string): Row {
  const found = value[member]
  if (!isRow(found)) throw new SourceError(`${file}: ${member}: expected an object.`)
  return found
}

function listAt(value: Row, member: string, file: string): readonly unknown[] {
  const found = value[member]
  if (!Array.isArray(found)) throw new SourceError(`${file}: ${member}: expected a list.`)
  return found
}

function rowsAt(value: Row, member: string, file: string): readonly Row[] {
  const rows = listAt(value, member, file)
  const wrong = rows.findIndex(row => !isRow(row))
  if (wrong !== -1) throw new SourceError(`${file}: ${member}[${wrong}]: expected an object.`)
  return rows as readonly Row[]
}

async function readJson(zip: ZipArchive, name: string): Promise<unknown> {
  if (!zip.has(name)) throw new SourceError(`The archive is incomplete: ${name} is missing.`)
  if (zip.sizeOf(name) > JSON_BYTES)
    throw new SourceError(`${name}: the file is larger than ${JSON_BYTES / 1024 / 1024} MB.`)
  try {
    return parseJsonFile(await refused(() => zip.read(name)))
  } catch (error) {
    throw error instanceof JsonTextError ? new SourceError(`${name}: ${error.message}.`) : error
  }
}

/** Rewords what is wrong with the archive for the person who runs the import. */
async function refused<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    throw error instanceof FormatError ? new SourceError(`The archive cannot be read: ${error.message}.`) : error
  }
}
