#!/usr/bin/env node
// Runs a TypeScript file of this project with the right Node: `node bin/run.js FILE [ARGUMENT…]`.
import { spawn } from 'node:child_process'
import module from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { nodeOrExit } from './node24.js'

/**
 * Where Node keeps compiled code from one start to the next, and TypeScript without its types. It must be known before the
 * first file is read: what is not found there has to be stripped, and the stripper alone takes 0.1 s to load. The folder is
 * our own, because whoever can write into it decides what we run; in the folder for temporary files everybody could.
 */
const codeCache = path.join(import.meta.dirname, '..', 'node_modules', '.cache', 'parlance')

/** Runs the script here when this Node is the right one, else in a process of the right one. */
export function runScript(script, args) {
  const node = nodeOrExit()
  if (node === process.execPath) runHere(path.resolve(script), args)
  else runElsewhere(node, script, args)
}

async function runHere(script, args) {
  process.argv = [process.execPath, script, ...args]
  const emitWarning = process.emitWarning
  process.emitWarning = (warning, ...rest) => {
    const type = typeof rest[0] === 'object' ? rest[0]?.type : rest[0]
    if (type !== 'ExperimentalWarning') emitWarning.call(process, warning, ...rest)
  }
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE ?? codeCache)
  await import(pathToFileURL(script).href)
}

/** Replaces this process in all but name: same terminal, signals passed on, same exit code. */
function runElsewhere(node, script, args) {
  // Over the fourth channel the child notices when this process is killed, which no signal tells it.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  // Left alone, the C library keeps freed memory apart for each of a dozen threads.
  const env = { NODE_COMPILE_CACHE: codeCache, MALLOC_ARENA_MAX: '2', ...process.env }
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', script, ...args], { stdio, env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    if (signal) process.removeAllListeners(signal).kill(process.pid, signal)
    else process.exit(code ?? 1)
  })
}

if (import.meta.filename === process.argv[1]) {
  const [script, ...args] = process.argv.slice(2)
  runScript(script, args)
}
