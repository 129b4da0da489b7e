// How near a test file is to a source: by name, by folder, and by the length of the shortest chain of imports between them.
import path from 'node:path'

/** Any quoted path of a source counts, because workers are started with `new URL('./worker.ts', …)`. */
const NAMED = /'((?:#|\.\.?\/)[^']+\.ts)'/g

export class Nearness {
  readonly #text: (file: string) => string | undefined
  readonly #named = new Map<string, readonly string[]>()
  readonly #distances = new Map<string, ReadonlyMap<string, number>>()

  /** `text` returns undefined for files that do not exist: tests also quote paths of examples. */
  constructor(text: (file: string) => string | undefined) {
    this.#text = text
  }

  /** The test files that load a source: its own first, then by shared folders, those that mention its name, and distance. */
  nearestFirst(file: string, tests: readonly string[]): string[] {
    const folders = path.posix.dirname(file).split('/')
    const shared = (test: string) => {
      const others = path.posix.dirname(test).split('/')
      const end = folders.findIndex((folder, i) => folder !== others[i])
      return end < 0 ? folders.length : end
    }
    const own = file.replace(/\.ts$/, '.test.ts')
    const name = path.posix.basename(file, '.ts')
    const mentions = (test: string) => (this.#text(test)?.includes(name) ? 500 : 0)
    const order = (test: string) =>
      test === own ? 0 : 1e6 - 1000 * shared(test) - mentions(test) + this.#from(test).get(file)!
    return tests.filter(test => this.#from(test).has(file)).sort((a, b) => order(a) - order(b))
  }

  #from(test: string): ReadonlyMap<string, number> {
    const known = this.#distances.get(test)
    if (known !== undefined) return known
    const distances = new Map([[test, 0]])
    // The loop also visits the files that it adds.
    for (const [file, distance] of distances)
      for (const next of this.#namedIn(file)) if (!distances.has(next)) distances.set(next, distance + 1)
    this.#distances.set(test, distances)
    return distances
  }

  #namedIn(file: string): readonly string[] {
    const known = this.#named.get(file)
    if (known !== undefined) return known
    const folder = path.posix.dirname(file)
    const named = [...(this.#text(file) ?? '').matchAll(NAMED)].map(([, name]) =>
      name!.startsWith('#') ? `src/${name!.slice(1)}` : path.posix.join(folder, name!),
    )
    this.#named.set(file, named)
    return named
  }
}
