import type { RestartPoint } from './decompress.ts'

/** Collects restart points and finds the last one before a position. */
export class RestartTrail {
  #points: RestartPoint[] = []

  add(point: RestartPoint): void {
    if (this.#points.at(-1)?.compressed !== point.compressed) this.#points.push(point)
  }

  /** The last point at or before a decompressed position. Positions must not decrease between calls. */
  before(position: number): RestartPoint {
    while (this.#points.length > 1 && this.#points[1]!.decompressed <= position) this.#points.shift()
    return this.#points[0] ?? { compressed: 0, decompressed: 0 }
  }
}
