import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { temporaryStore } from '#store/testing.ts'
import { testCatalogue } from '#translation/catalogue/testing.ts'
import { type TestSite, testSite } from '../testing.ts'

let site: TestSite
let paths: string[]

interface Shown {
  readonly status: number
  readonly text: string
}

before(async () => {
  site = await testSite(await temporaryStore('sqlite'))
  await testCatalogue(site.services)
  const { text } = await get('/llms.txt')
  paths = [...text.matchAll(/\]\(http:\/\/site\.test(\/docs\/[^)]+)\.md\)/g)].map(([, path]) => `${path}/`)
})

const get = async (url: string): Promise<Shown> => {
  const { statusCode, payload } = await site.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } })
  return { status: statusCode, text: payload }
}

const seen = new Map<string, Promise<Shown>>()
/** Each page is rendered once for all tests. */
function look(url: string): Promise<Shown> {
  const shown = seen.get(url) ?? get(url)
  seen.set(url, shown)
  return shown
}

const decoded = (text: string): string =>
  text
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")

const idsIn = (text: string): Set<string> => new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => decoded(id!)))

test('/llms.txt lists guides, decisions, every module and every resource', async () => {
  const { text } = await get('/llms.txt')
  assert.match(text, /^# Parlance\n\n> /)
  assert.ok(paths.length > 150, `${paths.length} texts`)
  for (const path of [
    '/docs/readme/',
    '/docs/operations/',
    '/docs/decisions/build/',
    '/docs/api/action/query+allpages/',
    '/docs/api/action/edit/',
    '/docs/api/rest/languages/',
    '/docs/errors/',
  ])
    assert.ok(paths.includes(path), path)
})

test('every document has one heading, unique anchors and working links, as HTML and Markdown', async () => {
  const wrong: string[] = []
  for (const path of ['/docs/', ...paths]) {
    const { status, text } = await look(path)
    if (status !== 200) wrong.push(`${path}: ${status}`)
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
    if ((main.match(/<h1/g) ?? []).length !== 1) wrong.push(`${path}: h1`)
    const ids = [...main.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    if (new Set(ids).size !== ids.length) wrong.push(`${path}: one id twice`)
    if (path !== '/docs/') {
      const plain = await get(`${path.slice(0, -1)}.md`)
      if (plain.status !== 200 || !plain.text.startsWith('# ')) wrong.push(`${path}: no Markdown`)
      for (const [, link] of plain.text.matchAll(/\]\((\/docs\/[^)#\s]+)(?:#[^)]*)?\)/g))
        if ((await look(decoded(link!))).status !== 200) wrong.push(`${path}: ${link} in Markdown`)
    }
    const links = [...main.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, href]) => decoded(href!))
    for (const href of new Set(links)) {
      if (/^(https?|mailto):/.test(href) || /^\/(sandbox|accounts\/login|w\/api\.php|api\/)/.test(href)) continue
      const [at = '', anchor] = href.split('#')
      const target = at === '' ? { status, text } : await look(at)
      if (target.status !== 200) wrong.push(`${path}: ${href} answers ${target.status}`)
      else if (anchor && !idsIn(target.text).has(decodeURIComponent(anchor))) wrong.push(`${path}: no place ${href}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('every runnable example gets a response', async () => {
  const wrong: string[] = []
  const done = new Set<string>()
  for (const path of paths.filter(each => each.startsWith('/docs/api/'))) {
    const { text } = await look(path)
    for (const [, address] of text.matchAll(/data-run="([^"]+)"/g)) {
      const url = decoded(address!)
      if (done.has(url)) continue
      done.add(url)
      const { statusCode } = await site.app.inject({ method: 'GET', url: encodeURI(decodeURI(url)) })
      if (statusCode >= 500) wrong.push(`${path}: ${url} answers ${statusCode}`)
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(done.size > 150, `${done.size} examples`)
})

test('fills in variables of examples with visible objects', async () => {
  const { text } = await get('/docs/api/rest/components/')
  assert.match(text, /data-run="\/api\/components\/hello\/[a-z-]+\/"/)
  assert.doesNotMatch(text, /data-run="[^"]*\{/)
})

test('links guides as pages and removes links to files that are not served', async () => {
  const { text } = await get('/docs/operations/')
  assert.match(text, /href="\/docs\/mail\/"/)
  assert.match(text, /href="\/docs\/packaging\/nginx\.conf"/)
  assert.doesNotMatch(text, /href="[^"]*\.md"[^>]*>(?!View as Markdown)/)
  const { text: security } = await get('/docs/security/')
  assert.doesNotMatch(security, /href="[^"]*test\/authorisation/)
})

test('search ranks headings first, highlights matches and rejects long queries', async () => {
  const { text } = await get('/docs/?q=cmstartsortkey')
  const results = text.slice(text.indexOf('docs-results'))
  assert.match(results, /^[\s\S]*?href="\/docs\/api\/action\/query\+categorymembers\/#cmstartsortkey"/)
  const { text: backup } = await get('/docs/?q=backup+restore')
  assert.match(backup.slice(backup.indexOf('docs-results')), /<a href="\/docs\/operations\/#backup-and-restore">/)
  assert.match(backup, /<mark>backup<\/mark>/i)
  const { text: none } = await get('/docs/?q=%3Cscript%3Exyzzy')
  assert.match(none, /No results contain all of these words: &lt;script&gt;xyzzy/)
  assert.equal((await get(`/docs/?q=${'x'.repeat(201)}`)).status, 400)
})

test('each error has an anchor and a remedy', async () => {
  const { text } = await get('/docs/errors/')
  assert.match(text, /<tr id="badtoken">[\s\S]*?Get a new token of the right type/)
  assert.match(text, /<tr id="throttled">[\s\S]*?Wait as long as/)
})

test('missing pages get a 404 page', async () => {
  for (const url of ['/docs/nothing/', '/docs/../package.json', '/docs/images/', '/docs/api/action/nothing/']) {
    const { status } = await get(url)
    assert.ok([404].includes(status), `${url}: ${status}`)
  }
  assert.equal((await get('/docs/nothing.md')).status, 404)
  assert.equal((await get('/docs/operations')).status, 301)
})
