// Checks every link on 200 pages of an imported wiki. Links to missing pages must be red and lead to a page that offers
// to create them.
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
  /** Part of the page text, not of the interface. */
  readonly isText: boolean
}

/** Links, images, scripts and GET forms of a document, and its anchors. */
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
    const isGenerated =
      (id === 'toc' && attribute('role') === 'navigation') ||
      classes.some(each => each === 'reference' || each === 'mw-cite-backlink')
    const isText = (isAuthors || classes.includes('mw-parser-output')) && !isGenerated
    const isRead = tagName !== 'form' || attribute('method')?.toLowerCase() !== 'post'
    const name = tagName === 'form' ? 'action' : tagName === 'img' || tagName === 'script' ? 'src' : 'href'
    const href = isRead ? attribute(name) : undefined
    if (href !== undefined) links.push({ href, isRed: classes.includes('new'), isText })
    for (const child of node.childNodes) walk(child, isText)
  }
  for (const node of parse(body).childNodes) walk(node, false)
  return { links, ids }
}

/** Actions that authors may link to, but that most readers have no permission for. */
const RESTRICTED = /[?&]action=(?:delete|protect|unprotect|rollback)\b/

/** A reproducible sample. */
function sample<T>(all: readonly T[], count: number): T[] {
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
  skip: existsSync(dump) && existsSync(siteFile) ? false : `the shared dump ${dump} does not exist`,
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
    const chosen = sample(rows, PAGES).map(({ id }) => id)
    titles = []
    for (let at = 0; at < chosen.length; at += 50) {
      const ids = chosen.slice(at, at + 50).join('|')
      const { query } = (
        await app.inject(`/api.php?action=query&format=json&formatversion=2&prop=info&inprop=url&pageids=${ids}`)
      ).json()
      for (const page of query.pages) titles.push(new URL(page.fullurl).pathname)
    }
  })

  test('has a working target', async t => {
    /** Targets to check once, each with a page that links to it. */
    const targets = new Map<string, Link & { from: string }>()
    const wrong: string[] = []
    for (const from of titles) {
      const { statusCode, body } = await app.inject(from)
      if (statusCode !== 200) wrong.push(`${from} returns ${statusCode}`)
      const { links, ids } = readDocument(body)
      for (const link of links) {
        const url = URL.parse(link.href, SITE + from)
        if (url === null) wrong.push(`${from} links to ${link.href}`)
        else if (link.href.startsWith('#')) {
          // Authors may link to missing anchors.
          const anchor = decodeURIComponent(link.href.slice(1))
          if (!link.isText && anchor !== '' && !ids.has(anchor)) wrong.push(`${from} has no anchor ${link.href}`)
        } else if (url.origin === SITE && !targets.has(url.pathname + url.search))
          targets.set(url.pathname + url.search, { ...link, from })
      }
    }
    let red = 0
    for (const [address, { from, isRed, isText }] of targets) {
      const { statusCode, body, headers } = await app.inject(address)
      if (isRed) {
        red++
        // An edit form, or a link to edit or log in.
        const offers = /<textarea[^>]* name="wpTextbox1"|action=edit|\/accounts\/login\//.test(body)
        if (statusCode >= 500 || !offers)
          wrong.push(`${from}: the red link ${address} (${statusCode}) does not offer to create the page`)
      } else if (statusCode === 403 && isText && RESTRICTED.test(address)) assert.match(body, /class="note/)
      else if (statusCode >= 400) wrong.push(`${from}: ${address} returns ${statusCode}`)
      else if (statusCode >= 300) {
        const to = URL.parse(String(headers.location), SITE + address)
        if (to?.origin !== SITE) continue
        const target = await app.inject(to.pathname + to.search)
        if (target.statusCode >= 400)
          wrong.push(`${from}: ${address} redirects to ${headers.location}: ${target.statusCode}`)
      }
    }
    t.diagnostic(`${titles.length} pages, ${targets.size} addresses, ${red} of them red`)
    assert.ok(targets.size > 4000, `only ${targets.size} addresses`)
    assert.deepEqual(wrong, [])
  })
})
