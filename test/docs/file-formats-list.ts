// The rows about file formats in docs/weblate.md.
import { type FileFormat, formats } from '#translation/formats/index.ts'

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

export const formatRows = (): string[][] =>
  formats()
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(kind => {
      const extensions = kind.extensions.map(extension => `.${extension}`).join(' ')
      return [kind.id, kind.name, extensions, strings(kind), hasPlurals(kind) ? 'yes' : '']
    })
