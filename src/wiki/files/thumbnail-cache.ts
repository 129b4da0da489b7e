import { opendir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Cache, CacheSize } from '#core/cache.ts'

/** Time limit for measuring a folder that may hold millions of files. */
const PATIENCE_MS = 2000

/** The folder in which a server keeps its thumbnails. */
export const thumbnailFolder = (data: string): string => path.join(data, 'thumbnails')

export const thumbnailCache = (data: string): Cache => ({
  name: 'thumbnails',
  measure: () => sizeOf(thumbnailFolder(data)),
  async clear() {
    const folder = thumbnailFolder(data)
    const size = await sizeOf(folder)
    // Renaming clears the cache immediately; deleting follows.
    const aside = `${folder}.${process.pid}.${Date.now()}.gone`
    const isMoved = await rename(folder, aside).then(
      () => true,
      () => false,
    )
    if (isMoved) await rm(aside, { recursive: true, force: true })
    return size
  },
})

async function sizeOf(folder: string): Promise<CacheSize> {
  const end = performance.now() + PATIENCE_MS
  const size = { entries: 0, bytes: 0, isWhole: true }
  const folders = [folder]
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = await opendir(next).catch(() => null)
    if (entries === null) continue
    for await (const entry of entries) {
      if (entry.isDirectory()) folders.push(path.join(next, entry.name))
      else {
        size.entries++
        size.bytes += (await stat(path.join(next, entry.name)).catch(() => null))?.size ?? 0
      }
      if (performance.now() > end) return { ...size, isWhole: false }
    }
  }
  return size
}
