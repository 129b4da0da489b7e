/** CPU time in milliseconds, unaffected by other processes; the better of two runs. */
export function processorTime(work: () => void): number {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 2; run++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}
