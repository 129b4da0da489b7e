/** What is done once a day, in the small hours of UTC; whoever leaves something to be done then asks for the job. */
export const DAILY_JOB = 'translation-daily'

const DAY = 86_400
const AT = 3600

/** The next time the daily job is due, in seconds since 1970. */
export const untilTomorrow = (now: number): number => Math.floor((now - AT) / DAY) * DAY + DAY + AT
