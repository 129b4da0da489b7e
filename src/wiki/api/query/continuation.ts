import { fail } from '../../messages/message.ts'

type Values = Readonly<Record<string, string | number>>

/**
 * Continuation of a query. Every unfinished module adds the parameters for its next batch. `continue` itself records
 * which parameters belong to the generator and which modules are finished, as
 * `<generator parameters>||<finished modules>`, with `-` for a finished generator.
 */
export class Continuation {
  readonly generatorDone: boolean = false
  readonly #skip: ReadonlySet<string> = new Set<string>()
  #generatorParams: Values = {}
  readonly #modules = new Map<string, Record<string, string | number>>()
  /** Modules that work on the pages of the generator (or of `titles`). */
  readonly #onPages: ReadonlySet<string>
  readonly #all: readonly string[]
  #generatorNext: Values | null = null
  #generatorStart: Values | null = null

  constructor(raw: string, params: ReadonlyMap<string, string>, all: readonly string[], onPages: readonly string[]) {
    this.#all = all
    this.#onPages = new Set(onPages)
    if (raw === '') return
    const parts = raw.split('||')
    if (parts.length !== 2) fail('apierror-badcontinue')
    const [generator, finished] = parts as [string, string]
    this.generatorDone = generator === '-'
    // Once the generator is finished, so is every module that works on its pages.
    this.#skip = new Set([...finished.split('|'), ...(this.generatorDone ? onPages : [])])
    if (this.generatorDone) return
    const names = generator.split('|').filter(name => params.has(name))
    this.#generatorParams = Object.fromEntries(names.map(name => [name, params.get(name)!]))
  }

  shouldRun(module: string): boolean {
    return !this.#skip.has(module)
  }

  /** Registers an unfinished module: `param` starts its next batch. */
  add(module: string, param: string, value: string | number): void {
    const values = this.#modules.get(module) ?? {}
    values[param] = value
    this.#modules.set(module, values)
  }

  addGenerator(param: string, value: string | number): void {
    this.#generatorNext = { ...this.#generatorNext, [param]: value }
  }

  /** Records where the generator started, so that it can start there again. */
  keepGeneratorAt(param: string, value: string | number): void {
    this.#generatorStart = { [param]: value }
    this.#generatorParams = { ...this.#generatorParams, ...this.#generatorStart }
  }

  /** The `continue` object (empty at the end), and whether this batch of pages is complete. */
  finish(): { values: Record<string, string | number>; batchComplete: boolean } {
    if (this.#modules.size === 0 && !this.#generatorNext) return { values: {}, batchComplete: true }
    const values: Record<string, string | number> = {}
    const unfinishedOnPages = [...this.#modules].filter(([name]) => this.#onPages.has(name))
    for (const [name, kept] of this.#modules) if (!this.#onPages.has(name)) Object.assign(values, kept)
    let finished = this.#all.filter(name => !this.#modules.has(name))
    let generator = '-'
    if (unfinishedOnPages.length > 0) {
      for (const [, kept] of unfinishedOnPages) Object.assign(values, kept)
      Object.assign(values, this.#generatorParams)
      generator = Object.keys(this.#generatorParams).join('|')
    } else if (this.#generatorNext) {
      // The batch is complete: the generator continues, and every page module starts over with it.
      Object.assign(values, this.#generatorNext)
      generator = Object.keys(this.#generatorNext).join('|')
      finished = finished.filter(name => !this.#onPages.has(name))
    }
    if (Object.keys(values).length > 0 || generator !== '-') values.continue = `${generator}||${finished.join('|')}`
    return { values, batchComplete: unfinishedOnPages.length === 0 }
  }

  /** The format used before 2014, by module. */
  raw(generator: string | null): Record<string, Values> {
    const raw: Record<string, Values> = Object.fromEntries(this.#modules)
    if (this.#generatorNext && generator) raw[generator] = { ...raw[generator], ...this.#generatorNext }
    return raw
  }

  /** In that format, the parameters for requesting the same pages again. */
  rawStart(generator: string | null): Record<string, Values> {
    return this.#generatorStart && generator ? { [generator]: this.#generatorStart } : {}
  }
}
