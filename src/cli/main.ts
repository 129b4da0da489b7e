import { enableCompileCache } from 'node:module'

// Before anything else is loaded, so that the next start finds it compiled.
enableCompileCache()
const { main } = await import('./program.ts')
process.exitCode = await main(process.argv.slice(2))
