import type { Caller } from '#accounts/caller.ts'
import type { Reader } from '#store/store.ts'
import type { Wiki } from '../wiki.ts'

/** Somebody to whom content is shown: what they may see and how it is put for them depends on who they are. */
export interface Viewer {
  readonly wiki: Wiki
  readonly db: Reader
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  /** The language they read. */
  readonly language: string
  /** Aborted when nobody waits for the content any more. */
  readonly signal: AbortSignal | undefined
  /** A page's title as people read it. */
  titleText(ns: number, dbkey: string): string
}
