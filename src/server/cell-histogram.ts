import type { Labels } from '#events/metrics.ts'

interface Cell {
  readonly labels: Labels
  /** How many values fell below each bound but not below the one before; the last for those above all bounds. */
  readonly counts: number[]
  sum: number
}

/**
 * A histogram whose numbers for one set of labels are found once and then only added to. prom-client's own looks its labels
 * up at every value, which is a noticeable part of a short request. A registry takes it for one of its own.
 */
export class CellHistogram {
  readonly name: string
  readonly #help: string
  readonly #bounds: readonly number[]
  readonly #cells: Cell[] = []

  constructor(name: string, help: string, bounds: readonly number[]) {
    this.name = name
    this.#help = help
    this.#bounds = bounds
  }

  of(labels: Labels): { observe(value: number): void } {
    const bounds = this.#bounds
    const cell: Cell = { labels, counts: new Array<number>(bounds.length + 1).fill(0), sum: 0 }
    this.#cells.push(cell)
    return {
      observe(value) {
        let place = 0
        while (place < bounds.length && value > bounds[place]!) place++
        cell.counts[place]!++
        cell.sum += value
      },
    }
  }

  /** What the registry asks for, here and in the process that adds up all workers. */
  async get() {
    const values = this.#cells.flatMap(cell => this.#valuesOf(cell))
    return { name: this.name, help: this.#help, type: 'histogram', aggregator: 'sum', values }
  }

  #valuesOf({ labels, counts, sum }: Cell) {
    let total = 0
    const buckets = counts.map((count, place) => {
      total += count
      const le = this.#bounds[place] ?? '+Inf'
      return { labels: { le, ...labels }, value: total, metricName: `${this.name}_bucket` }
    })
    return [
      ...buckets,
      { labels, value: sum, metricName: `${this.name}_sum` },
      { labels, value: total, metricName: `${this.name}_count` },
    ]
  }
}
