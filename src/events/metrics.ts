type Labels = Readonly<Record<string, string>>

/** Numbers for whoever watches the server. Behind it is prom-client in the server, and nothing on the command line. */
export interface Metrics {
  counter(name: string, help: string, labels?: readonly string[]): { add(labels?: Labels, by?: number): void }
  histogram(
    name: string,
    help: string,
    labels?: readonly string[],
    buckets?: readonly number[],
  ): { observe(value: number, labels?: Labels): void }
  /** `read` is asked whenever somebody looks. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
}

export const noMetrics: Metrics = {
  counter: () => ({ add() {} }),
  histogram: () => ({ observe() {} }),
  gauge() {},
}
