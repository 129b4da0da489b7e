import { readFileSync } from 'node:fs'

/** Computes a value on first use and keeps it, so that importing a module costs nothing at start-up. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** A table of `data/`, read and parsed when something first asks for it. */
export function dataFile<T>(name: string): () => T {
  return lazily(() => JSON.parse(readFileSync(new URL(`data/${name}.json`, import.meta.url), 'utf8')) as T)
}

/** A row that several languages share; their codes are separated by spaces. */
export interface SharedRow {
  languages: string
}

/** Finds the row of a language in a table of shared rows. */
export function rowsByLanguage<Row extends SharedRow>(rows: readonly Row[]): Map<string, Row> {
  const found = new Map<string, Row>()
  for (const row of rows) for (const code of row.languages.split(' ')) found.set(code, row)
  return found
}
