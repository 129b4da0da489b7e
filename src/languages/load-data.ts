import { readFileSync } from 'node:fs'

/** Computes a value on first use and caches it, so that importing a module costs nothing at startup. */
export function lazily<T>(make: () => T): () => T {
  let cached: { value: T } | undefined
  return () => {
    cached ??= { value: make() }
    return cached.value
  }
}

/** A table of `data/`, loaded on first use. */
export function dataFile<T>(name: string): () => T {
  return lazily(() => JSON.parse(readFileSync(new URL(`data/${name}.json`, import.meta.url), 'utf8')) as T)
}

/** A row that several languages share; their codes are separated by spaces. */
export interface SharedRow {
  languages: string
}

/** Maps each language code to its row. */
export function rowsByLanguage<Row extends SharedRow>(rows: readonly Row[]): Map<string, Row> {
  const byLanguage = new Map<string, Row>()
  for (const row of rows) for (const code of row.languages.split(' ')) byLanguage.set(code, row)
  return byLanguage
}
