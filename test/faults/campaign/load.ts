// People and programs at work: they edit, translate, suggest, comment, write email, log in and read.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../random.ts'
import { Client } from './client.ts'
import type { Ledger } from './ledger.ts'
import { EDITORS, type Prepared, READER, TRANSLATORS } from './prepare.ts'

/** A page gets this many edits, so that it stays short. */
const EDITS_PER_PAGE = 40
const MAX_PAUSE_MS = 120

export interface Load {
  /** Ends when every write that was begun is acknowledged, or has failed for a minute. */
  stop(): Promise<void>
}

interface Site extends Prepared {
  readonly url: string
  readonly ledger: Ledger
  readonly random: Random
  /** Tells whether work ends after the current write. */
  isOver(): boolean
  /** Tells whether to give up on the current write, too. */
  isHopeless(): boolean
}

export function startLoad(prepared: Prepared, url: string, ledger: Ledger, random: Random): Load {
  let stoppedAt: number | null = null
  const site: Site = {
    ...prepared,
    url,
    ledger,
    random,
    isOver: () => stoppedAt !== null,
    isHopeless: () => stoppedAt !== null && Date.now() - stoppedAt > 60_000,
  }
  const everyone = [
    ...EDITORS.map((name, i) => edit(site, name, i)),
    ...TRANSLATORS.map((name, i) => translate(site, name, i)),
    ...[writeEmail(site), logInOften(site), readStatistics(site), readPages(site)],
  ]
  return {
    async stop() {
      stoppedAt = Date.now()
      await Promise.all(everyone)
    },
  }
}

const pause = ({ random }: Site, most = MAX_PAUSE_MS): Promise<void> => sleep(random.below(most))

async function loggedIn(site: Site, name: string): Promise<Client> {
  const client = new Client(site.url, site.ledger, name, null)
  while (!(await client.logIn(site.password)) && !site.isHopeless()) await pause(site)
  return client
}

/** Edits a page, then looks at it with the same cookies. */
async function edit(site: Site, name: string, number: number): Promise<void> {
  const client = await loggedIn(site, name)
  for (let i = 0; !site.isOver(); i++) {
    const id = `edit-${number}-${i}`
    const title = `Page ${number} ${Math.floor(i / EDITS_PER_PAGE)}`
    const params = { action: 'edit', title, appendtext: `\n* ${id}`, summary: id }
    const answer = await client.insist(() => client.act('edit', params, `key-${id}`), site.isHopeless)
    if (answer === null) continue
    site.ledger.acknowledge('edit', { id, author: name })
    const read = { action: 'query', titles: title, prop: 'revisions', rvprop: 'ids|comment' }
    const seen = await client.wiki('own edit', read)
    const latest = seen?.query.pages[0].revisions?.[0]
    if (seen !== null) note(site.ledger, latest?.comment === id, `${id}: ${JSON.stringify(seen)}`)
    await pause(site)
  }
}

function note(ledger: Ledger, isFresh: boolean, what: string): void {
  ledger.ownReads++
  if (!isFresh) ledger.stale.push(what)
}

/** Saves strings, suggests and comments with an API key, then reads what was saved. */
async function translate(site: Site, name: string, number: number): Promise<void> {
  const client = new Client(site.url, site.ledger, name, site.keys.get(name)!)
  const units = site.units.filter((_, i) => i % TRANSLATORS.length === number)
  for (let i = 0; !site.isOver(); i++) {
    const unit = units[i % units.length]!
    const write = async (kind: 'string' | 'suggestion' | 'comment', path: string, method: string, body: object) => {
      const id = `${kind}-${number}-${i}`
      const key = `key-${id}`
      const answer = await client.insist(() => client.rest(kind, path, method, body, key), site.isHopeless)
      if (answer !== null) site.ledger.acknowledge(kind, { id, author: name })
      return answer
    }
    const text = `string-${number}-${i}`
    if ((await write('string', `units/${unit}/`, 'PATCH', { target: [text], state: 20 })) !== null) {
      const seen = await client.rest('own string', `units/${unit}/`)
      if (seen !== null) note(site.ledger, seen.target[0] === text, `${text}: ${JSON.stringify(seen.target)}`)
    }
    if (i % 3 === 0)
      await write('suggestion', `units/${unit}/suggestions/`, 'POST', { target: [`suggestion-${number}-${i}`] })
    if (i % 3 === 1) {
      const comment = { comment: `comment-${number}-${i}`, scope: 'translation' }
      await write('comment', `units/${unit}/comments/`, 'POST', comment)
    }
    await pause(site)
  }
}

/** Emails have no idempotency key: after a failure, nobody knows whether one was sent. */
async function writeEmail(site: Site): Promise<void> {
  const client = await loggedIn(site, EDITORS[0]!)
  for (let i = 0; !site.isOver(); i++) {
    const id = `email-${i}`
    const params = { action: 'emailuser', target: READER, subject: id, text: `Text of ${id}.` }
    const answer = await client.act('email', params)
    if (answer === null) site.ledger.uncertain.add(id)
    else site.ledger.acknowledge('email', { id, author: client.name })
    await pause(site, 1000)
  }
}

async function logInOften(site: Site): Promise<void> {
  while (!site.isOver()) {
    const client = new Client(site.url, site.ledger, EDITORS[1]!, null)
    if (await client.logIn(site.password)) {
      const who = await client.wiki('own login', { action: 'query', meta: 'userinfo' })
      if (who !== null) note(site.ledger, who.query.userinfo.name === client.name, `login: ${JSON.stringify(who)}`)
    }
    await pause(site, 2000)
  }
}

async function readStatistics(site: Site): Promise<void> {
  const client = new Client(site.url, site.ledger, '', null)
  while (!site.isOver()) {
    await client.rest('statistics', 'projects/campaign/statistics/')
    await client.rest('statistics', 'languages/cs/statistics/')
    await client.wiki('statistics', { action: 'query', meta: 'siteinfo', siprop: 'statistics' })
    await pause(site, 300)
  }
}

async function readPages(site: Site): Promise<void> {
  const client = new Client(site.url, site.ledger, '', null)
  while (!site.isOver()) {
    await client.wiki('recent changes', { action: 'query', list: 'recentchanges', rclimit: '20' })
    await client.send('page', '/wiki/Special:RecentChanges')
    await client.send('page', '/projects/campaign/')
    await client.rest('recent changes', 'changes/?page_size=10')
    await pause(site, 300)
  }
}
