import { ThreadError } from '#events/threads.ts'
import type { Wiki } from '../../wiki.ts'
import { TooManySteps } from '../../wikitext/steps.ts'
import { answerPages, type PageQuestion } from '../read-pages.ts'
import { doOrder, InTurns, TextDesk } from './do-order.ts'
import type { RenderedText, TextOrder, TextResult, TextToRender, TextWorkKind } from './orders.ts'
import { recentRenderings } from './recent-renderings.ts'
import type { ThreadOrder, ThreadResult } from './text-thread.ts'

/**
 * The share of the configured limit that any text may use. Long texts get more, one step per character: an ordinary
 * page of maximum length gets the full limit, while a short but slow text is stopped after a quarter.
 */
const SHARE_OF_ANY = 1 / 4

/** Longer texts are rarely rendered twice unless they belong to a page. */
const LONGEST_KEY = 2000

const entry = new URL('./text-thread.ts', import.meta.url)

/** Work on a text was refused: the server is busy, or the text is too complex. */
export class WorkRefused extends Error {
  readonly reason: 'busy' | 'too much'

  constructor(reason: WorkRefused['reason'], cause?: unknown) {
    super(reason === 'busy' ? 'Too many texts are being processed.' : 'The text is too complex.', {
      cause,
    })
    this.reason = reason
  }
}

interface WorkOptions {
  /** Stops the work when the client disconnects. */
  readonly signal?: AbortSignal | undefined
  /** Limit for all texts together, whatever their length; defaults to the configured one. */
  readonly mostSteps?: number
  /** Steps the request already used in an earlier attempt. */
  readonly used?: number
  /** Refuses a text that takes longer than a moment instead of using a worker thread. */
  readonly onlyAtOnce?: boolean
  /** Gives priority to texts that a client is waiting for. */
  readonly canWait?: boolean
}

/**
 * The text work of one request. Most texts take a moment and run on the main thread; one that takes longer is restarted
 * on a worker thread, so it does not block other requests. Data read from the wiki is shared between the texts.
 */
export class TextWork {
  readonly #wiki: Wiki
  readonly #now: number
  readonly #desk: TextDesk
  readonly #signal: AbortSignal | undefined
  readonly #most: number
  readonly #onlyAtOnce: boolean
  readonly #canWait: boolean
  /** The limit for the texts so far. */
  #granted: number
  #used: number

  /** `now` is Unix time in seconds. */
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

  /** Steps used so far. */
  get used(): number {
    return this.#used
  }

  /** Counts follow-up work on the results towards the limit. */
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
   * Renders a text to HTML, with caching. `name` identifies the text if possible, such as by revision ID; short texts
   * identify themselves, and others are not cached.
   */
  async render(order: TextToRender, name: string | null): Promise<RenderedText> {
    const { text, ...rest } = order
    const short = text.length <= LONGEST_KEY ? `=${text}` : null
    const key = name ?? short
    const make = () => this.run('render', order)
    if (key === null) return make()
    // Texts may show the name of the site, and follow its language and conversion tables.
    await this.#wiki.services.face.freshen()
    await this.#wiki.variants.catchUp()
    const { name: siteName, language, variants } = this.#wiki.site
    const { version } = variants.source
    return recentRenderings(this.#wiki).get(JSON.stringify([key, siteName, language, version, rest]), this.#now, make)
  }

  #mustHaveStepsLeft(): void {
    if (this.#used >= this.#granted) throw new WorkRefused('too much')
  }

  async #onThread<K extends TextWorkKind>(kind: K, order: TextOrder<K>): Promise<TextResult<K>> {
    const { store, services } = this.#wiki
    const pool = services.threads.pool<ThreadOrder<K>, ThreadResult<K>>(entry)
    const { siteUrl, siteName, extensions, scriptSeconds, scriptMegabytes } = services.config
    const site = { siteUrl, siteName, extensions }
    const scripts = { seconds: scriptSeconds, megabytes: scriptMegabytes }
    const steps = this.#granted - this.#used
    const job = { address: store.address, site, now: this.#now, kind, order, steps, scripts }
    const answer = (question: unknown) => answerPages(this.#wiki, question as PageQuestion)
    try {
      const { result, used } = await pool.run(job, { signal: this.#signal, canWait: this.#canWait, answer })
      this.#used += used
      return result
    } catch (error) {
      if (error instanceof ThreadError) throw new WorkRefused(error.isPassing ? 'busy' : 'too much', error)
      if (error instanceof Error && error.name === TooManySteps.name) throw new WorkRefused('too much', error)
      throw error
    }
  }
}
