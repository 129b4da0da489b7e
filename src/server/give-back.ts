import { collectEverything } from '#events/v8-settings.ts'

/** After this long without requests, a pause of one or two tenths of a second is acceptable. */
const QUIET_MS = 5000
/** Minimum growth that makes a collection worthwhile. */
const MIN_GROWTH_BYTES = 3 * 1024 * 1024

/**
 * Returns memory to the system when the process is idle. V8 collects garbage only when it needs room, so a server would
 * keep the garbage of its start and of its last busy minute for hours. `requestCount` is the number of requests so far;
 * `isBusy` tells whether requests or jobs are pending; `release` is called first, to free memory outside V8.
 */
export function giveBackWhenQuiet(
  requestCount: () => number,
  isBusy: () => boolean = () => false,
  release: () => void = () => {},
): void {
  let before = -1
  let kept = 0
  setInterval(() => {
    const now = requestCount()
    if (now === before && !isBusy() && held() - kept > MIN_GROWTH_BYTES) {
      release()
      collectEverything()
      kept = held()
    }
    before = now
  }, QUIET_MS).unref()
}

function held(): number {
  const { heapTotal, external } = process.memoryUsage()
  return heapTotal + external
}
