const DUPLICATE_MS = 200

/**
 * Calls `stop` on the first SIGTERM or SIGINT. A second one ends the process immediately, unless it is a duplicate:
 * Ctrl-C may arrive twice, from the terminal and from the parent process.
 */
export function onStopSignal(stop: () => Promise<void>): void {
  let first: number | undefined
  const react = () => {
    if (first === undefined) {
      first = performance.now()
      void stop()
    } else if (performance.now() - first > DUPLICATE_MS) process.exit(1)
  }
  process.on('SIGTERM', react)
  process.on('SIGINT', react)
}
