import { fileURLToPath } from 'node:url'
import { SERVING_FLAGS } from '#events/v8-settings.ts'

/** How a process of our own begins. */
export const entryOf = (script: URL) => ({
  exec: fileURLToPath(script),
  execArgv: [...SERVING_FLAGS],
})

/**
 * What its environment has beyond ours. Left alone, the C library keeps apart what each of a dozen threads has freed, and
 * keeps freed pieces of 32 kB and more, which V8 takes to compile, as if they were wanted again at once.
 */
export const childEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
