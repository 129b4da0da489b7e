#!/usr/bin/env node
// Runs a TypeScript file of this project with the right Node: `node bin/run.js FILE [ARGUMENT…]`.
import { spawn } from 'node:child_process'
import module from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { codeCache } from './code-cache.js'
import { nodeOrExit } from './node24.js'

/** Runs the script here when this Node is the right one, else in a process of the right one. */
export function runScript(script, args, env = {}) {
  const node = nodeOrExit()
  if (node === process.execPath) runHere(path.resolve(script), args)
  else runElsewhere(node, script, args, env)
}

async function runHere(script, args) {
  process.argv = [process.execPath, script, ...args]
  const emitWarning = process.emitWarning
  process.emitWarning = (warning, ...rest) => {
    const type = typeof rest[0] === 'object' ? rest[0]?.type : rest[0]
    if (type !== 'ExperimentalWarning') emitWarning.call(process, warning, ...rest)
  }
  await import(pathToFileURL(script).href)
}

/** Replaces this process in all but name: same terminal, signals passed on, same exit code. */
function runElsewhere(node, script, args, added) {
  // Over the fourth channel the child notices when this process is killed, which no signal tells it.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  // Left alone, the C library keeps freed memory apart for each of a dozen threads.
  const env = { MALLOC_ARENA_MAX: '2', ...added, ...process.env }
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', script, ...args], { stdio, env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    if (signal) process.removeAllListeners(signal).kill(process.pid, signal)
    else process.exit(code ?? 1)
  })
}

if (import.meta.filename === process.argv[1]) {
  const [script, ...args] = process.argv.slice(2)
  // Must be known before the first file is read: what is not found there has to be stripped of its types.
  const cache = process.env.NODE_COMPILE_CACHE ?? codeCache
  module.enableCompileCache?.(cache)
  runScript(script, args, { NODE_COMPILE_CACHE: cache })
}
