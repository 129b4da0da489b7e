import type { Registry } from 'prom-client'
import type { Labels, Metrics } from '#events/metrics.ts'
import { type AskWorkers, askMyself } from './ask-workers.ts'
import { CellHistogram } from './cell-histogram.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Prometheus {
  /** All metrics of this process. prom-client is loaded on the first scrape. */
  readonly registry: () => Promise<Registry>
  readonly metrics: Metrics
}

type Register = (client: typeof import('prom-client'), registry: Registry) => void

export function prometheus(): Prometheus {
  const registers: Register[] = []
  let made: Promise<Registry> | undefined
  return {
    registry() {
      made ??= makeRegistry(registers)
      return made
    },
    metrics: {
      counter(name, help, labelNames = []) {
        const cells: { readonly labels: Labels; fresh: number }[] = []
        registers.push(
          ({ Counter }, registry) =>
            new Counter({
              name,
              help,
              labelNames: [...labelNames],
              registers: [registry],
              collect() {
                for (const cell of cells) {
                  if (cell.fresh > 0) this.inc(cell.labels, cell.fresh)
                  cell.fresh = 0
                }
              },
            }),
        )
        return {
          of(labels) {
            const cell = { labels, fresh: 0 }
            cells.push(cell)
            return { add: () => void cell.fresh++ }
          },
        }
      },
      histogram(name, help) {
        const histogram = new CellHistogram(name, help, SECONDS)
        registers.push((_, registry) => registry.registerMetric(histogram as never))
        return histogram
      },
      gauge(name, help, read, { labels = [], across = 'sum' } = {}) {
        registers.push(
          ({ Gauge }, registry) =>
            new Gauge({
              name,
              help,
              labelNames: [...labels],
              aggregator: across,
              registers: [registry],
              async collect() {
                this.reset()
                try {
                  const reading = await read()
                  if (typeof reading === 'number') this.set(reading)
                  else for (const sample of reading) this.set(sample.labels, sample.value)
                } catch {
                  // Other metrics must stay available, above all while the database is down.
                  this.remove()
                }
              },
            }),
        )
      },
    },
  }
}

/** All parts have registered their metrics before the first request. */
async function makeRegistry(registers: readonly Register[]): Promise<Registry> {
  const client = await import('prom-client')
  const registry = new client.Registry()
  client.collectDefaultMetrics({ register: registry })
  for (const register of registers) register(client, registry)
  return registry
}

/** Metrics of all workers combined, in Prometheus' text format. */
export function readMetrics(registry: () => Promise<Registry>, askWorkers: AskWorkers): () => Promise<string> {
  // Reading resets some metrics, so read them only once.
  if (askWorkers === askMyself) return async () => (await registry()).metrics()
  const all = askWorkers('metrics', async () => (await registry()).getMetricsAsJSON())
  return async () => {
    const metrics = await all()
    const { AggregatorRegistry } = await import('prom-client')
    return AggregatorRegistry.aggregate(metrics).metrics()
  }
}
