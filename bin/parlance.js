#!/usr/bin/env node
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runScript } from './run-script.js'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
runScript(path.join(root, 'dist', 'main.js'), process.argv.slice(2))
