// A whole small wiki, read as people read it: every link of 200 of its pages leads somewhere. A page that is not there is a red
// link, and what it leads to offers to write it.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { before, suite, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { testConfig } from '#core/testing.ts'
import { silent } from '#events/progress.ts'
import { buildServer } from '#server/build-server.ts'
import { loadParts } from '#server/parts.ts'
import { systemClock } from '#store/clock.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { importWiki } from '#wiki/import/import-wiki.ts'

const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '../../../shared')
const [dump, siteFile] = [path.join(shared, 'data/ltgwiki.sql.gz'), path.join(shared, 'data/ltg-site.json')]
const SITE = 'http://wiki.example.org'
const PAGES = 200

interface Link {
  readonly href: string
  readonly isRed: boolean
  /** Written by an author, not made by the program. */
  readonly isText: boolean
}

/** What a document has its reader or the browser open, and the places in it. */
function readDocument(body: string): { links: Link[]; ids: Set<string> } {
  const links: Link[] = []
  const ids = new Set<string>()
  const walk = (node: DefaultTreeAdapterTypes.ChildNode, isAuthors: boolean): void => {
    if (!('tagName' in node)) return
    const { tagName } = node
    const attribute = (name: string) => node.attrs.find(each => each.name === name)?.value
    const classes = (attribute('class') ?? '').split(' ')
    const id = attribute('id') ?? (tagName === 'a' ? attribute('name') : undefined)
    if (id !== undefined) ids.add(id)
    const made =
      (id === 'toc' && attribute('role') === 'navigation') ||
      classes.some(each => each === 'reference' || each === 'mw-cite-backlink')
    const isText = (isAuthors || classes.includes('mw-parser-output')) && !made
    const isAsked = tagName !== 'form' || attribute('method')?.toLowerCase() !== 'post'
    const name = tagName === 'form' ? 'action' : tagName === 'img' || tagName === 'script' ? 'src' : 'href'
    const href = isAsked ? attribute(name) : undefined
    if (href !== undefined) links.push({ href, isRed: classes.includes('new'), isText })
    for (const child of node.childNodes) walk(child, isText)
  }
  for (const node of parse(body).childNodes) walk(node, false)
  return { links, ids }
}

/** What an author may link to although only some may do it; the others are told so. */
const FOR_SOME = /[?&]action=(?:delete|protect|unprotect|rollback)\b/

/** The same pages each time, from all over the wiki. */
function randomOf<T>(all: readonly T[], count: number): T[] {
  let seed = 20170301
  const next = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }
  const rest = [...all]
  return Array.from(
    { length: Math.min(count, rest.length) },
    () => rest.splice(Math.floor(next() * rest.length), 1)[0]!,
  )
}

suite('every link of a whole wiki', {
  skip: existsSync(dump) && existsSync(siteFile) ? false : `the shared dump ${dump} is not there`,
}, () => {
  let app: FastifyInstance
  let titles: string[]

  before(async () => {
    const store = await temporaryStore('sqlite')
    await importWiki(store, { files: [dump], site: siteFile, clock: systemClock }, silent)
    const config = { ...testConfig, data: temporaryFolder(), siteUrl: SITE }
    const server = await buildServer({ store, clock: systemClock, config, parts: await loadParts() })
    app = server.app
    const rows = await store.read.selectFrom('page').select(['id']).orderBy('id').execute()
    const chosen = randomOf(rows, PAGES).map(({ id }) => id)
    titles = []
    for (let at = 0; at < chosen.length; at += 50) {
      const ids = chosen.slice(at, at + 50).join('|')
      const { query } = (
        await app.inject(`/api.php?action=query&format=json&formatversion=2&prop=info&inprop=url&pageids=${ids}`)
      ).json()
      for (const page of query.pages) titles.push(new URL(page.fullurl).pathname)
    }
  })

  test('leads somewhere', async t => {
    /** What to open once, and a page that it was found on. */
    const wanted = new Map<string, Link & { from: string }>()
    const wrong: string[] = []
    for (const from of titles) {
      const { statusCode, body } = await app.inject(from)
      if (statusCode !== 200) wrong.push(`${from} answers ${statusCode}`)
      const { links, ids } = readDocument(body)
      for (const link of links) {
        const url = URL.parse(link.href, SITE + from)
        if (url === null) wrong.push(`${from} links to ${link.href}`)
        else if (link.href.startsWith('#')) {
          // Authors may name places that are not there.
          const place = decodeURIComponent(link.href.slice(1))
          if (!link.isText && place !== '' && !ids.has(place)) wrong.push(`${from} has no place ${link.href}`)
        } else if (url.origin === SITE && !wanted.has(url.pathname + url.search))
          wanted.set(url.pathname + url.search, { ...link, from })
      }
    }
    let red = 0
    for (const [address, { from, isRed, isText }] of wanted) {
      const { statusCode, body, headers } = await app.inject(address)
      if (isRed) {
        red++
        // An edit form, or the way to log in to get one.
        const offers = /<textarea[^>]* name="wpTextbox1"|action=edit|\/accounts\/login\//.test(body)
        if (statusCode >= 500 || !offers) wrong.push(`${from}: the red link ${address} (${statusCode}) offers nothing`)
      } else if (statusCode === 403 && isText && FOR_SOME.test(address)) assert.match(body, /class="note/)
      else if (statusCode >= 400) wrong.push(`${from}: ${address} answers ${statusCode}`)
      else if (statusCode >= 300) {
        const to = URL.parse(String(headers.location), SITE + address)
        if (to?.origin !== SITE) continue
        const led = await app.inject(to.pathname + to.search)
        if (led.statusCode >= 400) wrong.push(`${from}: ${address} leads to ${headers.location}: ${led.statusCode}`)
      }
    }
    t.diagnostic(`${titles.length} pages, ${wanted.size} addresses, ${red} of them red`)
    assert.ok(wanted.size > 5000, `only ${wanted.size} addresses`)
    assert.deepEqual(wrong, [])
  })
})
