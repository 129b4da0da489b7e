import { createReadStream } from 'node:fs'
import { access, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Config } from '#core/config.ts'
import { parseS3Url, S3, S3Error, type S3Place } from '#net/s3.ts'
import { StoreUnavailable } from '#store/store-error.ts'

/** A stored file. */
export interface Kept {
  readonly name: string
  readonly size: number
  /** Unix time in seconds. */
  readonly modified: number
}

interface ByteRange {
  readonly start: number
  /** Inclusive. */
  readonly end: number
}

/** Stores bytes by name. Names consist of letters, digits and a few punctuation marks, with slashes between folders. */
export interface FileStore {
  about(name: string): Promise<Kept | null>
  read(name: string): Promise<Buffer | null>
  stream(name: string, range?: ByteRange): Promise<Readable | null>
  /** Atomic; replaces existing content. */
  write(name: string, bytes: Buffer, modified?: Date): Promise<void>
  remove(name: string): Promise<void>
  /** Everything with this prefix, including unfinished writes. */
  list(prefix?: string): AsyncIterable<Kept>
}

function checked(name: string): string {
  if (!/^[\w~.-]+(\/[\w~.-]+)*$/.test(name) || /(^|\/)\.+(\/|$)/.test(name))
    throw new Error(`"${name}" is not a valid file name.`)
  return name
}

/** A local folder. */
export class FolderStore implements FileStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  #path(name: string): string {
    return path.join(this.#folder, ...checked(name).split('/'))
  }

  async about(name: string): Promise<Kept | null> {
    const info = await stat(this.#path(name)).catch(() => null)
    return info && { name, size: info.size, modified: Math.floor(info.mtimeMs / 1000) }
  }

  read(name: string): Promise<Buffer | null> {
    return readFile(this.#path(name)).catch(() => null)
  }

  async stream(name: string, range?: ByteRange): Promise<Readable | null> {
    const file = this.#path(name)
    return (await exists(file)) ? createReadStream(file, range ?? {}) : null
  }

  /** Writes to a temporary file and renames it, so readers never see a partial file. */
  async write(name: string, bytes: Buffer, modified?: Date): Promise<void> {
    const target = this.#path(name)
    await mkdir(path.dirname(target), { recursive: true })
    const aside = `${target}.${process.pid}.part`
    await writeFile(aside, bytes, { flush: true })
    try {
      if (modified) await utimes(aside, modified, modified)
      await rename(aside, target)
    } catch (error) {
      // Another process may have written it first.
      if (!(await exists(target))) throw error
    }
    await removeLeftovers(target)
  }

  async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true })
  }

  async *list(prefix = ''): AsyncGenerator<Kept> {
    yield* this.#below('', prefix)
  }

  async *#below(folder: string, prefix: string): AsyncGenerator<Kept> {
    const entries = await readdir(path.join(this.#folder, folder), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const name = folder + entry.name
      if (entry.isDirectory()) yield* this.#below(`${name}/`, prefix)
      else if (name.startsWith(prefix)) {
        const kept = await this.about(name)
        if (kept) yield kept
      }
    }
  }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

/** Removes temporary files of other writers, usually ones that were killed. */
async function removeLeftovers(target: string): Promise<void> {
  const [folder, name] = [path.dirname(target), `${path.basename(target)}.`]
  for (const entry of await readdir(folder))
    if (entry.startsWith(name) && entry.endsWith('.part')) await rm(path.join(folder, entry), { force: true })
}

/** S3 reports the upload time; the original modification time goes into metadata. */
const MADE = 'x-amz-meta-modified'

/** An S3 bucket, shared by all servers of a site. */
export class BucketStore implements FileStore {
  readonly #s3: S3
  readonly #folder: string

  /** `folder` is the key prefix, such as `files/`. */
  constructor(place: S3Place, folder: string) {
    this.#s3 = new S3(place)
    this.#folder = folder
  }

  async about(name: string): Promise<Kept | null> {
    const headers = await orUnavailable(this.#s3.head(this.#folder + checked(name)))
    if (headers === null) return null
    const modifiedAt = Number(headers[MADE])
    const modified = modifiedAt > 0 ? modifiedAt : Math.floor(Date.parse(headers['last-modified'] ?? '') / 1000)
    return { name, size: Number(headers['content-length']), modified }
  }

  async read(name: string): Promise<Buffer | null> {
    const stream = await this.stream(name)
    return stream && orUnavailable(buffer(stream))
  }

  stream(name: string, range?: ByteRange): Promise<Readable | null> {
    return orUnavailable(this.#s3.get(this.#folder + checked(name), range))
  }

  write(name: string, bytes: Buffer, modified?: Date): Promise<void> {
    const headers = modified ? { [MADE]: String(Math.floor(modified.getTime() / 1000)) } : {}
    return orUnavailable(this.#s3.put(this.#folder + checked(name), bytes, headers))
  }

  remove(name: string): Promise<void> {
    return orUnavailable(this.#s3.remove(this.#folder + checked(name)))
  }

  async *list(prefix = ''): AsyncGenerator<Kept> {
    try {
      for await (const kept of this.#s3.list(this.#folder + prefix))
        yield { ...kept, name: kept.name.slice(this.#folder.length) }
    } catch (error) {
      throw error instanceof S3Error ? new StoreUnavailable('files', error) : error
    }
  }
}

/** Reports failures of the third-party service as unavailability, not as a fault of the request. */
const orUnavailable = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw new StoreUnavailable('files', error)
  })

/** The configured store; null when none is configured. */
export function openFileStore(
  { data, uploadStore }: Pick<Config, 'data' | 'uploadStore'>,
  folder: string,
): FileStore | null {
  if (uploadStore !== null) return new BucketStore(parseS3Url(uploadStore)!, `${folder}/`)
  return data === '' ? null : new FolderStore(path.join(data, folder))
}
