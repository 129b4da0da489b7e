// Parser limits for one page. The numbers are MediaWiki's defaults.

import type { Recording } from './recording.ts'
import type { Remembered } from './remembered.ts'

export const limits = {
  templateDepth: 40,
  expansionDepth: 100,
  nodes: 1_000_000,
  includeBytes: 2 * 1024 * 1024,
  expensiveFunctions: 100,
  /** Of all formats of {{#time:}}. */
  timeCharacters: 6000,
} as const

/** Counts UTF-8 bytes up to a limit, but measures texts only when the limit may be near. */
class ByteBudget {
  #bytes = 0
  #pending: string[] = []
  #pendingUnits = 0

  /** False when the text would exceed the limit; it is then not counted. */
  add(text: string, limit: number): boolean {
    // A UTF-16 unit takes at most three bytes.
    if (this.#bytes + (this.#pendingUnits + text.length) * 3 <= limit) {
      this.#pending.push(text)
      this.#pendingUnits += text.length
      return true
    }
    this.#measure()
    const bytes = Buffer.byteLength(text)
    if (this.#bytes + bytes > limit) return false
    this.#bytes += bytes
    return true
  }

  /** Counts previously measured bytes; false when that exceeds the limit. */
  addMeasured(bytes: number, limit: number): boolean {
    this.#bytes += bytes
    if (this.#bytes + this.#pendingUnits * 3 > limit) this.#measure()
    return this.#bytes <= limit
  }

  get bytes(): number {
    this.#measure()
    return this.#bytes
  }

  #measure(): void {
    for (const text of this.#pending) this.#bytes += Buffer.byteLength(text)
    this.#pending = []
    this.#pendingUnits = 0
  }
}

/** Thrown when a page seems to reach a limit but reused expansions were counted. */
export class UncertainLimit extends Error {}

export interface ScriptUse {
  milliseconds: number
  /** Most memory at any time. */
  bytes: number
  readonly limits: { readonly seconds: number; readonly megabytes: number }
}

/** What one page has used so far. */
export class Usage {
  nodes = 0
  depth = 0
  expensive = 0
  /** What scripts have used, and their limits; null on pages without scripts. */
  scripts: ScriptUse | null = null
  /** The innermost expansion being recorded. */
  recording: Recording | null = null
  #counted = false
  readonly #timeFormats = new Set<string>()
  #timeCharacters = 0
  readonly #included = new ByteBudget()
  readonly #arguments = new ByteBudget()

  /** Counts the format of a date, once for the same date; false when the limit is reached. */
  addTimeFormat(format: string, date: string): boolean {
    const key = `${date}\0${format}`
    if (this.#timeFormats.has(key)) return true
    this.#timeCharacters += format.length
    if (this.#timeCharacters > limits.timeCharacters) return false
    this.#timeFormats.add(key)
    return true
  }

  get includedBytes(): number {
    return this.#included.bytes
  }

  get argumentBytes(): number {
    return this.#arguments.bytes
  }

  /** Counts included text; false when the limit is reached. */
  addPostExpand(text: string): boolean {
    const fits = this.#included.add(text, limits.includeBytes)
    if (fits) this.recording?.include(text)
    else this.reached()
    return fits
  }

  addArgument(text: string): boolean {
    const fits = this.#arguments.add(text, limits.includeBytes)
    if (fits) this.recording?.useArgument(text)
    else this.reached()
    return fits
  }

  /**
   * Counts the full cost of a reused expansion. That may count shared parts twice, which matters only near a limit: the
   * page is then parsed again without reuse.
   */
  addRemembered({ nodes, includedBytes, argumentBytes }: Remembered): void {
    this.#counted = true
    this.nodes += nodes
    if (this.nodes > limits.nodes) this.reached()
    if (!this.#included.addMeasured(includedBytes, limits.includeBytes)) this.reached()
    if (!this.#arguments.addMeasured(argumentBytes, limits.includeBytes)) this.reached()
  }

  /** Counts work that was measured before, in the same way. */
  addMeasured({
    nodes,
    includedBytes,
    argumentBytes,
  }: Pick<Remembered, 'nodes' | 'includedBytes' | 'argumentBytes'>): void {
    this.nodes += nodes
    this.#included.addMeasured(includedBytes, limits.includeBytes)
    this.#arguments.addMeasured(argumentBytes, limits.includeBytes)
  }

  /** Call when the page reaches a limit. */
  reached(): void {
    if (this.#counted) throw new UncertainLimit()
    this.bindToPage()
  }

  /** Marks the current expansions as specific to this page. */
  bindToPage(): void {
    for (let recording = this.recording; recording?.anywhere; recording = recording.parent) recording.anywhere = false
  }

  /** Counts an expensive function; false when the limit is reached. */
  addExpensive(): boolean {
    this.expensive++
    return this.expensive <= limits.expensiveFunctions
  }
}
