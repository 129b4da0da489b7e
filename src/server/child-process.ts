import path from 'node:path'

const start = path.join(import.meta.dirname, '..', '..', 'bin', 'start.js')

/** How a process of our own begins, with a file of this folder. */
export const entryOf = (script: string) => ({
  exec: start,
  args: [path.join(import.meta.dirname, script)],
  // Room for new objects: four times as much, which is usual, answers hardly faster.
  execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'],
})

/**
 * What its environment has beyond ours. Left alone, the C library keeps apart what each of a dozen threads has freed, and
 * keeps freed pieces of 32 kB and more, which V8 takes to compile, as if they were wanted again at once.
 */
export const childEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
  // bin/start.js tells why.
  NODE_COMPILE_CACHE: undefined,
}
