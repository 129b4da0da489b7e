import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { joinLines } from '#html/testing.ts'
import { SOURCE_TEXTS } from '#html/texts/index.ts'
import { temporaryStore } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { ACTION_NAMES } from '../catalogue/change-actions.ts'
import { editUnit } from '../catalogue/edit-units.ts'
import { suggest } from '../catalogue/suggestions.ts'
import { type TestCatalogue, testCatalogue } from '../catalogue/testing.ts'
import { parseUnitSearch, unitCondition } from '../catalogue/unit-search.ts'
import { work } from '../catalogue/work.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { niceSteps } from './shapes/chart.ts'
import { COUNTED, type Counted } from './shapes/counted.ts'

const DAY = 86_400

let api: TestApi
let hello: TestCatalogue
let boss: string

before(async () => {
  api = await testApi(await temporaryStore('sqlite'))
  hello = await testCatalogue(api.services)
  await testCatalogue(api.services, { slug: 'hidden', access: 100 })
  const ana = await api.user('Ana')
  const mika = await api.user('Mika')
  boss = (await api.user('Boss', { superuser: true })).key
  const edit = (account: number, i: number, target: string[], state: number) =>
    work(api.services, account, piece => editUnit(piece, hello.czech, hello.units[i]!, { target, state }))
  await edit(ana.account.id, 0, ['Ahoj světe!\n'], UNIT_STATES.translated)
  // A week later.
  api.clock.advance(7 * DAY)
  await edit(mika.account.id, 1, ['a %d\n', 'b %d\n', 'c %d\n'], UNIT_STATES.approved)
  await edit(mika.account.id, 2, ['Zkuste'], UNIT_STATES.needsEditing)
  await work(api.services, ana.account.id, piece => suggest(piece, hello.czech, hello.units[3]!, ['Děkujeme.']))
})

const page = async (path: string, key?: string): Promise<string> => {
  const { status, text } = await api.send('GET', path, key === undefined ? {} : { key })
  assert.equal(status, 200, `${path}: ${text.slice(0, 300)}`)
  return joinLines(text)
}
/** The text of a page without markup. */
const said = (text: string): string => text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test('each counter matches its search', async () => {
  const { store } = api.services
  const translation = await store.read
    .selectFrom('translation')
    .selectAll()
    .where('id', '=', hello.czech.id)
    .executeTakeFirstOrThrow()
  for (const [name, { q, strings, words }] of Object.entries(COUNTED) as [string, Counted][]) {
    const found = await store.read
      .selectFrom('unit')
      .select('num_words')
      .where('translation_id', '=', translation.id)
      .where(eb => unitCondition(eb, parseUnitSearch(q)))
      .execute()
    assert.equal(strings(translation), found.length, name)
    if (words)
      assert.equal(
        words(translation),
        found.reduce((sum, row) => sum + row.num_words, 0),
        `words ${name}`,
      )
  }
})

test('counts link to the editor for one translation and to a list otherwise', async () => {
  const one = await page('/projects/hello/main/cs/')
  assert.match(
    one,
    /href="\/translate\/hello\/main\/cs\/\?q=state:&lt;translated"|href="\/translate\/hello\/main\/cs\/\?q=state:%3Ctranslated"/,
  )
  assert.match(one, /href="\/translate\/hello\/main\/cs\/\?q=has:suggestion">1<\/a>/)
  const language = await page('/languages/cs/')
  const [, address] = /class="figure" href="(\/strings\/\?language=cs&amp;q=has:suggestion)">1</.exec(language)!
  const strings = said(await page(address!.replaceAll('&amp;', '&')))
  assert.match(strings, /1 string .*Project hello \/ Main · Czech .*Thank you for using Weblate\./)
  assert.doesNotMatch(strings, /Hello, world/)
})

test('the words left come with the time they take, or with the reason why there are none', async () => {
  const left = async (path: string) => /Words left (.*?) Failing/i.exec(said(await page(path)))?.[1]
  assert.match((await left('/projects/hello/main/cs/'))!, /^\d+ about .* at this month’s pace$/)
  assert.equal(await left('/projects/hello/main/en/'), '0 Everything is translated.')
})

test('a progress bar has an accessible description', async () => {
  const text = await page('/projects/hello/main/cs/')
  assert.match(
    text,
    /role="img" aria-label="Approved 25\.0%, Translated 25\.0%, Needs editing 25\.0%, Not translated 25\.0%"/,
  )
})

test('numbers, dates and names are in the language of the reader', async () => {
  const { text } = await api.send('GET', '/languages/cs/', { headers: { 'accept-language': 'en' } })
  assert.match(text, /50\.0%/)
  // Texts are English, since the site has no other language yet.
  api.services.texts.replace('de', [['browse.words_left', 'Wörter übrig']])
  const german = await page('/languages/cs/?uselang=de')
  assert.match(german, /50,0\s%/)
  assert.match(german, /Wörter übrig/)
  assert.match(german, /<h1>Tschechisch ?<small>/)
})

test('tables are sorted, filtered and paginated by the server', async () => {
  await work(api.services, null, async piece => {
    const { createProject } = await import('../catalogue/projects.ts')
    const { createComponent } = await import('../catalogue/translations.ts')
    const { languageByCode } = await import('../catalogue/languages.ts')
    const project = await createProject(piece, { name: 'Wide', slug: 'wide' })
    const english = (await languageByCode(piece.tx, 'en'))!
    for (let i = 1; i <= 120; i++)
      await createComponent(
        piece,
        { project_id: project.id, name: `Part ${i}`, slug: `part-${i}`, file_format: 'po', filemask: `${i}/*.po` },
        english,
      )
  })
  const names = (text: string) =>
    [...text.matchAll(/<a href="\/projects\/wide\/part-\d+\/">(Part \d+)<\/a>/g)].map(m => m[1])
  const first = names(await page('/projects/wide/'))
  assert.deepEqual([first.length, first[0], first[1], first[9]], [50, 'Part 1', 'Part 2', 'Part 10'])
  const last = names(await page('/projects/wide/?components_page=3'))
  assert.deepEqual([last.length, last.at(-1)], [20, 'Part 120'])
  assert.equal(names(await page('/projects/wide/?components_sort=name-down'))[0], 'Part 120')
  const found = await page('/projects/wide/?components_q=part+11')
  assert.deepEqual(names(found), ['Part 11', ...Array.from({ length: 10 }, (_, i) => `Part ${110 + i}`)])
  assert.match(said(found), /Components 11 of 120/)
  assert.match(said(await page('/projects/wide/?components_q=checks%3E0')), /No matches\./)
})

test('an invalid parameter is answered with the accepted values', async () => {
  for (const [path, sentence] of [
    ['/projects/?projects_sort=size', /Invalid value for “projects_sort”\. Accepted: name, name-down, done/],
    ['/projects/?projects_page=0', /Invalid value for “projects_page”\. Accepted: 1 …/],
    ['/strings/?after=1', /Invalid value for “after”\. Accepted: 123\.123\.123/],
    ['/strings/?q=has:nothing', /Unknown search term &quot;has:nothing&quot;/],
    ['/changes/?from=yesterday', /Invalid value for “from”\. Accepted: a date such as/],
    ['/changes/?action=x', /Invalid value for “action”/],
    ['/contributors/?days=7', /Invalid value for “days”\. Accepted: 30, 90, 365/],
    [`/strings/?q=${'x'.repeat(1001)}`, /Invalid value for “q”/],
    ['/activity/strings.csv?project=%00', /Invalid value for “project”/],
  ] as const) {
    const { status, text } = await api.send('GET', path)
    assert.ok([400, 404].includes(status), `${path}: ${status}`)
    assert.match(text, sentence, path)
  }
})

test('weekly activity is available as a table, CSV, SVG and PNG', async () => {
  const rows = (await page('/activity/strings.csv?project=hello')).trim().split('\r\n')
  assert.equal(rows[0], 'week,strings,words,people')
  assert.equal(rows.length, 27)
  const [before, last] = rows.slice(-2).map(row => row.split(','))
  assert.deepEqual(before!.slice(1), ['1', '2', '1'])
  assert.deepEqual(last!.slice(1), ['2', '12', '1'])
  assert.equal(new Date(last![0]!).getUTCDay(), 1, 'weeks begin on Mondays')
  const chart = await page('/activity/?project=hello&language=cs')
  assert.match(chart, /<desc id="strings-desc">This week: 2 strings\. Peak: 2 strings in the week of /)
  assert.match(chart, /<th scope="col">Week of<\/th>/)
  const svg = await api.send('GET', '/activity/words.svg?language=cs')
  assert.match(svg.headers['content-type']!, /^image\/svg\+xml/)
  assert.match(svg.headers['content-disposition']!, /attachment; filename="cs-words\.svg"/)
  assert.match(svg.text, /<title id="words-title">Words translated, by week<\/title>/)
  const png = await api.app.inject({ url: '/activity/people.png' })
  const { format, width } = await sharp(png.rawPayload).metadata()
  assert.deepEqual([format, width], ['png', 1280])
  assert.equal((await api.send('GET', '/activity/strings.gif')).status, 404)
})

test('history is shown in sentences, filtered and paginated', async () => {
  const all = said(await page('/changes/?project=hello'))
  assert.match(all, /Ana suggested a translation of “ Thank you for using Weblate\. ” in Main \/ Czech/)
  assert.match(all, /Mika approved|Mika translated/)
  const mikas = said(await page('/changes/?project=hello&user=Mika'))
  assert.doesNotMatch(mikas, /Ana suggested/)
  assert.match(said(await page('/changes/?user=Nobody')), /User not found\./)
  assert.match(said(await page('/changes/?until=2001-01-01')), /No changes match these filters\./)
  const pages: string[] = []
  let next: string | undefined = '/changes/?project=wide'
  while (next !== undefined) {
    const text = await page(next)
    pages.push(...[...text.matchAll(/<a href="\/projects\/wide\/(part-\d+)\/(?:en\/)?"><bdi>/g)].map(m => m[1]!))
    next = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  }
  assert.equal(new Set(pages).size, 120, 'every component was made once')
})

test('contributors are ranked by their changes', async () => {
  const text = said(await page('/contributors/?project=hello&days=30'))
  assert.match(text, /2 people/)
  assert.match(text, /Mika 2 12 1 Czech/)
  assert.match(text, /Ana 1 2 0 Czech/)
})

test('badges are public, cacheable and show only public content', async () => {
  const badge = await api.send('GET', '/widgets/hello/-/svg-badge.svg')
  assert.equal(badge.headers['cache-control'], 'public, max-age=300')
  assert.match(badge.text, /aria-label="Project hello: translated 75%"/)
  const again = await api.send('GET', '/widgets/hello/-/svg-badge.svg', {
    headers: { 'if-none-match': badge.headers.etag! },
  })
  assert.equal(again.status, 304)
  assert.match((await api.send('GET', '/widgets/hello/cs/svg-badge.svg')).text, /Czech: translated 50%/)
  assert.match((await api.send('GET', '/widget/hello/main/cs/svg-badge.svg')).text, /Main – Czech: translated 50%/)
  assert.match((await api.send('GET', '/widgets/hello/-/multi-auto.svg')).text, />Czech<.*>50%</)
  assert.match((await api.send('GET', '/widgets/hello/-/horizontal-blue.svg')).text, /<title>Czech: 50%<\/title>/)
  for (const [file, width] of [
    ['status-badge', 108],
    ['287x66-grey', 287],
    ['88x31-black', 88],
    ['open-graph', 1200],
  ] as const) {
    const { rawPayload } = await api.app.inject({ url: `/widgets/hello/-/${file}.png` })
    assert.equal((await sharp(rawPayload).metadata()).width, width, file)
  }
  const unknown = await api.send('GET', '/widgets/hello/-/svg-pink.svg')
  assert.equal(unknown.status, 404)
  assert.match(unknown.text, /Available widgets: svg-badge\.svg, /)
  assert.equal((await api.send('GET', '/widgets/hidden/-/svg-badge.svg')).status, 404)
  const own = await api.send('GET', '/widgets/hidden/-/svg-badge.svg', { key: boss })
  assert.deepEqual([own.status, own.headers['cache-control']], [200, 'private, no-store'])
})

test('the widgets page has code to copy', async () => {
  const text = await page('/widgets/hello/?language=cs')
  assert.match(
    text,
    /value="\[!\[Translation status\]\(https:\/\/translate\.example\.org\/widgets\/hello\/cs\/svg-badge\.svg\)\]\(https:\/\/translate\.example\.org\/engage\/hello\/-\/cs\/\)"/,
  )
})

test('the engage page shows newcomers where to start', async () => {
  const text = await page('/engage/hello/-/cs/')
  assert.match(said(text), /Help translate Project hello/)
  assert.match(text, /href="\/projects\/hello\/-\/cs\/" aria-current="true"/)
  assert.equal((await api.send('GET', '/engage/hello/nothing/')).status, 404)
})

test('unregistered users see no private content in any list', async () => {
  for (const path of ['/projects/', '/languages/cs/', '/strings/', '/changes/', '/activity/', '/contributors/'])
    assert.doesNotMatch(await page(path), /Project hidden|projects\/hidden/, path)
  assert.match(await page('/strings/', boss), /Project hidden/)
  for (const path of ['/strings/?project=hidden', '/changes/?project=hidden', '/activity/words.svg?project=hidden'])
    assert.equal((await api.send('GET', path)).status, 404, path)
})

test('a restricted component is left out of the counts of its project', async () => {
  const { store } = api.services
  const guarded = await testCatalogue(api.services, { slug: 'guarded' })
  await store.transaction(tx =>
    tx.updateTable('component').set({ restricted: 1 }).where('id', '=', guarded.component.id).execute(),
  )
  assert.match(said(await page('/projects/guarded/')), /No components yet\./)
  assert.match(await page('/projects/guarded/'), /of 0 strings/)
  assert.match(await page('/projects/guarded/', boss), /of 8 strings/)
  assert.match((await api.send('GET', '/widgets/guarded/-/svg-badge.svg', { key: boss })).text, /translated 0%/)
})

test('every action has a name', () => {
  for (const action of Object.keys(ACTION_NAMES)) assert.ok(SOURCE_TEXTS[`action.${action}`], action)
})

test('chart gridlines are at round numbers', () => {
  assert.deepEqual(niceSteps(1), [0, 1])
  assert.deepEqual(niceSteps(68), [0, 25, 50, 75])
  assert.deepEqual(niceSteps(12_000), [0, 5000, 10_000, 15_000])
})
