const IMPATIENT_AFTER_MS = 200

/**
 * Calls `stop` on the first SIGTERM or SIGINT. A further one ends the process at once, unless it is
 * the same once more: Ctrl-C may arrive twice, from the terminal and from the program that started us.
 */
export function onStopSignal(stop: () => Promise<void>): void {
  let first: number | undefined
  const react = () => {
    if (first === undefined) {
      first = performance.now()
      void stop()
    } else if (performance.now() - first > IMPATIENT_AFTER_MS) process.exit(1)
  }
  process.on('SIGTERM', react)
  process.on('SIGINT', react)
}
