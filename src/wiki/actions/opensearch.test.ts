import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type TestWiki, testWiki } from '../testing.ts'

let wiki: TestWiki

const page = (id: number, title: string, isRedirect = false) => ({
  id,
  ns: 0,
  title,
  is_redirect: isRedirect ? 1 : 0,
  is_new: 0,
  random: 0.5,
  touched: 0,
  latest_rev: id,
  length: 1,
  content_model: 'wikitext',
})

before(async () => {
  wiki = await testWiki()
  await wiki.wiki.store.transaction(async tx => {
    await tx
      .insertInto('page')
      .values([page(1, 'Марс'), page(2, 'Марс_Красный', true), page(3, 'Мартини_&_Ко')])
      .execute()
    await tx.insertInto('redirect').values({ from_id: 2, ns: 0, title: 'Марс' }).execute()
  })
})

const titles = async (params: Record<string, string>) =>
  JSON.parse((await wiki.ask({ action: 'opensearch', search: 'мар', ...params })).body)[1]

describe('action=opensearch', () => {
  it('returns the search text, titles, empty descriptions and URLs', async () => {
    const { body, headers } = await wiki.ask({ action: 'opensearch', search: 'мар', limit: '1', format: 'json' })
    assert.deepEqual(JSON.parse(body), [
      'мар',
      ['Марс'],
      [''],
      [`${wiki.wiki.site.server}/wiki/%D0%9C%D0%B0%D1%80%D1%81`],
    ])
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  })

  it('is cacheable for twenty minutes, except for errors', async () => {
    const kept = await wiki.ask({ action: 'opensearch', search: 'мар' })
    assert.equal(kept.headers['cache-control'], 's-maxage=1200, max-age=1200, public')
    const refused = await wiki.ask({ action: 'opensearch', search: 'мар', limit: 'x' })
    assert.match(String(refused.headers['cache-control']), /^private, must-revalidate, max-age=0$/)
  })

  it('ignores what no title can contain, such as the brackets of a link', async () => {
    assert.deepEqual(await titles({ search: '[[Марс]]' }), ['Марс', 'Марс Красный'])
    assert.deepEqual(await titles({ search: ']]' }), [])
  })

  it('returns redirects, or resolves them to their targets', async () => {
    assert.deepEqual(await titles({}), ['Марс', 'Марс Красный', 'Мартини & Ко'])
    assert.deepEqual(await titles({ redirects: 'resolve' }), ['Марс', 'Мартини & Ко'])
  })

  it('returns XML with warnings', async () => {
    const { body } = await wiki.ask({ action: 'opensearch', search: 'мар', format: 'xml', nonsense: '1' })
    assert.match(body, /^<\?xml version="1.0"\?><SearchSuggestion version="2.0"/)
    assert.match(body, /<warnings><main xml:space="preserve">Unrecognized parameter: nonsense\.<\/main><\/warnings>/)
    assert.match(body, /<Text xml:space="preserve">Мартини &amp; Ко<\/Text>/)
  })

  it('turns warnings into an error on request', async () => {
    const { json } = await wiki.ask({ action: 'opensearch', search: 'мар', warningsaserror: '1', nonsense: '1' })
    assert.equal(json.error.code, 'warnings')
    assert.deepEqual(Object.keys(json.error.warnings), ['main'])
    assert.equal(json.warnings, undefined)
  })

  it('rejects other formats', async () => {
    const { body } = await wiki.ask({ action: 'opensearch', search: 'мар', format: 'php' })
    assert.match(body, /badvalue/)
  })
})
