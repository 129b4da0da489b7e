#!/usr/bin/env node
import path from 'node:path'
import { runScript } from './run.js'

runScript(path.join(import.meta.dirname, '..', 'src', 'cli', 'main.ts'), process.argv.slice(2))
