import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { BoundedCache } from '#cache/bounded-cache.ts'
import type { FileStore } from '../file-store.ts'
import { drawThumbnail } from './draw-thumbnail.ts'
import { isCostly } from './drawing-cost.ts'
import { FileError, notFound } from './file-error.ts'
import type { FileVersion } from './file-version.ts'
import { fileContent, NEVER_STORED } from './stored-bytes.ts'
import type { ThumbOrder } from './thumb-order.ts'
import { thumbnailFolder } from './thumbnail-cache.ts'

/** Limits for concurrent and waiting thumbnails: pictures are expensive, and URLs are easy to make up. */
const CONCURRENCY = { picture: 2, drawing: 1, 'costly drawing': 1 }
const MAX_WAITING = 64
/** Maximum number of failed files to remember by hash. */
const MAX_FAILED = 10_000
/** Widths kept per file, so requests for every possible width cannot fill the disk. */
const MAX_KEPT = 40

/**
 * Creates thumbnails on first request and keeps them in a local folder, by hash and name. One instance serves all
 * routes of a wiki, so its limits hold.
 */
export class Thumbnails {
  /** The original files. */
  readonly files: FileStore
  readonly #folder: string
  readonly #underWay = new Map<string, Promise<Buffer>>()
  /** One queue per kind: slow drawings delay neither pictures nor other drawings. */
  readonly #queues = { picture: new Queue(), drawing: new Queue(), 'costly drawing': new Queue() }
  /** Errors by file hash: the same bytes would fail again. */
  readonly #failed = new BoundedCache<string, FileError>({ limit: MAX_FAILED })

  /**
   * `data` is the server's data folder. Thumbnails are kept apart from files: backups do not need them, and each
   * machine creates its own.
   */
  constructor(files: FileStore, data: string) {
    this.files = files
    this.#folder = thumbnailFolder(data)
  }

  async get(file: FileVersion, order: ThumbOrder): Promise<Buffer> {
    const target = this.#pathOf(file, order)
    const cached = await readFile(target).catch(() => null)
    if (cached) return cached
    const pending = this.#underWay.get(target)
    if (pending) return pending
    const created = this.#make(target, file, order).finally(() => this.#underWay.delete(target))
    this.#underWay.set(target, created)
    return created
  }

  #pathOf({ sha1 }: FileVersion, { prefix, mime }: ThumbOrder): string {
    if (!/^[0-9a-z]{31}$/.test(sha1) || !/^[0-9a-z-]+$/.test(prefix))
      throw new FileError(404, 'This file does not exist.')
    return path.join(this.#folder, sha1.slice(0, 2), sha1, `${prefix}.${mime.slice('image/'.length)}`)
  }

  async #make(target: string, file: FileVersion, order: ThumbOrder): Promise<Buffer> {
    const before = this.#failed.get(file.sha1)
    if (before !== undefined) throw before
    const source = (await fileContent(this.files, file.sha1)) ?? notFound(NEVER_STORED)
    const kind = kindOf(file, source)
    const bytes = await this.#queues[kind].run(CONCURRENCY[kind], () => {
      // Another size of the same file may have failed while this one was waiting.
      const failed = this.#failed.get(file.sha1)
      if (failed !== undefined) throw failed
      return drawThumbnail(source, file, order).catch(error => this.#remember(file, error))
    })
    await this.#keep(target, bytes)
    return bytes
  }

  #remember({ sha1, mime }: FileVersion, error: unknown): never {
    if (error instanceof FileError && error.status === 415 && mime === 'image/svg+xml') {
      this.#failed.set(sha1, error)
    }
    throw error
  }

  /** A full or read-only disk costs time but does not fail the request. */
  async #keep(target: string, bytes: Buffer): Promise<void> {
    const folder = path.dirname(target)
    const aside = `${target}.${process.pid}.part`
    try {
      await mkdir(folder, { recursive: true })
      if ((await readdir(folder)).length >= MAX_KEPT) return
      await writeFile(aside, bytes)
      await rename(aside, target)
    } catch {
      await rm(aside, { force: true }).catch(() => undefined)
    }
  }
}

const kindOf = ({ mime }: FileVersion, source: Buffer): keyof typeof CONCURRENCY => {
  if (mime !== 'image/svg+xml') return 'picture'
  return isCostly(source.toString()) ? 'costly drawing' : 'drawing'
}

class Queue {
  readonly #waiting: (() => void)[] = []
  #busy = 0

  async run<T>(most: number, work: () => Promise<T>): Promise<T> {
    if (this.#busy >= most) {
      if (this.#waiting.length >= MAX_WAITING)
        throw new FileError(503, 'Too many thumbnails are being created. Try again later.')
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    }
    this.#busy++
    try {
      return await work()
    } finally {
      this.#busy--
      this.#waiting.shift()?.()
    }
  }
}
