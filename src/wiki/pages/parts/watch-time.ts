import { seconds } from '#store/clock.ts'
import type { Visit } from '../visit.ts'
import { instant } from './times.ts'

/** Whether watchlist expiry is enabled. */
export const hasWatchTimes = ({ wiki }: Visit): boolean => wiki.services.config.watchlistExpiry === 'on'

/** Watchlist expiry options from a message (`a week:1 week,…`), preceded by the current expiry. */
export function watchTimes(
  visit: Visit,
  until: string | undefined,
): readonly (readonly [value: string, text: string])[] {
  const offered = (visit.words.source('watchlist-expiry-options') ?? '').split(',').flatMap(pair => {
    const [text, value] = pair.split(':').map(part => part.trim())
    return text && value ? [[value, text] as const] : []
  })
  return until === undefined ? offered : [[until, timeLeft(visit, until)], ...offered]
}

/** Default watchlist expiry. */
export const usualWatchTime = (times: ReturnType<typeof watchTimes>, until: string | undefined): string =>
  until ?? times.find(([value]) => value === 'infinite')?.[0] ?? times[0]?.[0] ?? ''

/** Remaining time until the page leaves the watchlist, as text. */
export function timeLeft({ words, wiki }: Visit, until: string): string {
  const days = Math.ceil((instant(until) - seconds(wiki.clock)) / 86_400)
  return days > 1 ? words.text('watchlist-expiry-days-left', days) : words.text('watchlist-expiry-hours-left')
}
