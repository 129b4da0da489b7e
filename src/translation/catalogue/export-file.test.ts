import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { manualClock } from '#core/testing.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { format } from '../formats/index.ts'
import { importContent } from './component-files.ts'
import { type ComponentParts, componentParts } from './components.ts'
import { editUnit } from './edit-units.ts'
import { convertFile, exportFile } from './export-file.ts'
import { createProject } from './projects.ts'
import { faults, testLanguage } from './testing.ts'
import { createComponent } from './translations.ts'
import { type Work, work } from './work.ts'

const PO = `# Notes of the translators stay.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

#: src/a.c:1
#, c-format
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d soubor"
msgstr[1] "%d soubory"
msgstr[2] "%d souborů"

# A remark.
msgid "Open"
msgstr ""

#~ msgid "Old"
#~ msgstr "Staré"
`

onEachEngine('files out of the catalogue', open => {
  let store: Store
  const clock = manualClock()
  const write = <T>(task: (piece: Work) => Promise<T>) => work({ store, clock }, null, task)

  const component = (file_format: string, filemask: string): Promise<ComponentParts> =>
    write(async piece => {
      const english = await testLanguage(piece.tx, 'en')
      const project = await createProject(piece, { name: file_format, slug: file_format })
      const values = { project_id: project.id, name: 'Main', slug: 'main', file_format, filemask }
      const made = await createComponent(piece, values, english)
      return (await componentParts(piece.tx, [made.component]))[0]!
    })

  before(async () => {
    store = await open()
  })

  test('keeps duplicate and overlong strings in the file', async () => {
    const parts = await component('po-mono', 'mono/*.po')
    const english = await write(piece => testLanguage(piece.tx, 'en'))
    const content = `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=ASCII\\n"\n\nmsgid "a"\nmsgstr "1"\n\nmsgid "a"\nmsgstr "2"\n\nmsgid "b"\nmsgstr "${'x'.repeat(100_001)}"\n`
    const { translation } = await write(piece => importContent(piece, parts, english, Buffer.from(content)))
    const language = await write(piece => testLanguage(piece.tx, 'cs'))
    const czech = await write(piece => importContent(piece, parts, language, Buffer.from(content)))
    const place = { ...parts, translation: czech.translation, language }
    assert.notEqual(translation.id, czech.translation.id)
    const unit = await store.read
      .selectFrom('unit')
      .selectAll()
      .where('translation_id', '=', czech.translation.id)
      .executeTakeFirstOrThrow()
    await write(piece => editUnit(piece, czech.translation, unit, { target: ['ě'], state: 20 }))
    assert.equal(
      Buffer.from(await exportFile(store.read, place)).toString(),
      content.replace('"1"', '"ě"').replace('ASCII', 'UTF-8'),
    )
  })

  test('exports an untouched file byte for byte and changes only edited lines', async () => {
    const parts = await component('po', 'po/*.po')
    const language = await write(piece => testLanguage(piece.tx, 'cs'))
    const { translation } = await write(piece => importContent(piece, parts, language, Buffer.from(PO)))
    const place = { ...parts, translation, language }
    assert.equal(Buffer.from(await exportFile(store.read, place)).toString(), PO)
    const unit = await store.read
      .selectFrom('unit')
      .selectAll()
      .where('source', '=', 'Open')
      .where('translation_id', '=', translation.id)
      .executeTakeFirstOrThrow()
    await write(piece => editUnit(piece, translation, unit, { target: ['Otevřít'], state: 20 }))
    const after = Buffer.from(await exportFile(store.read, place)).toString()
    assert.equal(after, PO.replace('msgid "Open"\nmsgstr ""', 'msgid "Open"\nmsgstr "Otevřít"'))
    const csv = Buffer.from(await convertFile(store.read, format('csv')!, place)).toString()
    assert.match(csv, /"Open","Otevřít"/)
    const json = JSON.parse(Buffer.from(await convertFile(store.read, format('json')!, place)).toString())
    assert.equal(json.Open, 'Otevřít')
  })

  test('exports monolingual files with source texts from the template', async () => {
    const parts = await component('json', 'i18n/*.json')
    const [english, czech] = await write(async piece => [
      await testLanguage(piece.tx, 'en'),
      await testLanguage(piece.tx, 'cs'),
    ])
    await write(piece =>
      importContent(piece, parts, english!, Buffer.from('{\n  "open": "Open file",\n  "close": "Close"\n}\n')),
    )
    const { translation } = await write(piece =>
      importContent(piece, parts, czech!, Buffer.from('{\n  "open": "Otevřít"\n}\n')),
    )
    const units = await store.read
      .selectFrom('unit')
      .selectAll()
      .where('translation_id', '=', translation.id)
      .orderBy('position')
      .execute()
    assert.deepEqual(
      units.map(unit => [unit.context, unit.source, unit.target, unit.state]),
      [
        ['open', 'Open file', 'Otevřít', 20],
        ['close', 'Close', '', 0],
      ],
    )
    await write(piece => editUnit(piece, translation, units[1]!, { target: ['Zavřít'], state: 20 }))
    const text = Buffer.from(await exportFile(store.read, { ...parts, translation, language: czech! })).toString()
    assert.equal(text, '{\n  "open": "Otevřít",\n  "close": "Zavřít"\n}\n')
    await write(piece =>
      importContent(piece, parts, english!, Buffer.from('{\n  "open": "Open a file",\n  "quit": "Quit"\n}\n')),
    )
    const now = await store.read
      .selectFrom('unit')
      .selectAll()
      .where('translation_id', '=', translation.id)
      .orderBy('position')
      .execute()
    assert.deepEqual(
      now.map(unit => [unit.context, unit.source, unit.target, unit.state, unit.previous_source]),
      [
        ['open', 'Open a file', 'Otevřít', 10, 'Open file'],
        ['quit', 'Quit', '', 0, ''],
      ],
    )
    assert.deepEqual(await faults(store), [])
  })
})
