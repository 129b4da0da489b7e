import { fileURLToPath } from 'node:url'
import { SERVING_FLAGS } from '#events/v8-settings.ts'

/** Start options of our child processes. */
export const entryOf = (script: URL) => ({
  exec: fileURLToPath(script),
  execArgv: [...SERVING_FLAGS],
})

/**
 * Extra environment of our child processes. By default, the C library keeps a separate pool of freed memory for each of
 * a dozen threads, and holds on to freed blocks of 32 kB and more, which V8 uses for compiling.
 */
export const childEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
