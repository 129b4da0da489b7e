/** Something that is only kept to be quicker the next time. Throwing it away costs time and nothing else. */
export interface Cache {
  readonly name: 'thumbnails' | 'lists'
  measure(): Promise<CacheSize>
  /** Throws it away, or has it made anew, and says how much it was. */
  clear(): Promise<CacheSize>
}

export interface CacheSize {
  readonly entries: number
  /** Null where nobody can say. */
  readonly bytes: number | null
  /** False when there is more than could be counted while somebody waits. */
  readonly isWhole: boolean
}
