export type Labels = Readonly<Record<string, string>>

/**
 * Numbers for whoever watches the server. Behind it is prom-client in the server, and nothing on the command line. Whoever
 * counts asks once `of` which labels and keeps what it gets.
 */
export interface Metrics {
  counter(name: string, help: string, labels?: readonly string[]): { of(labels: Labels): { add(): void } }
  histogram(name: string, help: string): { of(labels: Labels): { observe(value: number): void } }
  /** `read` is asked whenever somebody looks. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
}

export const noMetrics: Metrics = {
  counter: () => ({ of: () => ({ add() {} }) }),
  histogram: () => ({ of: () => ({ observe() {} }) }),
  gauge() {},
}
