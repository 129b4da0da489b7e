/** Data that can be recreated at any time. Clearing it costs nothing but time. */
export interface Cache {
  readonly name: 'thumbnails' | 'lists'
  measure(): Promise<CacheSize>
  /** Deletes or rebuilds the cache and returns its previous size. */
  clear(): Promise<CacheSize>
}

export interface CacheSize {
  readonly entries: number
  /** Null if unknown. */
  readonly bytes: number | null
  /** False if the cache was too large to count in full. */
  readonly isWhole: boolean
}
