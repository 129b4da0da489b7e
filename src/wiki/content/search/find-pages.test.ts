import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { indexPages } from '#store/full-text/index-pages.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
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
        await indexPages(tx, [{ id: page.id, title, text }])
      }
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
    ['"', []],
    ['AND OR NOT ( * :', []],
    ["' & ! | <->", []],
  ] as const) {
    test(`"${search}" finds ${expected.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual(await find(search), expected)
    })
  }
})
