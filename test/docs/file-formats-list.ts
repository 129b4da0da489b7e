// Writes the table of file formats in docs/weblate.md: `node bin/run.js test/docs/file-formats-list.ts`. A test compares.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type FileFormat, formats } from '#translation/formats/index.ts'

const FILE = path.join(import.meta.dirname, '..', '..', 'docs', 'weblate.md')
const HEADER = '| `file_format` | name | extensions | strings | plurals |\n| --- | --- | --- | --- | --- |\n'

function strings({ monolingual, keysAreSources, takesTemplate, fixed }: FileFormat): string {
  if (!monolingual) return takesTemplate ? 'source and translation, or by key' : 'source and translation'
  const keys = keysAreSources ? 'by key, or by source' : 'by key'
  return fixed ? `${keys}; fixed by the template` : keys
}

// Whether a new file can hold a plural.
function hasPlurals(kind: FileFormat): boolean {
  const plural = { count: 2, formula: 'n != 1' }
  const options = { language: 'de', plural }
  const source = kind.monolingual ? [] : ['a', 'b']
  const unit = { context: 'key', source, target: ['a', 'b'], plural: true }
  try {
    kind.parse(kind.create({ ...options, sourceLanguage: 'en' }), options).serialize({ add: [unit] })
    return true
  } catch {
    return kind.id === 'gotext'
  }
}

const rows = (): string =>
  formats()
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(kind => {
      const extensions = kind.extensions.map(extension => `.${extension}`).join(' ')
      return `| ${kind.id} | ${kind.name} | ${extensions} | ${strings(kind)} | ${hasPlurals(kind) ? 'yes' : ''} |\n`
    })
    .join('')

export const weblateDocument = (): string => readFileSync(FILE, 'utf8')

/** The document with the formats that exist now. */
export function withFileFormats(document: string): string {
  const [before, after] = document.split(HEADER)
  if (after === undefined) throw new Error('docs/weblate.md has no table of file formats.')
  return `${before}${HEADER}${rows()}${after.replace(/^(?:\|.*\n)*/, '')}`
}

if (import.meta.filename === process.argv[1]) writeFileSync(FILE, withFileFormats(weblateDocument()))
