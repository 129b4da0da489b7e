import { collectEverything } from '#events/v8-settings.ts'

/** When nobody has asked for anything for so long, hardly anybody will mind a pause of a tenth of a second or two. */
const QUIET_MS = 5000
/** Less than this is not worth it. */
const WORTH_BYTES = 3 * 1024 * 1024

/**
 * Gives memory back to the system when there is nothing to do. V8 looks for what is no longer used only when it needs
 * room, so that a server would keep for hours what its start and its last busy minute have left behind. `asked` counts
 * what was asked of this process so far; `isAtWork` says whether some of it, or a job, is still under way; `letGo` is called
 * before, for what is kept elsewhere.
 */
export function giveBackWhenQuiet(
  asked: () => number,
  isAtWork: () => boolean = () => false,
  letGo: () => void = () => {},
): void {
  let before = -1
  let kept = 0
  setInterval(() => {
    const now = asked()
    if (now === before && !isAtWork() && held() - kept > WORTH_BYTES) {
      letGo()
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
