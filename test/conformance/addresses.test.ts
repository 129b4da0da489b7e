// Follows every URL of the wiki in the recorded responses (fullurl, editurl, url, descriptionurl, links in texts) and
// checks that it leads to the right page.
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { joinGroup } from '#accounts/memberships.ts'
import { pagesByName } from '#wiki/content/pages.ts'
import { fileRoutes } from '#wiki/files/routes.ts'
import { stashSubpage } from '#wiki/files/stash.ts'
import { Thumbnails } from '#wiki/files/thumbnails.ts'
import { pageRoutes } from '#wiki/pages/routes.ts'
import { NS } from '#wiki/site/namespaces.ts'
import { prefixedText } from '#wiki/site/title-format.ts'
import { parseTitle } from '#wiki/site/titles.ts'
import type { Wiki } from '#wiki/wiki.ts'
import { answers, corpusWiki, SITE_URL } from './corpus-wiki.ts'

/** URLs of this wiki in a response: as values, and as links in HTML. */
function addressesIn(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') {
    if (value.startsWith(`${SITE_URL}/`) && !/\s/.test(value)) found.add(value.slice(SITE_URL.length))
    for (const [, href] of value.matchAll(/href="(\/(?:wiki\/|index\.php)[^"#]*)/g))
      found.add(href!.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'"))
  } else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) addressesIn(each, found)
}

/** `$1` is a placeholder for any title. */
const isPage = (address: string): boolean => /^\/(?:wiki\/|index\.php\?)/.test(address) && !address.includes('$1')

suite('URLs in API responses', () => {
  let wiki: Wiki
  let app: FastifyInstance
  let addresses: string[]
  let key: string

  before(async () => {
    ;({ wiki } = await corpusWiki('sqlite', undefined))
    const { accounts, store, clock } = wiki.services
    const { id } = await accounts.register({ name: 'Follower of addresses' })
    key = await store.transaction(async tx => {
      for (const group of ['sysop', 'bureaucrat', 'suppress', 'interface-admin']) await joinGroup(tx, id, group)
      return regenerateApiKey(tx, id, clock)
    })
    app = Fastify()
    const thumbnails = wiki.files === null ? null : new Thumbnails(wiki.files, wiki.services.config.data)
    fileRoutes(app, wiki, thumbnails)
    await pageRoutes(app, wiki, thumbnails)
    const found = new Set<string>()
    for (const { body } of answers().recorded.values()) addressesIn(body, found)
    addresses = [...found].filter(isPage)
  })

  /** The page that a URL refers to; null if it names none. */
  async function named(address: string) {
    const url = new URL(address, SITE_URL)
    const text =
      url.searchParams.get('title') ??
      (url.pathname.startsWith('/wiki/') ? decodeURIComponent(url.pathname.slice(6)) : '')
    const title = text === '' ? null : parseTitle(wiki.site, text)
    if (title === null || 'invalid' in title || title.interwiki !== '') return null
    const [page] = title.ns < 0 ? [] : await pagesByName(wiki.db, [{ ns: title.ns, title: title.dbkey }])
    return { title, page, query: url.searchParams, name: prefixedText(wiki.site, title.ns, title.dbkey) }
  }

  test('lead to the right page', async t => {
    assert.ok(addresses.length > 100, `found only ${addresses.length} URLs`)
    const wrong: string[] = []
    for (const address of addresses) {
      const { statusCode, headers, body } = await app.inject({
        url: address,
        headers: { authorization: `Token ${key}` },
      })
      const about = await named(address)
      const report = (why: string) => wrong.push(`${statusCode} ${address}: ${why}`)
      if (statusCode >= 500) report('server error')
      else if (about === null) {
        if (statusCode >= 400 && !address.includes('curid=')) report('not found')
      } else if (about.title.ns === NS.special) {
        if (statusCode >= 300 && statusCode < 400) assert.ok(headers.location)
        // Stashed uploads are only visible to their owner.
        else if (stashSubpage(wiki.site, about.title)) assert.equal(statusCode, 403)
        else if (statusCode !== 200) report('no such special page')
      } else {
        const heading = /<title>([^<]*)<\/title>/.exec(body)?.[1] ?? ''
        const isRaw = about.query.get('action') === 'raw'
        const isRedirect = about.page?.is_redirect === 1
        if (
          !isRaw &&
          !isRedirect &&
          !heading.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&').includes(about.name)
        )
          report(`"${heading}" is not about ${about.name}`)
        const isPlain = !about.query.has('action') && !about.query.has('oldid') && !about.query.has('diff')
        if (about.page && isPlain && statusCode !== 200) report('the page exists')
        // The caller has all rights, so every view and revision must be accessible.
        else if (!isPlain && statusCode !== 200) report('no such view')
      }
    }
    assert.deepEqual(wrong, [])
    t.diagnostic(`${addresses.length} URLs`)
  })
})
