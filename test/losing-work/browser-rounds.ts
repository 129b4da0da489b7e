// Edits strings and pages in a browser while faults occur at random moments.
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { CHROMIUM, FLAGS } from '../browser/chromium.ts'
import { Random } from '../random.ts'
import { type Desk, PAGES, randomDesk, saveState, unsaved } from './editors.ts'
import { FAULTS, type FaultName, logIn, type Scene } from './faults.ts'
import { Ledger } from './ledger.ts'
import { FaultySite, WRITER } from './site.ts'

const KINDS = [...(Object.keys(FAULTS) as FaultName[]), 'Back after saving', 'two tabs'] as const
type Kind = (typeof KINDS)[number]

export interface Campaign {
  readonly rounds: number
  readonly seed: number
  readonly say: (line: string) => void
}

export async function browserCampaign({ rounds, seed, say }: Campaign): Promise<Ledger> {
  const random = new Random(seed)
  const ledger = new Ledger()
  const site = new FaultySite()
  let context = await newContext()
  try {
    await site.start()
    for (let i = 0; i < PAGES; i++) await site.writePage(`Lost_${i}`, `Page ${i}, to be lost.`)
    for (let i = 0; i < rounds; i++) {
      // Take turns, so that even a few rounds cover most kinds.
      const kind = KINDS[(i + seed) % KINDS.length]!
      if (!(await new Round({ site, context, random, ledger, seed }, i, kind).run())) {
        await withLimit(context.browser()!.close(), CLOSE_MS).catch(() => {})
        context = await newContext()
      }
      if ((i + 1) % 10 === 0) say(`${i + 1} of ${rounds} rounds, ${ledger.faults.length} faults`)
    }
  } finally {
    await withLimit(context.browser()!.close(), CLOSE_MS).catch(() => {})
    const complaints = await site.stop()
    if (complaints !== '') ledger.faults.push(complaints)
  }
  return ledger
}

async function newContext(): Promise<BrowserContext> {
  const browser = await chromium.launch({ executablePath: CHROMIUM!, args: [...FLAGS] })
  return browser.newContext({ viewport: { width: 1200, height: 800 } })
}

interface Shared {
  readonly site: FaultySite
  readonly context: BrowserContext
  readonly random: Random
  readonly ledger: Ledger
  readonly seed: number
}

/** The browser's own calls have no time limit: a page that a fault left half loaded may never answer one. */
const ROUND_MS = 120_000
const CLOSE_MS = 15_000

async function withLimit(round: Promise<unknown>, milliseconds: number): Promise<void> {
  const timer = new AbortController()
  const limit = sleep(milliseconds, undefined, { signal: timer.signal }).then(
    () => Promise.reject(new Error(`not over after ${milliseconds / 1000} s`)),
    () => {},
  )
  await Promise.race([round, limit]).finally(() => timer.abort())
}

class Round {
  readonly #shared: Shared
  readonly #name: string
  readonly #marker: string
  readonly #kind: Kind
  readonly #desk: Desk

  constructor(shared: Shared, index: number, kind: Kind) {
    this.#shared = shared
    this.#desk = randomDesk(shared.site, shared.random)
    this.#kind = kind
    this.#marker = `m${shared.seed}x${index}`
    this.#name = `round ${index} (${kind}, ${this.#desk.kind}, ${this.#desk.subject})`
  }

  /** Returns whether the browser is still usable. */
  async run(): Promise<boolean> {
    const { context, site, ledger } = this.#shared
    try {
      await withLimit(this.#play(), ROUND_MS)
    } catch (error) {
      ledger.unplayed.push(`${this.#name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    }
    site.proxy.heal()
    const closed = Promise.all(context.pages().map(page => page.close()))
    return withLimit(closed, CLOSE_MS).then(
      () => true,
      () => false,
    )
  }

  async #play(): Promise<void> {
    await this.#logInAgain()
    if (this.#kind === 'Back after saving') await this.#back()
    else if (this.#kind === 'two tabs') await this.#twoTabs()
    else await this.#fault(this.#kind)
  }

  /** Makes one edit, with one fault before, during or after the save. */
  async #fault(kind: FaultName): Promise<void> {
    const { site, context, random } = this.#shared
    const page = await this.#newPage()
    await this.#desk.open(page)
    site.proxy.delay = [random.below(400), random.below(400)]
    const before = random.chance(0.3)
    const scene: Scene = { site, context, page, random }
    await this.#desk.type(page, this.#marker)
    let recover: () => Promise<void> = async () => {}
    if (before) recover = await FAULTS[kind](scene)
    const isSent = !page.isClosed() && (await this.#isStillOpen(page))
    if (isSent) await this.#desk.save(page)
    if (!before) {
      await sleep(random.below(900))
      recover = await FAULTS[kind](scene)
    }
    await sleep(random.below(500))
    const isAcknowledged = isSent && !page.isClosed() && (await this.#desk.isAcknowledged(page))
    await recover()
    site.proxy.heal()
    await this.#settle(page, isSent, isAcknowledged)
  }

  /** Goes back to the editor after a save. A second save must not overwrite the first. */
  async #back(): Promise<void> {
    const page = await this.#newPage()
    await this.#desk.open(page)
    const first = `${this.#marker}a`
    await this.#desk.type(page, first)
    await this.#desk.save(page)
    const isAcknowledged = await until(() => this.#desk.isAcknowledged(page))
    if (this.#desk.kind === 'translation') await page.goto(`${this.#shared.site.url}/languages/`)
    await page.goBack()
    const isBack = await this.#isStillOpen(page)
    const second = `${this.#marker}b`
    if (isBack) {
      await this.#desk.type(page, second)
      await this.#desk.save(page)
    }
    await this.#settle(page, isBack, false, second)
    await this.#note('Back after saving: first edit', first, true, isAcknowledged, false)
    if (this.#desk.kind === 'wiki' && !(await this.#desk.isCurrent(first)))
      this.#shared.ledger.faults.push(`${this.#name}: the edit before Back was silently overwritten`)
  }

  /** Edits the same text in two tabs. The second must not silently overwrite the first. */
  async #twoTabs(): Promise<void> {
    const [a, b] = [await this.#newPage(), await this.#newPage()]
    await this.#desk.open(a)
    await this.#desk.open(b)
    await a.bringToFront()
    const first = `${this.#marker}a`
    await this.#desk.type(a, first)
    await this.#desk.save(a)
    const isAcknowledged = await until(() => this.#desk.isAcknowledged(a))
    await b.bringToFront()
    const second = `${this.#marker}b`
    const isOpen = await this.#isStillOpen(b)
    if (isOpen) {
      await this.#desk.type(b, second)
      await this.#desk.save(b)
    }
    await this.#settle(b, isOpen, false, second)
    await this.#note('two tabs: first edit', first, true, isAcknowledged, false)
    if (this.#desk.kind === 'wiki' && !(await this.#desk.isCurrent(first)))
      this.#shared.ledger.faults.push(`${this.#name}: the second tab silently overwrote the first`)
  }

  /** The user returns, logs in, reopens the editor and finds the edit stored or still in the browser. */
  async #settle(page: Page, isSent: boolean, isAcknowledged: boolean, marker = this.#marker): Promise<void> {
    await this.#logInAgain()
    const current = page.isClosed() ? await this.#newPage() : page
    const isSettled = async () => {
      const state = await saveState(current)
      return (await unsaved(current)) === 0 || state === 'conflict' || state === 'refused'
    }
    if (!current.isClosed() && current.url() !== 'about:blank') await until(isSettled, 8000)
    let isShown = current.url() !== 'about:blank' && (await this.#desk.isShown(current, marker))
    const isStored = await this.#isStored(marker)
    if (!isStored) {
      const again = await this.#newPage()
      await this.#desk.open(again)
      await until(async () => (await this.#isStored(marker)) || (await this.#desk.isShown(again, marker)), 15_000)
      isShown = await this.#desk.isShown(again, marker)
      // Give a queued save time to arrive before checking the server.
      await until(async () => (await unsaved(again)) === 0 || (await saveState(again)) === 'conflict', 8000)
    }
    await this.#note(this.#kind, marker, isSent, isAcknowledged, isShown)
    await current.evaluate('localStorage.clear()').catch(() => {})
  }

  async #isStored(marker: string): Promise<boolean> {
    return (await this.#desk.history()).some(entry => entry.text.includes(marker))
  }

  async #note(what: string, marker: string, isSent: boolean, isAcknowledged: boolean, isShown: boolean): Promise<void> {
    const history = (await this.#desk.history()).reverse()
    // Later revisions of a page contain the marker too: count only those that introduced it.
    const introduced = history.filter(({ text }, i) => {
      const before = this.#desk.kind === 'wiki' ? (history[i - 1]?.text ?? '') : ''
      return text.includes(marker) && !before.includes(marker)
    })
    this.#shared.ledger.add(this.#name, {
      kind: this.#desk.kind,
      what,
      isSent,
      isAcknowledged,
      isShown,
      stored: introduced.length,
      otherNames: introduced.map(({ user }) => user).filter(user => user !== WRITER.name),
    })
  }

  async #isStillOpen(page: Page): Promise<boolean> {
    const editor = page.locator('#form-0, .we-code .cm-content').first()
    return editor.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    )
  }

  async #newPage(): Promise<Page> {
    const page = await this.#shared.context.newPage()
    page.on('dialog', dialog => void dialog.accept().catch(() => {}))
    return page
  }

  async #logInAgain(): Promise<void> {
    const { context, site } = this.#shared
    await context.clearCookies()
    await logIn(site, context, WRITER)
  }
}

/** Polls until the condition holds. Returns false on timeout. */
async function until(holds: () => Promise<boolean>, milliseconds = 20_000): Promise<boolean> {
  const end = Date.now() + milliseconds
  while (Date.now() < end) {
    if (await holds()) return true
    await sleep(100)
  }
  return holds()
}
