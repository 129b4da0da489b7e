/** At most `mails` to one address within `seconds`. */
interface MailLimit {
  readonly mails: number
  readonly seconds: number
}

const MAIL_LIMITS: readonly MailLimit[] = [
  { mails: 3, seconds: 120 },
  { mails: 10, seconds: 3600 },
  { mails: 50, seconds: 86_400 },
]

/** The most emails that one address can receive at the same moment. */
export const MOST_MAILS_AT_ONCE = Math.min(...MAIL_LIMITS.map(limit => limit.mails))

export const LONGEST_WINDOW = Math.max(...MAIL_LIMITS.map(limit => limit.seconds))

/** How many emails an address may get now, and when it may get the next one. Times are in seconds. */
export function allowance(
  earlier: readonly number[],
  now: number,
  limits = MAIL_LIMITS,
): { now: number; next: number } {
  const newest = [...earlier].sort((a, b) => b - a)
  let free = Number.POSITIVE_INFINITY
  let next = now
  for (const { mails, seconds } of limits) {
    const within = newest.filter(at => at > now - seconds)
    free = Math.min(free, Math.max(0, mails - within.length))
    // There is room again once the email that filled the window leaves it.
    if (within.length >= mails) next = Math.max(next, newest[mails - 1]! + seconds)
  }
  return { now: free, next }
}
