import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, editingWiki } from '../editing/testing.ts'

onEachEngine('files on pages', openStore => {
  let site: EditingWiki
  before(async () => {
    const store = await openStore()
    site = await editingWiki(store)
    const boss = await site.person('Boss', 'sysop')
    await store.transaction(tx =>
      tx
        .insertInto('file')
        .values(
          ['Red.png', 'Bad.png'].map(name => ({
            name,
            size: 1,
            width: 200,
            height: 100,
            metadata: Buffer.from(''),
            bits: 8,
            media_type: 'BITMAP',
            major_mime: 'image',
            minor_mime: 'png',
            summary_id: 1,
            actor_id: 1,
            timestamp: 1,
            sha1: name,
          })),
        )
        .execute(),
    )
    await boss.edit('File:Old.png', '#REDIRECT [[File:Red.png]]')
    await boss.edit('MediaWiki:Bad image list', '* [[:File:Bad.png]] except on [[Fine]]')
  })
  const html = async (text: string, title = 'X'): Promise<string> => {
    const more = { disablelimitreport: 1, wrapoutputclass: '', prop: 'text' }
    return (await site.anonymous.ask({ action: 'parse', title, text, ...more })).parse.text
  }

  test('are shown at the requested size, directly or through a redirect', async () => {
    for (const name of ['Red.png', 'Old.png']) {
      const picture = await html(`[[File:${name}|50px|alt=x]]`)
      assert.match(picture, /<img alt="x" src="\/images\/thumb\/[^"]+\/Red\.png\/50px-Red\.png"/)
      assert.match(picture, / width="50" height="25" srcset="[^"]+75px-Red\.png 1\.5x, [^"]+100px-Red\.png 2x"/)
      assert.match(await html(`[[Media:${name}|x]]`), /<a href="\/images\/[^"]+\/Red\.png" class="internal"/)
    }
  })

  test('are hidden where the bad image list says so', async () => {
    assert.match(await html('[[File:Bad.png|50px]]'), /^<p><a href="[^"]+" title="File:Bad\.png">File:Bad\.png<\/a>/)
    assert.match(await html('[[File:Bad.png|50px]]', 'Fine'), /50px-Bad\.png/)
  })

  test('are shown as links when missing, however many there are', async () => {
    assert.match(await html('[[File:None.png]]'), /wpDestFile=None\.png" class="new"/)
    const many = await html(Array.from({ length: 6000 }, (_, at) => `[[File:None ${at}.png]]`).join(' '))
    assert.equal(many.match(/class="new"/g)?.length, 6000)
  })
})
