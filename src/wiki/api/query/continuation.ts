import { fail } from '../../messages/message.ts'

type Values = Readonly<Record<string, string | number>>

/**
 * Where a query goes on. Every module that is not finished leaves the parameters that start its next batch; `continue`
 * itself carries what the server must know to skip the rest: which parameters belong to the generator, and which
 * modules are done. It reads `<generator parameters>||<finished modules>`, with `-` for a generator that is done.
 */
export class Continuation {
  readonly generatorDone: boolean = false
  readonly #skip: ReadonlySet<string> = new Set<string>()
  #generatorParams: Values = {}
  readonly #modules = new Map<string, Record<string, string | number>>()
  /** The modules that work on the pages of the generator (or of `titles`). */
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
    // When the generator is done, so is everything that works on its pages.
    this.#skip = new Set([...finished.split('|'), ...(this.generatorDone ? onPages : [])])
    if (this.generatorDone) return
    const names = generator.split('|').filter(name => params.has(name))
    this.#generatorParams = Object.fromEntries(names.map(name => [name, params.get(name)!]))
  }

  shouldRun(module: string): boolean {
    return !this.#skip.has(module)
  }

  /** A module is not finished: `param` starts its next batch. */
  add(module: string, param: string, value: string | number): void {
    const values = this.#modules.get(module) ?? {}
    values[param] = value
    this.#modules.set(module, values)
  }

  addGenerator(param: string, value: string | number): void {
    this.#generatorNext = { ...this.#generatorNext, [param]: value }
  }

  /** Where the generator began this time, so that it can begin there again. */
  keepGeneratorAt(param: string, value: string | number): void {
    this.#generatorStart = { [param]: value }
    this.#generatorParams = { ...this.#generatorParams, ...this.#generatorStart }
  }

  /** The `continue` object (empty when all is done), and whether this batch of pages is complete. */
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
      // The pages of this batch are done: the generator goes on, and every module on pages starts afresh with it.
      Object.assign(values, this.#generatorNext)
      generator = Object.keys(this.#generatorNext).join('|')
      finished = finished.filter(name => !this.#onPages.has(name))
    }
    if (Object.keys(values).length > 0 || generator !== '-') values.continue = `${generator}||${finished.join('|')}`
    return { values, batchComplete: unfinishedOnPages.length === 0 }
  }

  /** The form from before 2014, by module. */
  raw(generator: string | null): Record<string, Values> {
    const raw: Record<string, Values> = Object.fromEntries(this.#modules)
    if (this.#generatorNext && generator) raw[generator] = { ...raw[generator], ...this.#generatorNext }
    return raw
  }

  /** In that form, what lets a client ask for the same pages again. */
  rawStart(generator: string | null): Record<string, Values> {
    return this.#generatorStart && generator ? { [generator]: this.#generatorStart } : {}
  }
}
