#!/usr/bin/env node
import path from 'node:path'
import { runScript } from './run.js'

const main = path.join(import.meta.dirname, '..', 'src', 'cli', 'main.ts')
runScript(path.join(import.meta.dirname, 'start.js'), [main, ...process.argv.slice(2)])
