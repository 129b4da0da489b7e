// The longest common subsequence of two sequences, after Eugene Myers, "An O(ND) difference algorithm and its
// variations" (1986), in the linear-space variant that splits the problem at the middle of the path.

import type { Steps } from '../wikitext/steps.ts'

/** Elements of either side that are not in the common subsequence. */
export interface Changes {
  readonly before: boolean[]
  readonly after: boolean[]
}

/** A run of equal elements in the middle of a shortest path; `distance` is the length of the whole path. */
interface Snake {
  readonly before: number
  readonly after: number
  readonly length: number
  readonly distance: number
}

interface Box {
  readonly beforeStart: number
  readonly beforeEnd: number
  readonly afterStart: number
  readonly afterEnd: number
}

/** Up to this many pairs of elements the result is optimal; beyond that, it is approximate. */
const EXACT_UP_TO = 10_000_000
/** Positions or equal elements per step. */
const PLACES_IN_A_STEP = 250

/** Elements are numbers; equal elements have the same number. */
export function changesBetween(before: readonly number[], after: readonly number[], steps: Steps): Changes {
  const changes = { before: before.map(() => true), after: after.map(() => true) }
  const isLarge = before.length * after.length > EXACT_UP_TO
  const half = Math.ceil((before.length + after.length) / 2)
  const search = new SnakeSearch(before, after, isLarge ? Math.max(1, Math.floor(half ** 0.45)) : half, steps)
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  keep(changes, 0, 0, start)
  keep(changes, before.length - end, after.length - end, end)
  const [beforeEnd, afterEnd] = [before.length - end, after.length - end]
  const boxes: Box[] = [{ beforeStart: start, beforeEnd, afterStart: start, afterEnd }]
  for (let box = boxes.pop(); box; box = boxes.pop()) {
    const { beforeStart, beforeEnd, afterStart, afterEnd } = box
    if (beforeStart === beforeEnd || afterStart === afterEnd) continue
    const snake = search.middle(box)
    keep(changes, snake.before, snake.after, snake.length)
    if (snake.distance > 1) {
      boxes.push({ beforeStart, beforeEnd: snake.before, afterStart, afterEnd: snake.after })
      boxes.push({
        beforeStart: snake.before + snake.length,
        beforeEnd,
        afterStart: snake.after + snake.length,
        afterEnd,
      })
    } else if (snake.distance === 1) {
      // One element differs and the snake starts after it, so everything before it is equal.
      keep(changes, beforeStart, afterStart, Math.min(snake.before - beforeStart, snake.after - afterStart))
    }
  }
  return changes
}

function keep(changes: Changes, before: number, after: number, length: number): void {
  changes.before.fill(false, before, before + length)
  changes.after.fill(false, after, after + length)
}

class SnakeSearch {
  readonly #before: readonly number[]
  readonly #after: readonly number[]
  readonly #limit: number
  /** Furthest point reached on each diagonal from the start and from the end. */
  readonly #forward: Int32Array
  readonly #backward: Int32Array
  readonly #zero: number
  readonly #steps: Steps

  constructor(before: readonly number[], after: readonly number[], limit: number, steps: Steps) {
    this.#before = before
    this.#after = after
    this.#limit = limit
    this.#steps = steps
    // Backward diagonals are offset by the difference in length, and the search extends equally far beyond. Writes
    // outside the array would be lost and the steps miscounted.
    this.#zero = 2 * (before.length + after.length) + 2
    this.#forward = new Int32Array(2 * this.#zero + 1)
    this.#backward = new Int32Array(2 * this.#zero + 1)
  }

  middle(box: Box): Snake {
    const width = box.beforeEnd - box.beforeStart
    const height = box.afterEnd - box.afterStart
    const delta = width - height
    const zero = this.#zero
    const forward = this.#forward
    const backward = this.#backward
    forward[zero + 1] = 0
    backward[zero + delta - 1] = width
    const odd = (delta & 1) === 1
    for (let d = 0; ; d++) {
      let places = 2 * (d + 1)
      for (let k = -d; k <= d; k += 2) {
        const down = k === -d || (k !== d && forward[zero + k - 1]! < forward[zero + k + 1]!)
        const start = down ? forward[zero + k + 1]! : forward[zero + k - 1]! + 1
        let x = start
        while (x < width && x - k < height && x >= 0 && x - k >= 0 && this.#same(box, x, x - k)) x++
        forward[zero + k] = x
        places += x - start
        if (odd && k >= delta - (d - 1) && k <= delta + (d - 1) && x >= backward[zero + k]!) {
          return this.#snake(box, start, start - k, x - start, 2 * d - 1)
        }
      }
      for (let k = delta - d; k <= delta + d; k += 2) {
        const up = k === delta + d || (k !== delta - d && backward[zero + k - 1]! < backward[zero + k + 1]!)
        const end = up ? backward[zero + k - 1]! : backward[zero + k + 1]! - 1
        let x = end
        while (x > 0 && x - k > 0 && x <= width && x - k <= height && this.#same(box, x - 1, x - k - 1)) x--
        backward[zero + k] = x
        places += end - x
        if (!odd && k >= -d && k <= d && x <= forward[zero + k]!) {
          return this.#snake(box, x, x - k, end - x, 2 * d)
        }
      }
      this.#steps.spend(places / PLACES_IN_A_STEP)
      if (d >= this.#limit) return this.#furthest(box, d)
    }
  }

  #same({ beforeStart, afterStart }: Box, x: number, y: number): boolean {
    return this.#before[beforeStart + x] === this.#after[afterStart + y]
  }

  #snake(box: Box, x: number, y: number, length: number, distance: number): Snake {
    return { before: box.beforeStart + x, after: box.afterStart + y, length, distance }
  }

  /** Used when the search takes too long: takes the furthest point reached from the start as the middle. */
  #furthest(box: Box, d: number): Snake {
    const width = box.beforeEnd - box.beforeStart
    const height = box.afterEnd - box.afterStart
    let best = { x: 0, y: 0 }
    for (let k = -d; k <= d; k += 2) {
      const x = Math.min(this.#forward[this.#zero + k]!, width)
      const y = x - k
      if (y >= 0 && y <= height && x + y > best.x + best.y) best = { x, y }
    }
    return this.#snake(box, best.x, best.y, 0, 2 * d)
  }
}
