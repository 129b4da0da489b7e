/** A piece of decompressed data as the formats deliver it. */
export interface Piece {
  readonly data: Buffer
  /** Bytes of the file that were needed so far. */
  readonly consumed: number
  /** Set when decompression could begin anew right before this piece: the position in the file to begin at. */
  readonly restart: number | undefined
}
