#!/usr/bin/env node
// Runs a TypeScript file of this project with the right Node: `node bin/run.js FILE [ARGUMENT…]`.
import { spawn } from 'node:child_process'
import { nodeOrExit } from './node24.js'

/** Replaces this process in all but name: same terminal, signals passed on, same exit code. */
export function runScript(script, args) {
  // Over the fourth channel the child notices when this process is killed, which no signal tells it.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const child = spawn(nodeOrExit(), ['--disable-warning=ExperimentalWarning', script, ...args], { stdio })
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
