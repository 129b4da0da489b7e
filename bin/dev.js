#!/usr/bin/env node
// `npm run dev`: runs the program, and runs it anew whenever a source has changed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.js'
import { nodeOrExit } from './node24.js'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
const node = nodeOrExit()
/** Whoever saves all files, or takes another branch, changes many at once. */
const SETTLED_MS = 150

let program
let timer

async function renew() {
  try {
    await build()
  } catch {
    // The bundler has said what is wrong; what runs goes on until that is mended.
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

let under = renew()
for (const folder of ['src', 'web'])
  watch(path.join(root, folder), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      under = under.then(renew)
    }, SETTLED_MS)
  })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, async () => {
    await stop()
    process.exit(0)
  })
