/** A piece of decompressed data. */
export interface Piece {
  readonly data: Buffer
  /** File bytes read so far. */
  readonly consumed: number
  /** File position from which decompression could restart right before this piece, if possible. */
  readonly restart: number | undefined
}
