export type Labels = Readonly<Record<string, string>>

/**
 * Numbers for whoever watches the server. Behind it is prom-client in the server, and nothing on the command line. Whoever
 * counts asks once `of` which labels and keeps what it gets.
 */
export interface Metrics {
  counter(name: string, help: string, labels?: readonly string[]): { of(labels: Labels): { add(): void } }
  histogram(name: string, help: string): { of(labels: Labels): { observe(value: number): void } }
  /** `read` is asked whenever somebody looks; when it fails, the number is left out. */
  gauge(name: string, help: string, read: () => Reading | Promise<Reading>, options?: GaugeOptions): void
}

/** One number of several under one name. */
export interface Sample {
  readonly labels: Labels
  readonly value: number
}
type Reading = number | readonly Sample[]

interface GaugeOptions {
  readonly labels?: readonly string[]
  /** How numbers of several workers become one; they are added up unless this says otherwise. */
  readonly across?: 'sum' | 'max'
}

export const noMetrics: Metrics = {
  counter: () => ({ of: () => ({ add() {} }) }),
  histogram: () => ({ of: () => ({ observe() {} }) }),
  gauge() {},
}
