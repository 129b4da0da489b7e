import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Outbox, type OutboxEvent, type OutboxParts } from './outbox.ts'
import type { Entry, NewEntry, Outcome } from './outbox-entry.ts'
import type { Shelf } from './shelf.ts'

/** In-memory browser storage. */
class Memory implements Shelf {
  readonly items = new Map<string, string>()
  isFull = false
  get length(): number {
    return this.items.size
  }
  key(index: number): string | null {
    return [...this.items.keys()][index] ?? null
  }
  getItem(key: string): string | null {
    return this.items.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    if (this.isFull) throw new Error('full')
    this.items.set(key, value)
  }
  removeItem(key: string): void {
    this.items.delete(key)
  }
}

/** A fake browser with several tabs, a stopped clock, and a server that responds on command. */
class Browser {
  readonly shelf = new Memory()
  readonly sent: Entry[] = []
  readonly told: OutboxEvent[] = []
  answers: ((entry: Entry) => Outcome | Promise<Outcome>) | null = null
  time = 1000
  #timers: [at: number, task: () => void][] = []
  #locks = new Map<string, Promise<void>>()
  #keys = 0

  tab(owner: string | null, parts: Partial<OutboxParts> = {}): Outbox {
    const tab = new Outbox({
      shelf: this.shelf,
      owner,
      send: async entry => {
        this.sent.push(entry)
        return this.answers === null ? { kind: 'saved', content: null } : this.answers(entry)
      },
      alone: (name, task) => {
        const turn = (this.#locks.get(name) ?? Promise.resolve()).then(task)
        this.#locks.set(name, turn)
        return turn
      },
      now: () => this.time,
      after: (milliseconds, task) => void this.#timers.push([this.time + milliseconds, task]),
      makeKey: () => `key-number-${++this.#keys}`,
      tell: event => void this.told.push(event),
      ...parts,
    })
    tab.start()
    return tab
  }

  async pass(milliseconds: number): Promise<void> {
    this.time += milliseconds
    const due = this.#timers.filter(([at]) => at <= this.time)
    this.#timers = this.#timers.filter(([at]) => at > this.time)
    for (const [, task] of due) task()
    await settle()
  }
}

const settle = () => new Promise<void>(resolve => setImmediate(resolve))

const write = (lane: string, text: string, more: Partial<NewEntry> = {}): NewEntry => ({
  lane,
  title: text,
  page: '/',
  ...more,
  request: { kind: 'rest', method: 'PATCH', path: `/${lane}`, body: { text, version: 'v1' } },
})

const titles = (entries: readonly Entry[]): string[] => entries.map(({ title }) => title)

describe('the outbox', () => {
  test('keeps a write until the server has confirmed it', async () => {
    const browser = new Browser()
    let confirm = (_: Outcome) => {}
    browser.answers = () =>
      new Promise(resolve => {
        confirm = resolve
      })
    const tab = browser.tab('Ana')
    const events: string[] = []
    tab.subscribe(({ kind }) => events.push(kind))
    const { id } = tab.add(write('a', 'text'))
    await settle()
    assert.equal(tab.stateOf(id), 'sending')
    assert.equal(tab.holdsBack, true)
    assert.equal(browser.shelf.items.size, 1)
    confirm({ kind: 'saved', content: { version: 'v2' } })
    await settle()
    assert.equal(tab.stateOf(id), 'saved')
    assert.equal(tab.holdsBack, false)
    assert.equal(browser.shelf.items.size, 0)
    assert.ok(events.includes('saved'))
  })

  test('retries after a failure with the same key and growing delays', async () => {
    const browser = new Browser()
    browser.answers = () => Promise.reject(new TypeError('network'))
    const tab = browser.tab('Ana')
    const { id } = tab.add(write('a', 'text'))
    await settle()
    assert.equal(tab.stateOf(id), 'waiting')
    await browser.pass(900)
    assert.equal(browser.sent.length, 1)
    await browser.pass(200)
    assert.equal(browser.sent.length, 2)
    await browser.pass(1500)
    assert.equal(browser.sent.length, 2)
    browser.answers = null
    await browser.pass(600)
    assert.equal(browser.sent.length, 3)
    assert.deepEqual([...new Set(browser.sent.map(entry => entry.id))], [id])
    assert.equal(tab.stateOf(id), 'saved')
  })

  test('honours Retry-After until the network is back', async () => {
    const browser = new Browser()
    browser.answers = () => ({ kind: 'later', why: 'busy', seconds: 30 })
    const tab = browser.tab('Ana')
    tab.add(write('a', 'text'))
    await settle()
    await browser.pass(29_000)
    assert.equal(browser.sent.length, 1)
    assert.equal(tab.entries[0]!.why, 'busy')
    tab.hurry()
    await settle()
    assert.equal(browser.sent.length, 2)
  })

  test('continues after a reload, in order, rebasing each write on the previous one', async () => {
    const browser = new Browser()
    browser.answers = () => Promise.reject(new TypeError('network'))
    const before = browser.tab('Ana')
    const basis = { param: 'version', answer: ['version'] }
    before.add(write('a', 'first', { basis }))
    before.add(write('a', 'second', { basis }))
    before.add(write('b', 'other'))
    await settle()
    browser.sent.length = 0
    browser.answers = () => ({ kind: 'saved', content: { version: 'v2' } })
    const after = browser.tab('Ana')
    await settle()
    assert.deepEqual(titles(browser.sent.filter(({ lane }) => lane === 'a')), ['first', 'second'])
    assert.deepEqual(browser.sent.find(({ title }) => title === 'second')!.request, {
      kind: 'rest',
      method: 'PATCH',
      path: '/a',
      body: { text: 'second', version: 'v2' },
    })
    assert.deepEqual(after.entries, [])
  })

  test('never sends edits of another account, but reports them', async () => {
    const browser = new Browser()
    browser.answers = () => ({ kind: 'login', why: null })
    const ana = browser.tab('Ana')
    const { id } = ana.add(write('a', 'text'))
    await settle()
    assert.equal(ana.stateOf(id), 'login')
    browser.answers = null
    browser.sent.length = 0
    for (const owner of ['Ben', null, 'visitor', 'user=Ana']) {
      const tab = browser.tab(owner)
      await browser.pass(100_000)
      assert.deepEqual(tab.entries, [])
      assert.deepEqual([...tab.others()], [['Ana', 1]])
    }
    assert.deepEqual(browser.sent, [])
    browser.tab('Ana')
    await settle()
    assert.deepEqual(titles(browser.sent), ['text'])
  })

  test('does not send an entry stored under another account', async () => {
    const browser = new Browser()
    browser.answers = () => Promise.reject(new TypeError('network'))
    browser.tab('Ana').add(write('a', 'text'))
    await settle()
    const [[key, value]] = [...browser.shelf.items] as [[string, string]]
    browser.shelf.items.clear()
    browser.shelf.setItem(key.replace('Ana', 'Ben'), value)
    browser.sent.length = 0
    browser.tab('Ben')
    await browser.pass(100_000)
    assert.deepEqual(browser.sent, [])
  })

  test('keeps a rejected edit with the server’s message; later edits wait, and both can be retried or discarded', async () => {
    const browser = new Browser()
    browser.answers = ({ title }) =>
      title === 'first' ? { kind: 'refused', why: 'Too long.', content: { at: 1 } } : { kind: 'saved', content: null }
    const tab = browser.tab('Ana')
    const first = tab.add(write('a', 'first'))
    const second = tab.add(write('a', 'second'))
    const outcome = await tab.settled(first.id)
    assert.equal(outcome.kind, 'refused')
    assert.deepEqual([tab.entries[0]!.why, tab.entries[0]!.answer], ['Too long.', { at: 1 }])
    await browser.pass(100_000)
    assert.deepEqual(titles(browser.sent), ['first'])
    assert.equal(tab.stateOf(second.id), 'waiting')
    const reloaded = browser.tab('Ana')
    await browser.pass(100_000)
    assert.equal(reloaded.stateOf(first.id), 'refused')
    tab.discard(first.id)
    await settle()
    assert.deepEqual(titles(browser.sent), ['first', 'second'])
  })

  test('two tabs send a write once', async () => {
    const browser = new Browser()
    const [one, other] = [browser.tab('Ana'), browser.tab('Ana')]
    const { id } = one.add(write('a', 'text'))
    other.refresh()
    other.hurry()
    await settle()
    await browser.pass(100_000)
    assert.equal(browser.sent.length, 1)
    assert.deepEqual([one.stateOf(id), other.stateOf(id)], ['saved', 'saved'])
  })

  test('a tab takes over entries of a closed tab', async () => {
    const browser = new Browser()
    const closed = browser.tab('Ana', { send: () => new Promise(() => {}), alone: () => new Promise(() => {}) })
    const other = browser.tab('Ana')
    closed.add(write('a', 'text'))
    other.refresh()
    assert.deepEqual(titles(other.entries), ['text'])
    await browser.pass(6000)
    assert.deepEqual(titles(browser.sent), ['text'])
  })

  test('works in memory without storage, and reports it', async () => {
    for (const isFull of [true, false]) {
      const browser = new Browser()
      browser.shelf.isFull = isFull
      browser.answers = () => Promise.reject(new TypeError('network'))
      const tab = browser.tab('Ana', isFull ? {} : { shelf: null })
      tab.add(write('a', 'text'))
      await settle()
      assert.deepEqual(titles(tab.entries), ['text'])
      assert.equal(tab.isKept, false)
      browser.answers = null
      tab.hurry()
      await settle()
      assert.deepEqual(tab.entries, [])
    }
  })

  test('does not resend entries whose key the server may have forgotten', async () => {
    const browser = new Browser()
    browser.answers = () => Promise.reject(new TypeError('network'))
    browser.tab('Ana').add(write('a', 'text'))
    await settle()
    browser.sent.length = 0
    browser.time += 6 * 86_400_000 + 1
    const tab = browser.tab('Ana')
    await settle()
    assert.deepEqual(browser.sent, [])
    assert.equal(tab.entries[0]!.state, 'refused')
    tab.retry(tab.entries[0]!.id)
    browser.answers = null
    await settle()
    assert.equal(browser.sent.length, 1)
  })

  test('ignores entries that cannot be parsed', async () => {
    const browser = new Browser()
    for (const [i, value] of ['{', 'null', '{"id":1}', '{"id":"x","lane":"a","order":1,"owner":"Ana"}'].entries())
      browser.shelf.setItem(`parlance-outbox:user=Ana:${i}`, value)
    const tab = browser.tab('Ana')
    await browser.pass(10_000)
    assert.deepEqual(tab.entries, [])
  })

  test('sends four strings at a time', async () => {
    const browser = new Browser()
    const ends: (() => void)[] = []
    browser.answers = () =>
      new Promise(resolve => {
        ends.push(() => resolve({ kind: 'saved', content: null }))
      })
    const tab = browser.tab('Ana')
    for (let i = 0; i < 6; i++) tab.add(write(`${i}`, `${i}`))
    await settle()
    assert.equal(browser.sent.length, 4)
    ends[0]!()
    await settle()
    assert.equal(browser.sent.length, 5)
    while (ends.length > 0) {
      ends.shift()!()
      await settle()
    }
    assert.deepEqual(tab.entries, [])
  })
})
