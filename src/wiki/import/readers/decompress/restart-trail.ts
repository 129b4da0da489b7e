import type { RestartPoint } from './decompress.ts'

/** Remembers restart points until they are too old to be of use, and finds the last one before a position. */
export class RestartTrail {
  #points: RestartPoint[] = []

  add(point: RestartPoint): void {
    if (this.#points.at(-1)?.compressed !== point.compressed) this.#points.push(point)
  }

  /** The last point at or before a position in the decompressed data. Positions asked for must not go back. */
  before(position: number): RestartPoint {
    while (this.#points.length > 1 && this.#points[1]!.decompressed <= position) this.#points.shift()
    return this.#points[0] ?? { compressed: 0, decompressed: 0 }
  }
}
