// The translation memory of a project as TMX, and its clean-up.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { testCatalogue } from '../../catalogue/testing.ts'
import { Person, says } from '../../manage/testing.ts'
import { multipart, type TestApi, testApi } from '../testing.ts'

const TMX = `\ufeff<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
  <header creationtool="other" segtype="sentence" o-tmf="x" adminlang="en" srclang="en-US" datatype="plaintext"/>
  <body>
    <tu>
      <tuv xml:lang="pt-BR"><seg>Olá &amp; adeus</seg></tuv>
      <tuv xml:lang="en-US"><seg>Hello &amp; goodbye</seg></tuv>
      <tuv lang="cs"><seg><bpt i="1">&lt;b></bpt>Ahoj<ept i="1">&lt;/b></ept></seg></tuv>
    </tu>
    <tu srclang="*all*"><tuv xml:lang="de"><seg><![CDATA[Tee < Kaffee]]></seg></tuv><tuv xml:lang="cs"><seg>Čaj</seg></tuv></tu>
    <tu><tuv xml:lang="en"><seg>Alone</seg></tuv></tu>
  </body>
</tmx>`

onEachEngine('the memory of a project', open => {
  let api: TestApi
  let key: string
  const at = '/api/projects/hello/memory/'
  const upload = (content: string | Buffer, filename = 'old.tmx') =>
    api.send('POST', at, { key, ...multipart({}, { name: 'file', filename, content: Buffer.from(content) }) })
  const entries = async () => (await api.send('GET', at, { key })).json as { source: string; target: string }[]

  before(async () => {
    api = await testApi(await open())
    key = (await api.user('Boss', { superuser: true })).key
    await testCatalogue(api.services)
  })

  test('imports and exports TMX', async () => {
    const { status, json, text } = await upload(TMX)
    assert.equal(status, 200, text)
    assert.deepEqual(json, { added: 3, total: 3 })
    assert.deepEqual(
      (await entries()).map(({ source, target }) => [source, target]),
      [
        ['Hello & goodbye', 'Olá & adeus'],
        ['Hello & goodbye', '<b>Ahoj</b>'],
        ['Tee < Kaffee', 'Čaj'],
      ],
    )
    assert.equal((await upload(TMX)).json.added, 0, 'known entries are skipped')
    const file = await api.send('GET', `${at}?format=tmx`, { key })
    assert.match(String(file.headers['content-disposition']), /hello-memory\.tmx/)
    assert.match(file.text, /<tuv xml:lang="pt-BR"><seg>Olá &amp; adeus<\/seg><\/tuv>/)
    await api.send('DELETE', at, { key })
    assert.equal(
      (await upload(Buffer.from(`\ufeff${file.text}`, 'utf16le'))).json.added,
      3,
      'the export can be read again',
    )
  })

  test('rejects files that are not TMX', async () => {
    const before = await entries()
    for (const [content, reason] of [
      ['<tmx><body><tu>', /invalid/],
      ['<xliff/>', /neither a JSON list of entries nor TMX/],
      [
        '<!DOCTYPE tmx [<!ENTITY a "aaaa">]><tmx><body><tu><tuv xml:lang="en"><seg>&a;</seg></tuv></tu></body></tmx>',
        /invalid/,
      ],
      [TMX.replaceAll('"pt-BR"', '"!!"'), /There is no language "!!"/],
      [Buffer.from([0x3c, 0xff, 0xfe, 0x80]), /UTF-8/],
    ] as const) {
      const { status, json, text } = await upload(content)
      assert.equal(status, 400, text)
      assert.equal(json.errors[0].attr, 'file')
      assert.match(json.errors[0].detail, reason)
    }
    assert.deepEqual(await entries(), before)
  })

  test('deletes entries by origin and language after a preview', async () => {
    const clean = async (body: object) => {
      const { status, json, text } = await api.send('POST', `${at}cleanup/`, { key, body })
      assert.equal(status, 200, text)
      return json
    }
    await upload('[{"source":"Tea","target":"Tee","source_language":"en","target_language":"de"}]', 'new.json')
    assert.deepEqual(await clean({ origin: 'file old.tmx', preview: true }), { count: 3, deleted: false })
    assert.deepEqual(await clean({ target_language: 'cs', from_file: true }), { count: 2, deleted: true })
    assert.deepEqual((await entries()).map(each => each.target).sort(), ['Olá & adeus', 'Tee'])
    for (const [body, attr] of [
      [{}, 'non_field_errors'],
      [{ preview: true }, 'non_field_errors'],
      [{ target_language: 'qqq' }, 'target_language'],
    ] as const) {
      const { status, json } = await api.send('POST', `${at}cleanup/`, { key, body })
      assert.deepEqual([status, json.errors[0].attr], [400, attr])
    }
    const boss = await Person.named(api, 'Ann', { superuser: true })
    const page = '/manage/memory/hello/'
    says((await boss.open(page)).text, /file new\.json<\/th>\s*<td class="num">1</)
    assert.equal((await boss.fill(page, 'clean', { origin: 'file new.json', from_file: 'true' })).status, 303)
    assert.deepEqual(
      (await entries()).map(each => each.target),
      ['Olá & adeus'],
    )
  })
})
