// Lists of long strings: pages show how each begins, and the REST API sends as many as fit into one answer.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { testCatalogue } from '#translation/catalogue/testing.ts'
import { type TestSite, testSite, type Visitor } from './testing.ts'

/** As long as a text may be, in characters of three bytes. */
const LONG = 'ー'.repeat(99_000)
const COUNT = 30
/** What a page with all strings of a list on it may take. */
const PAGE_BYTES = 1_000_000
const ANSWER_BYTES = 9_000_000

onEachEngine('lists of long strings', open => {
  let site: TestSite
  let boss: Visitor
  let ids: number[]

  before(async () => {
    site = await testSite(await open())
    const strings = Array.from({ length: COUNT }, (_, i) => ({ source: [`Needle ${i} ${LONG}`] }))
    const { units } = await testCatalogue(site.services, { strings })
    ids = units.map(unit => unit.id)
    const { store } = site.services
    for (const [i, id] of ids.entries())
      await store.transaction(async tx => {
        const target = `Jehla ${i} ${LONG}`
        await tx.updateTable('unit').set({ target, state: 20 }).where('id', '=', id).execute()
        await tx.updateTable('translation_change').set({ target, old: target }).where('unit_id', '=', id).execute()
      })
    await site.person('Boss', { superuser: true })
    boss = site.visitor()
    await boss.logIn('Boss')
  })

  const bytes = async (path: string): Promise<string> => {
    const { status, text } = await boss.get(path)
    assert.equal(status, 200, `${path}: ${text.slice(0, 500)}`)
    return text
  }

  test('pages show the beginning of each string', async () => {
    for (const path of [
      '/translate/hello/main/cs/?q=Needle',
      '/search/?q=Needle',
      '/search/?q=Needle&kind=strings',
      '/strings/?project=hello&q=Needle',
      '/changes/?project=hello',
      '/projects/hello/main/cs/',
    ]) {
      const text = await bytes(path)
      assert.ok(Buffer.byteLength(text) < PAGE_BYTES, `${path}: ${Buffer.byteLength(text)}`)
      if (!path.startsWith('/changes') && !path.startsWith('/projects')) assert.match(text, /Needle 0 ー+…/, path)
    }
  })

  test('an open string has its full text, nearby strings do not', async () => {
    const text = await bytes(`/translate/hello/main/cs/?unit=${ids[3]}`)
    assert.ok(text.includes(`Jehla 3 ${LONG}</textarea>`))
    const everything = await bytes(`/api/units/${ids[3]}/everything/?parts=nearby,other_languages`)
    assert.ok(everything.includes(`"Jehla 3 ${LONG}"`))
    assert.ok(Buffer.byteLength(everything) < PAGE_BYTES, String(Buffer.byteLength(everything)))
    const rows = await bytes('/api/translations/hello/main/cs/strings/')
    assert.ok(Buffer.byteLength(rows) < PAGE_BYTES, String(Buffer.byteLength(rows)))
  })

  test('REST API pages are shortened, and "next" covers everything once', async () => {
    for (const [path, total] of [
      ['/api/units/?q=Needle+language:cs&page_size=48', COUNT],
      ['/api/translations/hello/main/cs/units/', COUNT],
      ['/api/changes/', null],
    ] as const) {
      const seen: number[] = []
      let [next, steps, count]: [string | null, number, number] = [path, 0, 0]
      while (next !== null) {
        const text = await bytes(next)
        assert.ok(Buffer.byteLength(text) < ANSWER_BYTES, `${next}: ${Buffer.byteLength(text)}`)
        const answer = JSON.parse(text) as { count: number; next: string | null; results: { id: number }[] }
        seen.push(...answer.results.map(({ id }) => id))
        count = answer.count
        next = answer.next && new URL(answer.next).pathname + new URL(answer.next).search
        assert.ok(++steps < 1000)
      }
      assert.equal(seen.length, total ?? count, path)
      assert.equal(new Set(seen).size, seen.length, path)
      assert.ok(steps > 1, `${path}: ${steps}`)
    }
  })

  test('"previous" returns to the same page', async () => {
    const first = JSON.parse(await bytes('/api/translations/hello/main/cs/units/?page_size=48'))
    const second = JSON.parse(await bytes(new URL(first.next).pathname + new URL(first.next).search))
    const again = JSON.parse(await bytes(new URL(second.previous).pathname + new URL(second.previous).search))
    assert.deepEqual(
      again.results.map(({ id }: { id: number }) => id),
      first.results.map(({ id }: { id: number }) => id),
    )
  })
})
