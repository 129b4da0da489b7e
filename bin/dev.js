#!/usr/bin/env node
// `npm run dev`: runs the program and restarts it whenever a source changes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.js'
import { nodeOrExit } from './node24.js'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
const node = nodeOrExit()
/** Saving all files or switching branches changes many files together. */
const SETTLED_MS = 150

let program
let timer

async function restart() {
  try {
    await build()
  } catch {
    // esbuild has reported the error. The old program keeps running.
    return
  }
  await stop()
  program = spawn(node, ['--enable-source-maps', path.join(root, 'dist', 'main.js'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
}

async function stop() {
  if (!program || program.exitCode !== null || program.signalCode !== null) return
  program.kill('SIGTERM')
  await once(program, 'exit')
}

let pending = restart()
for (const folder of ['src', 'web'])
  watch(path.join(root, folder), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      pending = pending.then(restart)
    }, SETTLED_MS)
  })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, async () => {
    await stop()
    process.exit(0)
  })
