import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, editingWiki } from '../../editing/testing.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses of many shapes
type Found = any

onEachEngine('prop=contributors', openStore => {
  let site: EditingWiki
  before(async () => {
    const store = await openStore()
    site = await editingWiki(store)
    const [ann, bob, eve] = [await site.person('Ann'), await site.person('Bob'), await site.person('Eve', 'sysop')]
    for (const title of ['Page 0', 'Page 1']) await ann.edit(title, 'One.')
    await store.transaction(async tx => {
      const one = await tx.selectFrom('revision').selectAll().orderBy('id').limit(1).executeTakeFirstOrThrow()
      const ids = Array.from({ length: 118 }, (_, index) => 1000 + index)
      const page = { ns: 0, random: 0.5, touched: 0, links_updated: null, length: 4, content_model: null, lang: null }
      await tx
        .insertInto('page')
        .values(ids.map(id => ({ ...page, id, title: `Page_${id}`, latest_rev: id })))
        .execute()
      await tx
        .insertInto('revision')
        .values(ids.map(id => ({ ...one, id, page_id: id })))
        .execute()
    })
    await bob.edit('Page 0', 'Two.')
    await eve.edit('Page 0', 'Three.')
    await site.anonymous.edit('Page 0', 'Four.')
    await site.anonymous.edit('Page 1', 'Two.')
  })

  const ask = (params: Readonly<Record<string, string>>): Promise<Found> =>
    site.anonymous.ask({ action: 'query', prop: 'contributors', ...params })
  const names = (page: Found) => (page.contributors ?? []).map((row: Found) => row.name)

  /** Consecutive responses, each with its non-empty pages. */
  async function answers(params: Readonly<Record<string, string>>) {
    const all: Found[] = []
    const places: string[] = []
    let more: Readonly<Record<string, string>> = {}
    do {
      const answer = await ask({ ...params, ...more })
      all.push(answer.query.pages.filter((page: Found) => page.contributors || page.anoncontributors))
      more = answer.continue ?? {}
      if (answer.continue) places.push(answer.continue.pccontinue)
    } while (Object.keys(more).length > 0)
    return { all, places }
  }

  test('lists registered users and counts anonymous ones', async () => {
    const { query } = await ask({ titles: 'Page 0|Page 1', pclimit: 'max' })
    assert.deepEqual(query.pages.map(names), [['Ann', 'Bob', 'Eve'], ['Ann']])
    assert.deepEqual(
      query.pages.map((page: Found) => page.anoncontributors),
      [1, 1],
    )
    const admins = await ask({ titles: 'Page 0|Page 1', pcgroup: 'sysop' })
    assert.deepEqual(admins.query.pages.map(names), [['Eve'], []])
    const others = await ask({ titles: 'Page 0|Page 1', pcexcludegroup: 'sysop' })
    assert.deepEqual(others.query.pages.map(names), [['Ann', 'Bob'], ['Ann']])
  })

  test('applies the limit to registered users and repeats the anonymous count', async () => {
    const { all, places } = await answers({ titles: 'Page 0|Page 1', pclimit: '1' })
    assert.deepEqual(
      all.map(pages => pages.map(names)),
      [[['Ann'], []], [['Bob'], []], [['Eve'], []], [['Ann']]],
    )
    assert.match(places[0]!, /^\d+\|\d+$/)
    assert.ok(all.slice(0, 3).every(([first, second]) => first.anoncontributors === 1 && second.anoncontributors === 1))
    assert.equal((await ask({ titles: 'Page 0', pccontinue: '1' })).error.code, 'badcontinue')
  })

  test('handles a hundred pages per response', async () => {
    const { all, places } = await answers({ generator: 'allpages', gaplimit: '500', pclimit: '500' })
    assert.deepEqual(
      all.map(pages => pages.length),
      [100, 20],
    )
    assert.match(places[0]!, /^\d+\|0$/)
    const nobody = await answers({ generator: 'allpages', gaplimit: '500', pclimit: '500', pcgroup: 'bureaucrat' })
    assert.deepEqual(nobody.places, places)
  })
})
