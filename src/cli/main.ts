import { quickenImports } from '#server/quick-imports.ts'

quickenImports()
const { main } = await import('./program.ts')
process.exitCode = await main(process.argv.slice(2))
