// Import and export of every format: untouched parts stay the same, byte for byte.

import assert from 'node:assert/strict'
import path from 'node:path'
import { before, test } from 'node:test'
import { manualClock } from '#core/testing.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { formats } from '../formats/index.ts'
import { changedLines, fixtures } from '../formats/testing.ts'
import { importContent } from './component-files.ts'
import { type ComponentParts, componentParts } from './components.ts'
import { editUnit } from './edit-units.ts'
import { type ExportedTranslation, exportFile, unitsOf } from './export-file.ts'
import { splitForms } from './forms.ts'
import { createProject } from './projects.ts'
import { commitPending } from './repository.ts'
import type { UnitRow } from './rows.ts'
import { editSource } from './source-edit.ts'
import { faults, testLanguage } from './testing.ts'
import { createComponent } from './translations.ts'
import { removeUnit } from './units.ts'
import { upload } from './upload.ts'
import { type Work, work } from './work.ts'

const folders: Readonly<Record<string, string>> = {
  'po-mono': 'po',
  plainxliff: 'xliff',
  'xliff2-placeables': 'xliff2',
}
const samplesOf = (id: string) => fixtures(path.join(import.meta.dirname, '../formats', folders[id] ?? id))

onEachEngine('round trips', open => {
  let store: Store
  let count = 0
  const clock = manualClock()
  const write = <T>(task: (piece: Work) => Promise<T>) => work({ store, clock }, null, task)

  const component = (
    file_format: string,
    more: { template?: string; review?: boolean; code?: string } = {},
  ): Promise<ComponentParts> =>
    write(async piece => {
      const language = await testLanguage(piece.tx, more.code ?? 'en')
      const slug = `p${++count}`
      const review = { translation_review: more.review ? 1 : 0 }
      const project = await createProject(piece, { name: slug, slug, ...review })
      const { template = '' } = more
      const values = { project_id: project.id, name: 'Main', slug: 'main', file_format, filemask: 'l/*.x', template }
      const made = await createComponent(piece, values, language)
      if (template !== '')
        await piece.tx.updateTable('translation').set({ filename: template }).where('id', '=', made.source.id).execute()
      return (await componentParts(piece.tx, [made.component]))[0]!
    })

  const take = (parts: ComponentParts, code: string, content: string | Buffer): Promise<ExportedTranslation> =>
    write(async piece => {
      const language = await testLanguage(piece.tx, code)
      const { translation } = await importContent(piece, parts, language, Buffer.from(content))
      return { ...parts, translation, language }
    })

  const give = async (place: ExportedTranslation): Promise<Buffer> => Buffer.from(await exportFile(store.read, place))
  const text = async (place: ExportedTranslation): Promise<string> => (await give(place)).toString()
  const stringsOf = async (place: ExportedTranslation) =>
    (await unitsOf(store.read, place.translation.id)).map(unit => [unit.context, unit.source, unit.target, unit.state])
  const unitFor = async (place: ExportedTranslation, name: string): Promise<UnitRow> => {
    const units = await unitsOf(store.read, place.translation.id)
    return units.find(unit => unit.context === name || unit.source === name)!
  }
  const translate = async (place: ExportedTranslation, name: string, target: string, state = 20): Promise<UnitRow> => {
    const unit = await unitFor(place, name)
    return write(piece => editUnit(piece, place.translation, unit, { target: [target], state }))
  }

  before(async () => {
    store = await open()
  })

  for (const { id, monolingual, document } of formats())
    test(`${id}: untouched files round-trip byte for byte, also after a reverted edit`, async () => {
      for (const { name, bytes } of samplesOf(id)) {
        // Fixtures end in their language code; files with source texts are read as the source language.
        const code = /-([a-z]{2,3})(?:-|\.)/.exec(name)?.[1] ?? 'de'
        const parts = await component(id, { review: true, ...(monolingual && { code }) })
        const place = await take(parts, code, bytes)
        const first = await give(place)
        assert.ok(first.equals(bytes), `${name}: ${changedLines(bytes, first).join('\n')}`)
        // Source texts of a document change only in its file.
        if (document) continue
        const untouched = (await unitsOf(store.read, place.translation.id)).filter(unit => unit.state !== 100)
        const unit = untouched.find(each => each.state >= 20 && !each.target.includes('\u001e'))
        if (unit === undefined) continue
        const set = (target: string) =>
          write(async piece => {
            const row = (await unitsOf(piece.tx, place.translation.id)).find(each => each.id === unit.id)!
            if (monolingual) await editSource(piece, place.translation, code, row, [target])
            else await editUnit(piece, place.translation, row, { target: [target], state: row.state })
            await commitPending(piece, parts)
          })
        const [old] = splitForms(unit.target)
        await set(`${old!.trimEnd()}e`)
        const edited = await give(place)
        assert.ok(!edited.equals(bytes), name)
        await set(old!)
        const again = await give(place)
        assert.ok(again.equals(bytes), `${name}: ${changedLines(bytes, again).join('\n')}`)
      }
    })

  const pairs: [string, string, string][] = [
    [
      'aresource',
      '<resources>\n    <string name="a">One</string>\n    <string name="b">Two</string>\n</resources>\n',
      '<resources>\n    <!-- ours -->\n    <string name="old">Staré</string>\n    <string name="a">Jedna</string>\n</resources>\n',
    ],
    ['properties', 'a=One\nb=Two\n', '# ours\nold=Stare\na=Jedna\n'],
    ['json', '{"a": "One", "b": "Two"}\n', '{"old": "Staré", "a": "Jedna"}\n'],
    ['json-nested', '{"a": "One", "b": "Two"}\n', '{"old": {"er": "Staré"}, "a": "Jedna"}\n'],
    ['strings', '"a" = "One";\n"b" = "Two";\n', '"old" = "Staré";\n"a" = "Jedna";\n'],
    ['arb', '{\n  "a": "One",\n  "b": "Two"\n}\n', '{\n  "old": "Staré",\n  "a": "Jedna"\n}\n'],
    ['ruby-yaml', 'en:\n  a: One\n  b: Two\n', 'cs:\n  old: Staré\n  a: Jedna\n'],
    ['i18nextv4', '{\n  "a": "One",\n  "b": "Two"\n}\n', '{\n  "old": "Staré",\n  "a": "Jedna"\n}\n'],
    ['mediawiki-json', '{\n\t"a": "One",\n\t"b": "Two"\n}\n', '{\n\t"old": "Staré",\n\t"a": "Jedna"\n}\n'],
    [
      'po-mono',
      'msgid "a"\nmsgstr "One"\n\nmsgid "b"\nmsgstr "Two"\n',
      'msgid "old"\nmsgstr "Staré"\n\nmsgid "a"\nmsgstr "Jedna"\n',
    ],
    ['yaml', 'a: One\nb: Two\n', '# ours\nold: Staré\na: Jedna\n'],
    ['toml', 'a = "One"\nb = "Two"\n', 'old = "Staré"\na = "Jedna"\n'],
    ['ini', 'a=One\nb=Two\n', 'old=Staré\na=Jedna\n'],
    ['joomla', 'a="One"\nb="Two"\n', 'old="Staré"\na="Jedna"\n'],
    ['fluent', 'a = One\nb = Two\n', '# ours\nold = Staré\na = Jedna\n'],
    ['dtd', '<!ENTITY a "One">\n<!ENTITY b "Two">\n', '<!ENTITY old "Staré">\n<!ENTITY a "Jedna">\n'],
    [
      'resx',
      '<root>\n  <data name="a"><value>One</value></data>\n  <data name="b"><value>Two</value></data>\n</root>\n',
      '<root>\n  <data name="old"><value>Staré</value></data>\n  <data name="a"><value>Jedna</value></data>\n</root>\n',
    ],
    ['formatjs', '{"a": "One", "b": "Two"}\n', '{"old": "Staré", "a": "Jedna"}\n'],
    ['i18next', '{"a": "One", "b": "Two"}\n', '{"old": "Staré", "a": "Jedna"}\n'],
    ['go-i18n-toml', 'a = "One"\nb = "Two"\n', 'old = "Staré"\na = "Jedna"\n'],
    ['csv', 'id,target\na,One\nb,Two\n', 'id,target\nold,Staré\na,Jedna\n'],
    [
      'xliff',
      '<xliff version="1.2"><file source-language="en"><body>\n<trans-unit id="a"><source>One</source></trans-unit>\n<trans-unit id="b"><source>Two</source></trans-unit>\n</body></file></xliff>\n',
      '<xliff version="1.2"><file source-language="en" target-language="cs"><body>\n<trans-unit id="old"><source>Old</source><target>Staré</target></trans-unit>\n<trans-unit id="a"><source>One</source><target>Jedna</target></trans-unit>\n</body></file></xliff>\n',
    ],
  ]

  for (const [id, english, czech] of pairs)
    test(`${id}: keeps strings missing in the template, adds new ones and drops removed ones`, async () => {
      const parts = await component(id, { template: 'l/base.x' })
      const source = await take(parts, 'en', english)
      const place = await take(parts, 'cs', czech)
      assert.equal(await text(source), english)
      assert.equal(await text(place), czech)
      assert.deepEqual(await stringsOf(place), [
        ['a', 'One', 'Jedna', 20],
        ['b', 'Two', '', 0],
      ])
      await translate(place, 'a', 'Prvni')
      assert.equal(await text(place), czech.replace('Jedna', 'Prvni'), 'only that string differs')
      await translate(place, 'a', 'První')
      await translate(place, 'b', 'Dvě')
      const both = await text(place)
      assert.match(both, /Star/)
      assert.match(both, /Dv\\u011B|Dvě/)
      const again = await take(parts, 'cs', both)
      assert.deepEqual(
        (await stringsOf(again)).map(each => each[2]),
        ['První', 'Dvě'],
        'what went out comes in',
      )
      assert.equal(await text(again), both)
      await write(async piece => {
        for (const side of [place, source])
          await removeUnit(piece, side.translation, await unitFor(side, 'b'), { byHand: true })
      })
      assert.doesNotMatch(await text(place), /Dv\\u011B|Dvě/)
      assert.match(await text(place), /Star/)
      assert.doesNotMatch(await text(source), /Two/)
      assert.deepEqual(await faults(store), [])
    })

  test('removing a key from the template removes the string but keeps it in translation files', async () => {
    const parts = await component('json', { template: 'l/base.x' })
    await take(parts, 'en', '{"a": "One", "b": "Two"}\n')
    const place = await take(parts, 'cs', '{"a": "Jedna", "b": "Dvě"}\n')
    await take(parts, 'en', '{"a": "One"}\n')
    assert.deepEqual(await stringsOf(place), [['a', 'One', 'Jedna', 20]])
    assert.equal(await text(place), '{"a": "Jedna", "b": "Dvě"}\n')
  })

  test('a string and a plural with the same name are separate strings', async () => {
    const parts = await component('i18nextv4')
    const english =
      '{\n  "item": "item",\n  "item_one": "{{count}} item",\n  "item_other": "{{count}} items",\n  "place_ordinal_one": "{{count}}st",\n  "place_ordinal_other": "{{count}}th"\n}\n'
    const source = await take(parts, 'en', english)
    const czech =
      '{\n  "item_one": "a",\n  "item_few": "b",\n  "item_many": "c",\n  "item_other": "d",\n  "place_ordinal_other": "{{count}}. místo"\n}\n'
    const place = await take(parts, 'cs', czech)
    const [plain, plural] = await unitsOf(store.read, place.translation.id)
    assert.deepEqual(
      [plain!.source, plain!.target, plural!.source],
      ['item', '', '{{count}} item\u001e\u001e{{count}} items'],
    )
    assert.equal(await text(source), english)
    assert.equal(await text(place), czech)
    await translate(place, 'item', 'kus')
    assert.match(await text(place), /"item": "kus"/)
    assert.match(await text(place), /"item_one": "a"/)
  })

  test('plural forms follow the language and other forms stay in the file', async () => {
    const android = (items: [string, string][]) =>
      `<resources>\n    <plurals name="p">\n${items.map(([q, text]) => `        <item quantity="${q}">${text}</item>\n`).join('')}    </plurals>\n</resources>\n`
    const parts = await component('aresource')
    await take(
      parts,
      'en',
      android([
        ['one', 'a file'],
        ['other', 'files'],
      ]),
    )
    const russian = android([
      ['one', '1'],
      ['few', '2'],
      ['many', '5'],
      ['other', '1.5'],
    ])
    const place = await take(parts, 'ru', russian)
    const [unit] = await unitsOf(store.read, place.translation.id)
    assert.deepEqual(splitForms(unit!.target), ['1', '2', '5'])
    assert.equal(await text(place), russian)
    await write(piece => editUnit(piece, place.translation, unit!, { target: ['1', '2', '6'], state: 20 }))
    assert.equal(await text(place), russian.replace('>5<', '>6<'))
    const fresh = await take(parts, 'cs', '<resources>\n</resources>\n')
    const [empty] = await unitsOf(store.read, fresh.translation.id)
    await write(piece => editUnit(piece, fresh.translation, empty!, { target: ['1', '2', '5'], state: 20 }))
    assert.match(await text(fresh), /"one">1<[\s\S]*"few">2<[\s\S]*"other">5</)
  })

  test('CSV files with a template keep their rows', async () => {
    const twoColumns = await component('csv', { template: 'l/base.x' })
    const source = await take(twoColumns, 'en', 'greeting,Hello\nfarewell,Goodbye\n')
    const place = await take(twoColumns, 'cs', 'greeting,Ahoj\nstale,Zbytek\n')
    assert.deepEqual(await stringsOf(place), [
      ['greeting', 'Hello', 'Ahoj', 20],
      ['farewell', 'Goodbye', '', 0],
    ])
    await translate(place, 'farewell', 'Sbohem')
    assert.equal(await text(place), 'greeting,Ahoj\nstale,Zbytek\nfarewell,Sbohem\n')
    assert.equal(await text(source), 'greeting,Hello\nfarewell,Goodbye\n')
    const named = await component('csv', { template: 'l/base.x' })
    await take(named, 'en', 'context,source,target\nk1,Hello,\nk2,Bye,\n')
    const cs = await take(named, 'cs', 'context,source,target\nk1,Hello,Ahoj\n')
    await translate(cs, 'k2', 'Sbohem')
    assert.equal(await text(cs), 'context,source,target\nk1,Hello,Ahoj\nk2,Bye,Sbohem\n')
  })

  test('XLIFF with a template uses IDs and the texts of the template', async () => {
    const parts = await component('xliff', { template: 'l/base.x' })
    const file = (code: string, units: string) =>
      `<xliff version="1.2"><file source-language="en" target-language="${code}"><body>\n${units}</body></file></xliff>\n`
    const unit = (id: string, target: string) =>
      `<trans-unit id="${id}"><source>${id}</source><target>${target}</target></trans-unit>\n`
    const english = file('en', unit('k1', 'Hello') + unit('k2', 'Bye'))
    const source = await take(parts, 'en', english)
    const czech = file('cs', unit('k1', 'Ahoj') + unit('k2', ''))
    const place = await take(parts, 'cs', czech)
    assert.deepEqual(await stringsOf(place), [
      ['k1', 'Hello', 'Ahoj', 20],
      ['k2', 'Bye', '', 0],
    ])
    await translate(place, 'k2', 'Sbohem')
    assert.equal(await text(place), file('cs', unit('k1', 'Ahoj') + unit('k2', 'Sbohem')))
    await write(async piece => editSource(piece, source.translation, 'en', await unitFor(source, 'k1'), ['Hi']))
    assert.equal(await text(source), english.replace('Hello', 'Hi'))
  })

  test('keeps approval marks in XLIFF without reviews until the text changes', async () => {
    const file = (approved: string, target: string) =>
      `<xliff version="1.2"><file source-language="en"><body>\n<trans-unit id="1" approved="${approved}"><source>One</source><target>${target}</target></trans-unit>\n<trans-unit><source>No id</source></trans-unit>\n</body></file></xliff>\n`
    for (const review of [false, true]) {
      const place = await take(await component('xliff', { review }), 'cs', file('yes', 'Jedna'))
      assert.equal(await text(place), file('yes', 'Jedna'))
      const { state } = await unitFor(place, 'One')
      assert.equal(state, review ? 30 : 20)
      await translate(place, 'One', 'První')
      assert.equal(await text(place), file('no', 'První'))
      await translate(place, 'No id', 'Bez')
      assert.match(await text(place), /<trans-unit><source>No id<\/source><target>Bez<\/target><\/trans-unit>/)
      await translate(place, 'One', 'První', review ? 30 : 20)
      assert.equal((await text(place)).includes('approved="yes"'), review)
    }
  })

  test('keys are the source texts if there is no source file', async () => {
    const samples: [string, string, string][] = [
      ['json', '{"Hello": "Ahoj", "Bye": ""}\n', '{"Hello": "Hallo", "More": "Mehr"}\n'],
      ['strings', '"Hello" = "Ahoj";\n"Bye" = "";\n', '"Hello" = "Hallo";\n"More" = "Mehr";\n'],
      ['properties', 'Hello=Ahoj\nBye=\n', 'Hello=Hallo\nMore=Mehr\n'],
    ]
    for (const [id, czech, german] of samples) {
      const parts = await component(id)
      const cs = await take(parts, 'cs', czech)
      const de = await take(parts, 'de', german)
      assert.deepEqual(await stringsOf(cs), [
        ['Hello', 'Hello', 'Ahoj', 20],
        ['Bye', 'Bye', '', 0],
      ])
      assert.deepEqual(
        (await stringsOf(de)).map(each => [each[1], each[2]]),
        [
          ['Hello', 'Hallo'],
          ['Bye', ''],
          ['More', 'Mehr'],
        ],
      )
      assert.equal(await text(cs), czech)
      assert.equal(await text(de), german)
      await translate(cs, 'Bye', 'Sbohem')
      assert.equal(await text(cs), czech.replace(/(Bye"?[ :=]*"?)/, '$1Sbohem'))
    }
    await assert.rejects(
      take(await component('aresource'), 'cs', '<resources/>'),
      /import the file of the source language first/,
    )
  })

  test('keeps strings added here that a translation file lacks', async () => {
    const { addString } = await import('./add-string.ts')
    const parts = await component('json', { template: 'l/base.x' })
    await take(parts, 'en', '{"a": "One"}\n')
    const place = await take(parts, 'cs', '{}\n')
    const string = { source: ['Two'], context: 'b', byKey: true }
    await write(piece => addString(piece, parts, string, { translation: place.translation.id }))
    await take(parts, 'cs', '{"a": "Jedna"}\n')
    assert.deepEqual(
      (await stringsOf(place)).map(each => [each[0], each[2]]),
      [
        ['a', 'Jedna'],
        ['b', ''],
      ],
    )
  })

  test('an upload counts all strings and imports the translated ones', async () => {
    const place = await take(
      await component('po'),
      'cs',
      'msgid "One"\nmsgstr ""\n\nmsgid "Two"\nmsgstr "Dvě"\n\nmsgid "Three"\nmsgstr ""\n',
    )
    const send = (content: string, method: 'translate' | 'replace' | 'suggest' = 'translate') =>
      write(piece =>
        upload(piece, place, { content: Buffer.from(content), filename: 'cs.po', method, conflicts: '', fuzzy: '' }),
      )
    const file = (one: string) =>
      `msgid "One"\nmsgstr "${one}"\n\nmsgid "Two"\nmsgstr "2"\n\nmsgid "Three"\nmsgstr ""\n\nmsgid "Four"\nmsgstr "Čtyři"\n`
    assert.deepEqual(await send(file('Jedna')), { not_found: 1, skipped: 1, accepted: 1, total: 4 })
    assert.deepEqual(await send(file(''), 'suggest'), { not_found: 1, skipped: 0, accepted: 1, total: 4 })
    assert.deepEqual(await send(file('První'), 'replace'), { not_found: 0, skipped: 0, accepted: 4, total: 4 })
    assert.deepEqual(await faults(store), [])
  })
})
