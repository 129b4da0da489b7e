import type { Caller } from '#accounts/caller.ts'
import type { Reader } from '#store/store.ts'
import type { Wiki } from '../wiki.ts'

/** The user content is shown to; visibility and presentation depend on them. */
export interface Viewer {
  readonly wiki: Wiki
  readonly db: Reader
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  /** Interface language. */
  readonly language: string
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal | undefined
  /** A page title in display form. */
  titleText(ns: number, dbkey: string): string
}
