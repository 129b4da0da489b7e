import { createReadStream } from 'node:fs'
import { access, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Config } from '#core/config.ts'
import { parseS3Url, S3, S3Error, type S3Place } from '#net/s3.ts'
import { StoreUnavailable } from '#store/store-error.ts'

/** What is kept under a name. */
export interface Kept {
  readonly name: string
  readonly size: number
  /** Seconds since 1970. */
  readonly modified: number
}

interface ByteRange {
  readonly start: number
  /** The last byte, itself included. */
  readonly end: number
}

/** Where bytes are kept by name: letters, digits and a few signs, with slashes between folders. */
export interface FileStore {
  about(name: string): Promise<Kept | null>
  read(name: string): Promise<Buffer | null>
  stream(name: string, range?: ByteRange): Promise<Readable | null>
  /** All or nothing; what was there is replaced. */
  write(name: string, bytes: Buffer, modified?: Date): Promise<void>
  remove(name: string): Promise<void>
  /** Everything whose name begins so; what nobody finished writing is listed as well. */
  list(prefix?: string): AsyncIterable<Kept>
}

function checked(name: string): string {
  if (!/^[\w~.-]+(\/[\w~.-]+)*$/.test(name) || /(^|\/)\.+(\/|$)/.test(name))
    throw new Error(`"${name}" is no name of a file.`)
  return name
}

/** A folder of this machine. */
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

  /** Writes aside and renames, so that a file under its name is always whole. */
  async write(name: string, bytes: Buffer, modified?: Date): Promise<void> {
    const target = this.#path(name)
    await mkdir(path.dirname(target), { recursive: true })
    const aside = `${target}.${process.pid}.part`
    await writeFile(aside, bytes, { flush: true })
    try {
      if (modified) await utimes(aside, modified, modified)
      await rename(aside, target)
    } catch (error) {
      // Somebody else may have been faster.
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

/** Now that the file is there, what others have begun of it is of no use; most often they were killed on the way. */
async function removeLeftovers(target: string): Promise<void> {
  const [folder, name] = [path.dirname(target), `${path.basename(target)}.`]
  for (const entry of await readdir(folder))
    if (entry.startsWith(name) && entry.endsWith('.part')) await rm(path.join(folder, entry), { force: true })
}

/** Servers tell when something came to them; when it was made they keep if they are told. */
const MADE = 'x-amz-meta-modified'

/** A bucket of a server that has S3, shared by all servers of a site. */
export class BucketStore implements FileStore {
  readonly #s3: S3
  readonly #folder: string

  /** `folder` is a part of the names there: `files/`. */
  constructor(place: S3Place, folder: string) {
    this.#s3 = new S3(place)
    this.#folder = folder
  }

  async about(name: string): Promise<Kept | null> {
    const headers = await told(this.#s3.head(this.#folder + checked(name)))
    if (headers === null) return null
    const made = Number(headers[MADE])
    const modified = made > 0 ? made : Math.floor(Date.parse(headers['last-modified'] ?? '') / 1000)
    return { name, size: Number(headers['content-length']), modified }
  }

  async read(name: string): Promise<Buffer | null> {
    const stream = await this.stream(name)
    return stream && told(buffer(stream))
  }

  stream(name: string, range?: ByteRange): Promise<Readable | null> {
    return told(this.#s3.get(this.#folder + checked(name), range))
  }

  write(name: string, bytes: Buffer, modified?: Date): Promise<void> {
    const headers = modified ? { [MADE]: String(Math.floor(modified.getTime() / 1000)) } : {}
    return told(this.#s3.put(this.#folder + checked(name), bytes, headers))
  }

  remove(name: string): Promise<void> {
    return told(this.#s3.remove(this.#folder + checked(name)))
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

/** Whatever a server of others is up to, it is no fault of the request. */
const told = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw new StoreUnavailable('files', error)
  })

/** As the operator has set it; null where there is no place for anything. */
export function openFileStore(
  { data, uploadStore }: Pick<Config, 'data' | 'uploadStore'>,
  folder: string,
): FileStore | null {
  if (uploadStore !== null) return new BucketStore(parseS3Url(uploadStore)!, `${folder}/`)
  return data === '' ? null : new FolderStore(path.join(data, folder))
}
