/** Digests and their frequency numbers. */
export const DIGESTS = {
  daily: { frequency: 2, name: 'Daily digest', days: 1 },
  weekly: { frequency: 3, name: 'Weekly digest', days: 7 },
  monthly: { frequency: 4, name: 'Monthly digest', days: 31 },
} as const

export type Period = keyof typeof DIGESTS

/**
 * When the next digest is due, in seconds since 1970. In the server's time zone: daily at 1:00, weekly on Mondays at
 * 2:00, monthly on the 1st at 3:00.
 */
export function nextDigest(period: Period, now: number): number {
  const today = new Date(now * 1000)
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()]
  for (let step = 0; ; step++) {
    const candidate =
      period === 'daily'
        ? new Date(year, month, day + step, 1)
        : period === 'weekly'
          ? new Date(year, month, day + ((8 - today.getDay()) % 7) + 7 * step, 2)
          : new Date(year, month + step, 1, 3)
    const at = Math.floor(candidate.getTime() / 1000)
    if (at > now) return at
  }
}

/** The digests due in a time range, each with the time of the previous one. */
export function digestRuns(period: Period, after: number, until: number): { from: number; at: number }[] {
  const DAY = 86_400
  const runs: { from: number; at: number }[] = []
  let from = nextDigest(period, after - (DIGESTS[period].days + 1) * DAY)
  for (;;) {
    const at = nextDigest(period, from)
    if (at > until) return runs
    if (at > after) runs.push({ from, at })
    from = at
  }
}
