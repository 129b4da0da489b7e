#!/usr/bin/env node
// Runs a TypeScript file of this project, which Node reads as it is: `node bin/run.js FILE [ARGUMENT…]`.
import { fileURLToPath } from 'node:url'
import { runScript } from './run-script.js'

// Tests are hundreds of processes that read the same sources. Node keeps what it made of them; in the common folder for
// temporary files anybody could put code there for us to run.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/parlance', import.meta.url))
const [script, ...args] = process.argv.slice(2)
await runScript(script, args)
