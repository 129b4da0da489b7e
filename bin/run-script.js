// Runs a file of this project with the right Node. In a clone, updates the build first.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { nodeOrExit } from './node24.js'

const bin = path.dirname(fileURLToPath(import.meta.url))
/** The published package has no sources. */
const isClone = existsSync(path.join(bin, '..', 'src'))

/** Runs the script in this process if its Node is recent enough, otherwise in a child process. */
export async function runScript(script, args) {
  const node = nodeOrExit()
  if (isClone) await (await import('./build.js')).buildIfStale()
  if (node === process.execPath) await runHere(path.resolve(script), args)
  else runInChild(node, script, args)
}

async function runHere(script, args) {
  process.argv = [process.execPath, script, ...args]
  await import(pathToFileURL(script).href)
}

/** By default the C library keeps freed memory separately for each of a dozen threads. */
const COMMAND_ENV = { MALLOC_ARENA_MAX: '2' }

/**
 * A server returns more memory: after 27,000 mixed requests it kept 200 MB instead of 295 MB. src/server/child-process.ts uses
 * the same settings for workers.
 */
const SERVER_ENV = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '32768', MALLOC_TRIM_THRESHOLD_: '131072' }

/** Behaves like exec: same terminal, signals passed on, same exit code. */
function runInChild(node, script, args) {
  // The IPC channel lets the child notice when this process is killed.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const env = { ...(args.includes('serve') ? SERVER_ENV : COMMAND_ENV), ...process.env }
  const child = spawn(node, [script, ...args], { stdio, env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    if (signal) process.removeAllListeners(signal).kill(process.pid, signal)
    else process.exit(code ?? 1)
  })
}
