export type Labels = Readonly<Record<string, string>>

/**
 * Metrics for monitoring: collected by the server, ignored on the command line. Call `of` once per set of labels and
 * keep the result.
 */
export interface Metrics {
  counter(name: string, help: string, labels?: readonly string[]): { of(labels: Labels): { add(): void } }
  histogram(name: string, help: string): { of(labels: Labels): { observe(value: number): void } }
  /** `read` is called for each scrape. If it fails, the metric is left out. */
  gauge(name: string, help: string, read: () => Reading | Promise<Reading>, options?: GaugeOptions): void
}

/** One of several values of a metric. */
export interface Sample {
  readonly labels: Labels
  readonly value: number
}
type Reading = number | readonly Sample[]

interface GaugeOptions {
  readonly labels?: readonly string[]
  /** How to combine the values of several workers; the default is the sum. */
  readonly across?: 'sum' | 'max' | 'min'
}

export const noMetrics: Metrics = {
  counter: () => ({ of: () => ({ add() {} }) }),
  histogram: () => ({ of: () => ({ observe() {} }) }),
  gauge() {},
}
