import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Bytes of new objects that are collected at once. Less costs time in small imports, more memory in large ones. */
const LARGE_ENOUGH = 12 * 1024 * 1024

let stopped = false

/**
 * To be called now and then in a long import. Left alone, V8 lets the space for new objects grow as long as much survives
 * there, and an import, whose batches all survive for a while, ends with hundreds of megabytes of what nobody needs any more.
 */
export function keepNurserySmall(): void {
  if (stopped) return
  const nursery = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  stopped = nursery !== undefined && nursery.space_size >= LARGE_ENOUGH
  if (stopped) setFlagsFromString('--semi-space-growth-factor=1')
}
