import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { migrate } from '#store/migrate.ts'
import { openPostgres } from '#store/postgres/open.ts'
import { openSqlite } from '#store/sqlite/open.ts'
import type { Engine, Store } from '#store/store.ts'
import { NO_POSTGRES, temporaryFolder, temporaryPostgres } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki } from './testing.ts'
import { recount } from './testing-recount.ts'

const COUNT = 8

/** Two stores over one database, like two server processes. */
async function twoStores(engine: Engine): Promise<Store[]> {
  const file = path.join(temporaryFolder(), 'wiki.db')
  const url = engine === 'postgres' ? await temporaryPostgres() : ''
  const open = () => (engine === 'sqlite' ? openSqlite(file) : openPostgres(url, 4))
  const stores = [open(), open()]
  await migrate(stores[0]!)
  return stores
}

for (const engine of ['sqlite', 'postgres'] satisfies Engine[]) {
  const skip = engine === 'postgres' && !process.env.PARLANCE_TEST_POSTGRES ? NO_POSTGRES : false
  describe(`edits at the same time on ${engine}`, { skip }, () => {
    const opened: Store[] = []
    const sites: EditingWiki[] = []
    const people: Editor[] = []
    before(async () => {
      for (const store of await twoStores(engine)) {
        opened.push(store)
        sites.push(await editingWiki(store))
      }
      for (let i = 0; i < COUNT; i++) people.push(await sites[i % 2]!.person(`Person ${i}`))
    })
    after(async () => {
      for (const store of opened) await store.close()
    })

    /** One result per person: the error code, or null on success. */
    const all = (params: (index: number) => Record<string, string | number>): Promise<(string | null)[]> =>
      Promise.all(
        people.map(async (person, index) => {
          const code = await person.refusal(params(index))
          return code.startsWith('no error') ? null : code
        }),
      )
    const history = async (title: string) => {
      const asked = { action: 'query', prop: 'revisions', titles: title, rvlimit: 'max', rvprop: 'ids' }
      return (await people[0]!.ask(asked)).query.pages[0].revisions as { revid: number; parentid: number }[]
    }
    /** Asserts that every revision's parent is the one before it and that none is missing. */
    const isChain = async (title: string, length: number) => {
      const revisions = await history(title)
      assert.equal(revisions.length, length)
      for (const [index, { parentid }] of revisions.entries()) {
        assert.equal(parentid, revisions[index + 1]?.revid ?? 0)
      }
    }
    const sound = async () => assert.deepEqual(await recount(sites[0]!.wiki, 1_794_700_800), [])

    test('accepts one of several edits to the same line and reports a conflict to the others', async () => {
      await people[0]!.edit('Fought over', 'a\nb\nc')
      const results = await all(index => ({ title: 'Fought over', text: `a\n${index}\nc` }))
      const won = results.filter(code => code === null).length
      assert.ok(won >= 1)
      assert.deepEqual([...new Set(results)].filter(Boolean), won === COUNT ? [] : ['editconflict'])
      await isChain('Fought over', 1 + won)
    })

    test('merges edits to different lines', async () => {
      const lines = Array.from({ length: 3 * COUNT }, (_, i) => `line ${i}`)
      await people[0]!.edit('Worked on', lines.join('\n'))
      const { revid } = (await history('Worked on'))[0]!
      const changed = (index: number) => lines.map((line, at) => (at === 3 * index ? `${line}!` : line)).join('\n')
      const results = await all(index => ({ title: 'Worked on', text: changed(index), baserevid: revid }))
      assert.deepEqual(new Set(results), new Set([null]))
      assert.equal((await sites[1]!.textOf('Worked on'))!.match(/!/g)!.length, COUNT)
      await isChain('Worked on', COUNT + 1)
    })

    test('keeps every appended text', async () => {
      await people[0]!.edit('List', 'start')
      const results = await all(index => ({ title: 'List', appendtext: `\n* ${index}.` }))
      assert.deepEqual(new Set(results), new Set([null]))
      const text = (await sites[0]!.textOf('List'))!
      for (let i = 0; i < COUNT; i++) assert.ok(text.includes(`* ${i}.`), text)
      await isChain('List', COUNT + 1)
    })

    test('creates a page only once', async () => {
      const only = await all(index => ({ title: 'Begun', text: `by ${index}`, createonly: 1 }))
      assert.deepEqual(
        only.filter(code => code !== null),
        Array(COUNT - 1).fill('articleexists'),
      )
      const any = await all(index => ({ title: 'Begun too', text: `by ${index}` }))
      assert.deepEqual(new Set(any), new Set([null, 'editconflict']))
      await isChain('Begun', 1)
      await isChain('Begun too', any.filter(code => code === null).length)
      const { query } = await people[0]!.ask({ action: 'query', list: 'logevents', letype: 'create', lelimit: 'max' })
      assert.equal(query.logevents.filter((entry: { title: string }) => entry.title === 'Begun').length, 1)
    })

    test('saves different pages with the same new links, categories and tags without blocking', async () => {
      const names = Array.from({ length: 10 }, (_, i) => i)
      const text = (index: number, round: number) => {
        const order = index % 2 === 0 ? names : names.toReversed()
        return order.map(n => `[[Shared ${round} ${n}]] [[Category:Shared ${round} ${n}]]`).join('\n')
      }
      for (const round of [1, 2]) {
        const results = await all(index => ({ title: `Page ${index}`, text: text(index, round) }))
        assert.deepEqual(new Set(results), new Set([null]))
      }
      const blanked = await all(index => ({ title: `Page ${index}`, text: '' }))
      assert.deepEqual(new Set(blanked), new Set([null]))
      await sound()
    })

    test('counts a category correctly when its last member leaves while another page joins', async t => {
      if (engine === 'sqlite') return t.skip('one writes at a time')
      await people[0]!.edit('Leaving', '[[Category:Coming and going]]')
      const { db } = sites[0]!.wiki
      let coming: Promise<unknown> = Promise.resolve()
      await opened[1]!.transaction(async tx => {
        const category = tx.selectFrom('category').where('title', '=', 'Coming_and_going').select('id')
        await category.forUpdate().execute()
        coming = people[0]!.edit('Coming', '[[Category:Coming and going]]')
        const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        while ((await waiting.execute(db)).rows.length === 0) await setTimeout(5)
        await tx.deleteFrom('category_link').where('category', '=', 'Coming_and_going').execute()
        await tx.deleteFrom('category').where('title', '=', 'Coming_and_going').execute()
      })
      await coming
      const asked = { action: 'query', prop: 'categoryinfo', titles: 'Category:Coming and going' }
      assert.equal((await people[0]!.ask(asked)).query.pages[0].categoryinfo.size, 1)
      await people[0]!.edit('Leaving', '')
      await sound()
    })
  })
}
