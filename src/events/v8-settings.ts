// All V8 settings that we change, and why. See docs/performance.md#settings-of-v8 for the measurements.
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Young generation of server processes. By default, V8 uses up to 32 MB and mostly keeps it. For two workers, this
 * setting reduces memory from 149 MB to 139 MB at rest and from 242 MB to 213 MB under load. Requests take at most 2%
 * more CPU time; with 2 MB it was 5%, with 1 MB 18%.
 */
export const SERVING_FLAGS: readonly string[] = ['--max-semi-space-size=4']

/** The same for threads, whose limits Node.js sets without a flag. */
export const THREAD_NURSERY_MB = 24

let collect: NodeJS.GCFunction | undefined

/**
 * Runs a full garbage collection and returns memory to the system, which V8 otherwise does only when it needs room. At
 * rest after 6,000 requests, two workers take 167 MB with it and 211 MB without. The flag exposes `gc` only in contexts
 * created afterwards, so this code is the only one that has it.
 */
export function collectEverything(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as NodeJS.GCFunction
  }
  collect({ type: 'major', flavor: 'last-resort' })
}

/** V8's default number of calls before TurboFan compiles a function. */
const DEFAULT_CALLS = 3000
/** Uptime in seconds after which an import counts as long. */
const LONG_IMPORT_SECONDS = 5

/**
 * Keeps TurboFan, V8's slowest compiler, out of short commands. In a small import it would use a core until the import
 * is done anyway: without it, 2,004 pages take 2.7 s of CPU time instead of 2.9 s.
 */
export function holdLastCompilerBack(): void {
  setFlagsFromString('--invocation-count-for-turbofan=1000000')
}

let allowed = false

/** Call regularly during an import. Turns TurboFan on for long imports, where it saves an eighth of the time. */
export function compileWellWhenLong(): void {
  if (allowed || process.uptime() < LONG_IMPORT_SECONDS) return
  allowed = true
  setFlagsFromString(`--invocation-count-for-turbofan=${DEFAULT_CALLS}`)
}

/** Maximum size of the young generation. Less costs time in small imports, more costs memory in large ones. */
const MAX_NURSERY_BYTES = 12 * 1024 * 1024

let stopped = false

/**
 * Call regularly during an import. V8 grows the young generation while many objects survive in it. The batches of an
 * import all survive for a while, so it would end with hundreds of megabytes of garbage: half the memory of a large
 * import.
 */
export function keepNurserySmall(): void {
  if (stopped) return
  const nursery = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  stopped = nursery !== undefined && nursery.space_size >= MAX_NURSERY_BYTES
  if (stopped) setFlagsFromString('--semi-space-growth-factor=1')
}
