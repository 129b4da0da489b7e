// Every setting of V8 that we change, and what it brings. What was measured stands in docs/performance.md#settings-of-v8.
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * For processes that serve: room for new objects. Left alone, V8 takes up to 32 MB of it and mostly keeps it. With 4 MB,
 * requests take at most 2 % more processor time; with 2 MB it was 5 %, with 1 MB 18 %.
 */
export const SERVING_FLAGS: readonly string[] = ['--max-semi-space-size=4']

/** For threads, whose limits Node sets without a flag; the same reason. */
export const THREAD_NURSERY_MB = 24

let collect: NodeJS.GCFunction | undefined

/**
 * Looks for all that is no longer used, and gives it back to the system; V8 by itself does so only when it needs room. At rest
 * after 6,000 requests two workers go from 191 MB to 161 with it, a server of one process from 192 MB to 128. Only contexts
 * made after the flag was set have the means, and only there is it wanted.
 */
export function collectEverything(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as NodeJS.GCFunction
  }
  collect({ type: 'major', flavor: 'last-resort' })
}

/** V8's own choice of how often a function is called before the last compiler takes it up. */
const USUAL_CALLS = 3000
/** Seconds after which an import is a long one. */
const LONG = 5

/**
 * For a command that is likely to be short: V8's last and slowest compiler takes a processor for most of a small import, and is
 * done when the import is. 2,004 pages take 2.7 s of the processor instead of 2.9.
 */
export function holdLastCompilerBack(): void {
  setFlagsFromString('--invocation-count-for-turbofan=1000000')
}

let allowed = false

/** To be called now and then in a long import, an eighth of whose time that compiler spares. */
export function compileWellWhenLong(): void {
  if (allowed || process.uptime() < LONG) return
  allowed = true
  setFlagsFromString(`--invocation-count-for-turbofan=${USUAL_CALLS}`)
}

/** Bytes of new objects that are collected at once. Less costs time in small imports, more memory in large ones. */
const LARGE_ENOUGH = 12 * 1024 * 1024

let stopped = false

/**
 * To be called now and then in a long import. Left alone, V8 lets the space for new objects grow as long as much survives
 * there, and an import, whose batches all survive for a while, ends with hundreds of megabytes of what nobody needs any more:
 * half of what a large import took.
 */
export function keepNurserySmall(): void {
  if (stopped) return
  const nursery = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  stopped = nursery !== undefined && nursery.space_size >= LARGE_ENOUGH
  if (stopped) setFlagsFromString('--semi-space-growth-factor=1')
}
