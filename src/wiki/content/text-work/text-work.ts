import { ThreadError } from '#events/threads.ts'
import type { Wiki } from '../../wiki.ts'
import { TooManySteps } from '../../wikitext/steps.ts'
import { doOrder, InTurns, TextDesk } from './do-order.ts'
import type { RenderedText, TextOrder, TextResult, TextToRender, TextWorkKind } from './orders.ts'
import { recentRenderings } from './recent-renderings.ts'
import type { ThreadOrder, ThreadResult } from './text-thread.ts'

/**
 * Of what the operator has set, any texts may take this share. The rest is for long ones, a step for each character: an ordinary page
 * of the greatest length takes all of it, and a short text made to be slow is given up in a quarter of the time.
 */
const SHARE_OF_ANY = 1 / 4

/** Longer texts are hardly ever asked for twice without a page that has them. */
const LONGEST_KEY = 2000

const entry = new URL('./text-thread.ts', import.meta.url)

/** Work on a text that is not done: too much of it is under way, or it is more than anybody may ask for. */
export class WorkRefused extends Error {
  readonly reason: 'busy' | 'too much'

  constructor(reason: WorkRefused['reason'], cause?: unknown) {
    super(reason === 'busy' ? 'Too many texts are being worked on.' : 'The text takes more work than it may.', {
      cause,
    })
    this.reason = reason
  }
}

interface WorkOptions {
  /** Ends the work when whoever asked for it is gone. */
  readonly signal?: AbortSignal | undefined
  /** What all texts may take together, whatever their length; without it, what the operator has set. */
  readonly mostSteps?: number
  /** What the request has taken already, in an attempt that came to nothing. */
  readonly used?: number
  /** A text that takes longer than a moment is refused instead of being worked on by a thread. */
  readonly onlyAtOnce?: boolean
  /** Nobody waits for the texts; those that somebody waits for go first. */
  readonly canWait?: boolean
}

/**
 * What a request wants done with texts. Most texts take a moment and are worked on at once; one that turns out to take longer is
 * begun anew on a thread, so that nobody else waits for it. What the texts need of the wiki is read once for all of them.
 */
export class TextWork {
  readonly #wiki: Wiki
  readonly #now: number
  readonly #desk: TextDesk
  readonly #signal: AbortSignal | undefined
  readonly #most: number
  readonly #onlyAtOnce: boolean
  readonly #canWait: boolean
  /** What the texts so far may take. */
  #granted: number
  #used: number

  /** `now` in seconds since 1970. */
  constructor(wiki: Wiki, now: number, options: WorkOptions = {}) {
    const { signal, mostSteps, used = 0, onlyAtOnce = false, canWait = false } = options
    this.#wiki = wiki
    this.#now = now
    this.#desk = new TextDesk(wiki, now)
    this.#signal = signal
    this.#most = mostSteps ?? wiki.services.config.textSteps
    this.#granted = mostSteps ?? this.#most * SHARE_OF_ANY
    this.#used = used
    this.#onlyAtOnce = onlyAtOnce
    this.#canWait = canWait
  }

  /** What the texts have taken so far. */
  get used(): number {
    return this.#used
  }

  /** Counts what is done with what was found in the texts, so that it is not asked for without end. */
  spend(steps: number): void {
    this.#used += steps
  }

  async run<K extends TextWorkKind>(kind: K, order: TextOrder<K>): Promise<TextResult<K>> {
    for (const part of Object.values(order))
      if (typeof part === 'string') this.#granted = Math.min(this.#most, this.#granted + part.length)
    this.#mustHaveStepsLeft()
    const pace = new InTurns(this.#signal)
    try {
      await pace.rest()
      return await doOrder(kind, this.#desk, order, pace)
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error
    } finally {
      this.#used += pace.used
    }
    this.#mustHaveStepsLeft()
    if (this.#onlyAtOnce) throw new WorkRefused('too much')
    return this.#onThread(kind, order)
  }

  /**
   * HTML of a text, kept for whoever asks next. `name` stands for the text where one is known, such as the number of a revision; short
   * texts stand for themselves, and others are read anew each time.
   */
  async render(order: TextToRender, name: string | null): Promise<RenderedText> {
    const { text, ...rest } = order
    const short = text.length <= LONGEST_KEY ? `=${text}` : null
    const key = name ?? short
    const make = () => this.run('render', order)
    if (key === null) return make()
    return recentRenderings(this.#wiki).get(JSON.stringify([key, rest]), this.#now, make)
  }

  #mustHaveStepsLeft(): void {
    if (this.#used >= this.#granted) throw new WorkRefused('too much')
  }

  async #onThread<K extends TextWorkKind>(kind: K, order: TextOrder<K>): Promise<TextResult<K>> {
    const { store, services } = this.#wiki
    const pool = services.threads.pool<ThreadOrder<K>, ThreadResult<K>>(entry)
    const { siteUrl, siteName } = services.config
    const site = { siteUrl, siteName }
    const asked = { address: store.address, site, now: this.#now, kind, order, steps: this.#granted - this.#used }
    try {
      const { result, used } = await pool.run(asked, { signal: this.#signal, canWait: this.#canWait })
      this.#used += used
      return result
    } catch (error) {
      if (error instanceof ThreadError) throw new WorkRefused(error.isPassing ? 'busy' : 'too much', error)
      if (error instanceof Error && error.name === TooManySteps.name) throw new WorkRefused('too much', error)
      throw error
    }
  }
}
