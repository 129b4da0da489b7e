import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { indexPages } from '#store/full-text/index-pages.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine, temporaryStore } from '#store/testing.ts'
import { queryRecorder, stepsOfPlans } from '#store/testing-queries.ts'
import { defaultSite } from '../../site/site.ts'
import { findPages } from './find-pages.ts'
import { readSearch } from './search-query.ts'

const PAGES = [
  ['Café', 'Ein Kaffeehaus in Wien.'],
  ['Ёлка', 'Дерево, которое наряжают зимой. Красный шар на ёлке.'],
  ['火星', '火星是太阳系的第四颗行星。'],
  ['المريخ', 'المريخ هو الكوكب الرابع من الشمس.'],
  ['Red ball', 'A red ball and a blue square.'],
  ['Blue ball', 'A blue ball. No square is red here.'],
] as const

onEachEngine('full-text search', open => {
  let store: Store
  before(async () => {
    store = await open()
    await store.transaction(async tx => {
      for (const [index, [title, text]] of PAGES.entries()) {
        const page = {
          id: index + 1,
          ns: 0,
          title: title.replaceAll(' ', '_'),
          random: 0,
          touched: 0,
          latest_rev: index + 1,
          length: text.length,
        }
        await tx.insertInto('page').values(page).execute()
        await indexPages(tx, [{ id: page.id, ns: 0, title, text }])
        const timestamp = Date.UTC(title === 'Blue ball' ? 2026 : 2025, 1, 3) / 1000
        const parts = { actor_id: 1, summary_id: 1, length: 1, sha1: '' }
        await tx
          .insertInto('revision')
          .values({ id: page.id, page_id: page.id, timestamp, ...parts })
          .execute()
      }
      const member = { sortkey: Buffer.from(''), timestamp: 0, type: 'page' }
      for (const [page_id, category] of [
        [2, 'Trees'],
        [5, 'Toys'],
        [6, 'Toys'],
        [6, 'Old'],
      ] as const)
        await tx
          .insertInto('category_link')
          .values({ page_id, category, ...member })
          .execute()
      await tx.insertInto('link_target').values({ id: 1, ns: 0, title: 'Vienna' }).execute()
      await tx.insertInto('link_target').values({ id: 2, ns: 10, title: 'Box' }).execute()
      for (const from_id of [1, 5])
        await tx.insertInto('page_link').values({ from_id, from_ns: 0, target_id: 1 }).execute()
      await tx.insertInto('template_link').values({ from_id: 6, from_ns: 0, target_id: 2 }).execute()
    })
  })

  const find = async (text: string) => {
    const scope = { namespaces: [0], titleOnly: false, limit: 10, offset: 0 }
    const { pages } = await findPages(store.read, defaultSite(), readSearch(text), scope)
    return pages.map(page => page.title).sort()
  }

  for (const [search, expected] of [
    ['cafe', ['Café']],
    ['CAFÉ', ['Café']],
    ['ёлка', ['Ёлка']],
    ['красный', ['Ёлка']],
    ['行星', ['火星']],
    ['星太', []],
    ['الكوكب', ['المريخ']],
    ['red ball', ['Blue_ball', 'Red_ball']],
    ['"red ball"', ['Red_ball']],
    ['red -blue', []],
    ['intitle:blue', ['Blue_ball']],
    ['squ*', ['Blue_ball', 'Red_ball']],
    ['prefix:Red', ['Red_ball']],
    ['insource:wien', ['Café']],
    ['insource:cafe', []],
    ['-insource:square ball', []],
    ['incategory:Toys', ['Blue_ball', 'Red_ball']],
    ['incategory:"Toys|Trees"', ['Blue_ball', 'Red_ball', 'Ёлка']],
    ['ball -incategory:Old', ['Red_ball']],
    ['-incategory:Old', []],
    ['incategory:Toys -incategory:Old', ['Red_ball']],
    ['linksto:Vienna', ['Café', 'Red_ball']],
    ['linksto:Vienna kaffeehaus', ['Café']],
    ['linksto:Nowhere', []],
    ['ball -linksto:Vienna', ['Blue_ball']],
    ['ball -linksto:Nowhere', ['Blue_ball', 'Red_ball']],
    ['hastemplate:Box', ['Blue_ball']],
    ['ball -hastemplate:Box', ['Red_ball']],
    ['ball lasteditdate:>=2026-01-01', ['Blue_ball']],
    ['ball lasteditdate:<2026', ['Red_ball']],
    ['ball lasteditdate:2026-02', ['Blue_ball']],
    ['ball lasteditdate:soon', ['Blue_ball', 'Red_ball']],
    ['ball -prefix:Red', ['Blue_ball']],
    ['"', []],
    ['AND OR NOT ( * :', []],
    ["' & ! | <->", []],
  ] as const) {
    test(`"${search}" finds ${expected.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual(await find(search), expected)
    })
  }
})

onEachEngine('search of a word that very many pages have', open => {
  const COUNT = 4200
  let store: Store
  before(async () => {
    store = await open()
    await store.transaction(async tx => {
      const pages = Array.from({ length: COUNT }, (_, at) => ({
        id: at + 1,
        ns: at % 10 === 8 ? 1 : 0,
        title: at === 4100 ? 'Common' : at % 100 === 50 ? `A_common_page_${at}` : `Page_${at}`,
        random: 0,
        touched: 0,
        latest_rev: at + 1,
        length: 10,
      }))
      for (let from = 0; from < COUNT; from += 300)
        await tx
          .insertInto('page')
          .values(pages.slice(from, from + 300))
          .execute()
      const text = (id: number) => `common words${id % 1000 === 0 ? ' unusual' : ''}`
      await indexPages(
        tx,
        pages.map(({ id, ns, title }) => ({ id, ns, title, text: text(id) })),
      )
    })
  })

  const find = (text: string, offset = 0, limit = 10) =>
    findPages(store.read, defaultSite(), readSearch(text), { namespaces: [0], titleOnly: false, limit, offset })

  test('estimates their number', async () => {
    const { total, isEstimate } = await find('common')
    assert.equal(isEstimate, true)
    assert.ok(Math.abs(total - COUNT * 0.9) < 100, String(total))
  })

  test('lists the exact title, titles with the word, then the oldest pages', async () => {
    const { pages } = await find('common', 0, 60)
    assert.equal(pages[0]!.title, 'Common')
    assert.ok(pages.slice(1, 40).every(({ title }) => title.startsWith('A_common')))
    assert.equal(pages.at(-1)!.title.startsWith('Page_'), true)
  })

  test('lists each page once, as far as it goes', async () => {
    const ids: number[] = []
    for (let offset = 0; ; offset += 500) {
      const { pages } = await find('common', offset, 500)
      if (pages.length === 0) break
      ids.push(...pages.map(({ id }) => id))
    }
    assert.equal(new Set(ids).size, ids.length)
    assert.ok(ids.length >= 3500)
  })

  test('counts and finds a rare word beside it exactly', async () => {
    const { pages, total, isEstimate } = await find('common unusual')
    assert.deepEqual([total, isEstimate], [4, false])
    assert.deepEqual(pages.map(({ id }) => id).sort(), [1000, 2000, 3000, 4000])
  })

  test('excludes words', async () => {
    const { pages } = await find('common -unusual', 0, 2000)
    assert.ok(!pages.some(({ id }) => id % 1000 === 0))
  })
})

test('keywords use indexes, however many pages there are', async () => {
  const store = await temporaryStore('sqlite')
  const { seen, plugin } = queryRecorder()
  const db = store.read.withPlugin(plugin)
  await store.transaction(tx => tx.insertInto('link_target').values({ id: 1, ns: 0, title: 'Tea' }).execute())
  const searches = ['incategory:"A|B"', 'linksto:Tea', 'linksto:Tea -incategory:B', 'prefix:Te', 'tea -linksto:Tea']
  for (const text of [...searches, 'incategory:A lasteditdate:>2020'])
    await findPages(db, defaultSite(), readSearch(text), { namespaces: [0], titleOnly: false, limit: 10, offset: 0 })
  assert.ok(seen.length >= searches.length)
  assert.deepEqual(await stepsOfPlans(store, seen, /^SCAN (?!.*VIRTUAL TABLE|part|hit|hits|\(subquery|constant)/i), [])
})
