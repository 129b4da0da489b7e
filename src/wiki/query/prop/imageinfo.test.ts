import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, editingWiki } from '../../editing/testing.ts'

const DAY = 86_400
const FILES = 60
// biome-ignore lint/suspicious/noExplicitAny: responses of many shapes
type Found = any

onEachEngine('prop=imageinfo', openStore => {
  let site: EditingWiki
  before(async () => {
    const store = await openStore()
    site = await editingWiki(store)
    const ann = await site.person('Ann')
    await ann.edit('Notes', 'So that Ann has done something.')
    await store.transaction(async tx => {
      const actor = await tx.selectFrom('actor').where('name', '=', 'Ann').select('id').executeTakeFirstOrThrow()
      const summary = await tx.selectFrom('summary').select('id').limit(1).executeTakeFirstOrThrow()
      const picture = {
        size: 10,
        width: 800,
        height: 600,
        metadata: Buffer.from(''),
        bits: 8,
        media_type: 'BITMAP',
        major_mime: 'image',
        minor_mime: 'png',
        summary_id: summary.id,
        actor_id: actor.id,
        sha1: '',
      }
      const names = Array.from({ length: FILES }, (_, index) => `P${String(index).padStart(2, '0')}.png`)
      const current = names.map(name => ({ ...picture, name, timestamp: 10 * DAY }))
      await tx.insertInto('file').values(current).execute()
      const older = [3, 2, 1].map(day => ({
        ...picture,
        name: 'P00.png',
        timestamp: day * DAY,
        archive_name: `1970010${day}000000!P00.png`,
      }))
      await tx.insertInto('old_file').values(older).execute()
    })
  })

  const ask = (params: Readonly<Record<string, string>>): Promise<Found> =>
    site.anonymous.ask({ action: 'query', prop: 'imageinfo', iiprop: 'timestamp', ...params })
  const days = (page: Found) => (page.imageinfo ?? []).map((row: Found) => Date.parse(row.timestamp) / 1000 / DAY)

  test('versions of one file continue by time', async () => {
    const whole = await ask({ titles: 'File:P00.png', iilimit: 'max' })
    assert.deepEqual(days(whole.query.pages[0]), [10, 3, 2, 1])
    assert.equal(whole.continue, undefined)
    const first = await ask({ titles: 'File:P00.png', iilimit: '2' })
    assert.deepEqual(days(first.query.pages[0]), [10, 3])
    assert.equal(first.continue.iistart, '1970-01-03T00:00:00Z')
    const rest = await ask({ titles: 'File:P00.png', iilimit: '2', ...first.continue })
    assert.deepEqual(days(rest.query.pages[0]), [2, 1])
    assert.equal(rest.continue, undefined)
    const within = {
      titles: 'File:P00.png',
      iilimit: 'max',
      iistart: '1970-01-05T00:00:00Z',
      iiend: '1970-01-03T00:00:00Z',
    }
    assert.deepEqual(days((await ask(within)).query.pages[0]), [3, 2])
  })

  test('applies the limit to each of several files without continuation', async () => {
    const { query, ...rest } = await ask({ titles: 'File:P01.png|File:P00.png|File:Missing.png', iilimit: '2' })
    assert.equal(rest.continue, undefined)
    const byTitle = new Map<string, Found>(query.pages.map((page: Found) => [page.title, page]))
    assert.deepEqual(days(byTitle.get('File:P00.png')), [10, 3])
    assert.deepEqual(days(byTitle.get('File:P01.png')), [10])
    assert.equal(byTitle.get('File:P01.png').imagerepository, 'local')
    assert.equal(byTitle.get('File:Missing.png').imagerepository, '')
    assert.equal(byTitle.get('File:Missing.png').imageinfo, undefined)
    const from = await ask({ titles: 'File:P01.png|File:P00.png', iilimit: '9', iicontinue: 'P00.png|19700103000000' })
    assert.deepEqual(from.query.pages.map(days), [[2, 1], [10]])
    const bad = await ask({ titles: 'File:P01.png|File:P00.png', iicontinue: 'P00.png' })
    assert.equal(bad.error.code, 'badcontinue')
  })

  test('reports properties of a missing file by its name', async () => {
    const { query } = await ask({ titles: 'File:Missing.png', iiprop: 'badfile|canonicaltitle|url' })
    const [page] = query.pages
    assert.equal(page.badfile, false)
    assert.equal(page.imageinfo[0].canonicaltitle, 'File:Missing.png')
    assert.equal(page.imageinfo[0].filemissing, true)
  })

  test('thumbnails limit a response; the next starts with the first version without one', async () => {
    const params = { iiprop: 'url|timestamp', iiurlwidth: '100', iilimit: '5' }
    const many = Array.from({ length: 50 }, (_, index) => `File:P${String(index).padStart(2, '0')}.png`)
    const first = await ask({ ...params, titles: many.join('|') })
    assert.equal(first.continue.iicontinue, 'P47.png|19700111000000')
    const rest = await ask({ ...params, titles: many.join('|'), ...first.continue })
    assert.equal(rest.continue, undefined)
    assert.deepEqual(
      rest.query.pages
        .filter((page: Found) => page.imageinfo)
        .map((page: Found) => page.title)
        .sort(),
      ['File:P47.png', 'File:P48.png', 'File:P49.png'],
    )
  })
})
