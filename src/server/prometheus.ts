import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Labels, Metrics } from '#events/metrics.ts'
import { CellHistogram } from './cell-histogram.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Prometheus {
  readonly registry: Registry
  readonly metrics: Metrics
}

export function prometheus(): Prometheus {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    metrics: {
      counter(name, help, labelNames = []) {
        const cells: { readonly labels: Labels; fresh: number }[] = []
        new Counter({
          name,
          help,
          labelNames: [...labelNames],
          registers,
          collect() {
            for (const cell of cells) {
              if (cell.fresh > 0) this.inc(cell.labels, cell.fresh)
              cell.fresh = 0
            }
          },
        })
        return {
          of(labels) {
            const cell = { labels, fresh: 0 }
            cells.push(cell)
            return { add: () => void cell.fresh++ }
          },
        }
      },
      histogram: (name, help) => new CellHistogram(name, help, SECONDS, registry),
      gauge(name, help, read) {
        new Gauge({
          name,
          help,
          registers,
          async collect() {
            this.set(await read())
          },
        })
      },
    },
  }
}
