#!/usr/bin/env node
// Runs a TypeScript file of this project: `node bin/run.js FILE [ARGUMENT…]`.
import { fileURLToPath } from 'node:url'
import { runScript } from './run-script.js'

// Tests start hundreds of processes that load the same sources, so compiled code is cached. The cache is not in the shared
// temporary folder, where other users could plant code.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/parlance', import.meta.url))
const [script, ...args] = process.argv.slice(2)
await runScript(script, args)
