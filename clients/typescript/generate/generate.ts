// Generates the client's types from the declarations of both APIs; they are not part of the repository.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { restTypes } from './rest-types.ts'
import { wikiFacts, wikiTypes } from './wiki-types.ts'

const HEAD = `// Generated from the declarations of both APIs by "npm run client"; do not edit.\n`
const source = path.join(import.meta.dirname, '..', 'src')

const generated = (): Record<string, string> => ({
  'rest.generated.ts': `${HEAD}import type { JsonObject, NoParameters, Page } from './common.ts'\n\n${restTypes()}`,
  'wiki.generated.ts': `${HEAD}import type { JsonObject, Many } from './common.ts'\n\n${wikiTypes()}\n${wikiFacts()}`,
})

/** Writes the files that changed. */
export function generateClient(): void {
  for (const [name, text] of Object.entries(generated())) {
    const file = path.join(source, name)
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
  }
}

if (path.resolve(process.argv[1] ?? '') === import.meta.filename) generateClient()
