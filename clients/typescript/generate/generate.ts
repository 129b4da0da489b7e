// Writes the types of the client anew from the declarations of both APIs; with --check it says whether that would change anything.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { restTypes } from './rest-types.ts'
import { wikiFacts, wikiTypes } from './wiki-types.ts'

const HEAD = `// Made from the declarations of both APIs by "npm run client"; do not edit.\n`
const source = path.join(import.meta.dirname, '..', 'src')

export const generated = (): Record<string, string> => ({
  'rest.generated.ts': `${HEAD}import type { JsonObject, NoParameters, Page } from './common.ts'\n\n${restTypes()}`,
  'wiki.generated.ts': `${HEAD}import type { JsonObject, Many } from './common.ts'\n\n${wikiTypes()}\n${wikiFacts()}`,
})

/** Files that are not what the declarations say now. */
export const stale = (): string[] =>
  Object.entries(generated())
    .filter(([name, text]) => readOrNothing(path.join(source, name)) !== text)
    .map(([name]) => name)

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

if (path.resolve(process.argv[1] ?? '') === import.meta.filename) {
  for (const [name, text] of Object.entries(generated())) writeFileSync(path.join(source, name), text)
}
