// Runs a file of this project with the right Node, and from a clone not before what it runs is up to date.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { nodeOrExit } from './node24.js'

const bin = path.dirname(fileURLToPath(import.meta.url))
/** What npm publishes has no sources, and nothing to build with. */
const isClone = existsSync(path.join(bin, '..', 'src'))

/** Runs the script here when this Node is the right one, else in a process of the right one. */
export async function runScript(script, args) {
  const node = nodeOrExit()
  if (isClone) await (await import('./build.js')).buildIfStale()
  if (node === process.execPath) await runHere(path.resolve(script), args)
  else runElsewhere(node, script, args)
}

async function runHere(script, args) {
  process.argv = [process.execPath, script, ...args]
  await import(pathToFileURL(script).href)
}

/** Left alone, the C library keeps freed memory apart for each of a dozen threads. */
const FOR_A_COMMAND = { MALLOC_ARENA_MAX: '2' }

/**
 * What runs for weeks gives back more: after 27,000 requests of all kinds it had kept 200 MB instead of 295. The same settings
 * stand in src/server/child-process.ts for its workers.
 */
const FOR_A_SERVER = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '32768', MALLOC_TRIM_THRESHOLD_: '131072' }

/** Replaces this process in all but name: same terminal, signals passed on, same exit code. */
function runElsewhere(node, script, args) {
  // Over the fourth channel the child notices when this process is killed, which no signal tells it.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const env = { ...(args.includes('serve') ? FOR_A_SERVER : FOR_A_COMMAND), ...process.env }
  const child = spawn(node, [script, ...args], { stdio, env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    if (signal) process.removeAllListeners(signal).kill(process.pid, signal)
    else process.exit(code ?? 1)
  })
}
