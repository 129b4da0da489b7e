import type { ParseState } from '../state/parse-state.ts'
import { TooManySteps } from '../steps.ts'

/** Characters that a library may read on the main thread. */
const MOST_ON_MAIN_THREAD = 500

/**
 * Counts work of a library, which cannot be interrupted. Longer texts go to a worker thread, where the processor time is
 * limited whatever the library does.
 */
export function spendOnLibrary(state: ParseState, text: string, charactersPerStep: number): void {
  if (state.host.scripts === 'elsewhere' && text.length > MOST_ON_MAIN_THREAD) throw new TooManySteps()
  state.steps.read(text, charactersPerStep)
}
