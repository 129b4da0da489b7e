// Generates the client's types from the declarations of both APIs.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { restTypes } from './rest-types.ts'
import { wikiFacts, wikiTypes } from './wiki-types.ts'

const HEAD = `// Generated from the declarations of both APIs by "npm run client"; do not edit.\n`
const source = path.join(import.meta.dirname, '..', 'src')

export const generated = (): Record<string, string> => ({
  'rest.generated.ts': `${HEAD}import type { JsonObject, NoParameters, Page } from './common.ts'\n\n${restTypes()}`,
  'wiki.generated.ts': `${HEAD}import type { JsonObject, Many } from './common.ts'\n\n${wikiTypes()}\n${wikiFacts()}`,
})

/** Generated files that are outdated. */
export const stale = (): string[] =>
  Object.entries(generated())
    .filter(([name, text]) => readOrEmpty(path.join(source, name)) !== text)
    .map(([name]) => name)

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

if (path.resolve(process.argv[1] ?? '') === import.meta.filename) {
  for (const [name, text] of Object.entries(generated())) writeFileSync(path.join(source, name), text)
}
