// Expected values recorded from MediaWiki 1.39 with Serbian as the content language.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { testServices } from '#core/testing.ts'
import { onEachEngine } from '#store/testing.ts'
import { openWiki, SITE_INFO } from '../../open-wiki.ts'
import siteInfo from '../../site/fixtures/site-ru.json' with { type: 'json' }
import { askWiki } from '../../testing.ts'
import type { Wiki } from '../../wiki.ts'

const page = (id: number, ns: number, title: string, is_redirect = 0) => ({
  id,
  ns,
  title,
  is_redirect,
  latest_rev: id,
  length: 1,
  random: 0.5,
  touched: 0,
  is_new: 0,
})

onEachEngine('converttitles', open => {
  const wikis: Record<string, Wiki> = {}
  before(async () => {
    const store = await open()
    await store.transaction(async tx => {
      const pages = [page(43, 0, 'Луна'), page(47, 0, 'Плутон'), page(42, 0, 'Марс'), page(29, 14, 'Планеты')]
      await tx
        .insertInto('page')
        .values([...pages, page(50, 0, 'Перенапр', 1), page(95, 0, 'Mars')])
        .execute()
      await tx.insertInto('redirect').values({ from_id: 50, ns: 0, title: 'Марс' }).execute()
      await tx.insertInto('site_setting').values({ key: SITE_INFO, value: '{}' }).execute()
    })
    for (const [name, general] of Object.entries({
      sr: { lang: 'sr' },
      ru: {},
      off: { lang: 'sr', titleconversion: false },
    })) {
      const value = JSON.stringify({ ...siteInfo, general: { ...siteInfo.general, ...general } })
      await store.transaction(tx =>
        tx.updateTable('site_setting').set({ value }).where('key', '=', SITE_INFO).execute(),
      )
      wikis[name] = await openWiki(await testServices(store))
    }
  })

  const ask = async (titles: string, more: Record<string, string> = { converttitles: '1' }, wiki = 'sr') =>
    (await askWiki(wikis[wiki]!, { action: 'query', titles, formatversion: '2', ...more })).json.query
  const shown = (query: { pages: { title: string; missing?: boolean }[] }) =>
    query.pages.map(each => (each.missing ? `-${each.title}` : each.title))

  test('finds a page in the other script', async () => {
    const query = await ask('luna|Pluton|Nothing|Марс')
    assert.deepEqual(query.normalized, [{ fromencoded: false, from: 'luna', to: 'Luna' }])
    assert.deepEqual(query.converted, [
      { from: 'Luna', to: 'Луна' },
      { from: 'Pluton', to: 'Плутон' },
    ])
    assert.deepEqual(shown(query).sort(), ['-Nothing', 'Луна', 'Марс', 'Плутон'].sort())
  })

  test('keeps existing titles, and converts only on request', async () => {
    const query = await ask('Mars|Луна')
    assert.equal(query.converted, undefined)
    assert.deepEqual(shown(query).sort(), ['Mars', 'Луна'])
    assert.deepEqual(shown(await ask('Luna', {})), ['-Luna'])
    assert.deepEqual(shown(await ask('Luna', { converttitles: '1' }, 'ru')), ['-Luna'])
    assert.deepEqual(shown(await ask('Luna', { converttitles: '1' }, 'off')), ['-Luna'])
  })

  test('converts the namespace too if it is known in the other script', async () => {
    const query = await ask('Категория:Planetы')
    assert.deepEqual(query.converted, [{ from: 'Категория:Planetы', to: 'Категория:Планеты' }])
    assert.deepEqual(shown(await ask('Category:Planetы')), ['-Категория:Planetы'])
  })

  test('follows redirects after conversion', async () => {
    const query = await ask('Perenapr', { converttitles: '1', redirects: '1' })
    assert.deepEqual(query.converted, [{ from: 'Perenapr', to: 'Перенапр' }])
    assert.deepEqual(query.redirects, [{ from: 'Перенапр', to: 'Марс' }])
    assert.deepEqual(shown(query), ['Марс'])
  })

  test('ignores special pages, interwiki titles and invalid titles', async () => {
    const query = await ask('Special:Luna|Luna#x|Pluton|Pluton|<>')
    assert.deepEqual(query.converted, [
      { from: 'Luna', to: 'Луна' },
      { from: 'Pluton', to: 'Плутон' },
    ])
    assert.equal(query.pages.length, 4)
  })

  test('reports conversions in older formats', async () => {
    const asked = { action: 'query', titles: 'Luna', converttitles: '1', format: 'xml' }
    assert.match((await askWiki(wikis.sr!, asked)).body, /<converted><c from="Luna" to="Луна" ?\/><\/converted>/)
  })
})
