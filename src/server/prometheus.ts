import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics } from '#events/metrics.ts'

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
        const counter = new Counter({ name, help, labelNames: [...labelNames], registers })
        return { add: (labels = {}, by = 1) => counter.inc(labels, by) }
      },
      histogram(name, help, labelNames = [], buckets = SECONDS) {
        const histogram = new Histogram({ name, help, labelNames: [...labelNames], buckets: [...buckets], registers })
        return { observe: (value, labels = {}) => histogram.observe(labels, value) }
      },
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
