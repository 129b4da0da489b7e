// Entry of every process of the program: `node bin/start.js FILE [ARGUMENT…]`. The Node must be the right one.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { codeCache } from './code-cache.js'
import { quickenImports } from './quick-imports.js'

const script = path.resolve(process.argv[2])
process.argv.splice(1, 2, script)
quickenImports()
// For threads, which begin without our hooks. Not for this one: Node holds in memory whatever it finds there, 12 MB.
process.env.NODE_COMPILE_CACHE ??= codeCache
await import(pathToFileURL(script).href)
