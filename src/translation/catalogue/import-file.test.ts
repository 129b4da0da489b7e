import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '#core/testing.ts'
import { microseconds } from '#fields/timestamp.ts'
import { temporaryStore } from '#store/testing.ts'
import { po } from '../formats/po/po.ts'
import { languageTotals } from '../statistics/statistics.ts'
import { componentParts } from './components.ts'
import { importFile } from './import-file.ts'
import { languageByCode, languageForFile } from './languages.ts'
import { createProject } from './projects.ts'
import { faults, testLanguage } from './testing.ts'
import { createComponent } from './translations.ts'
import { work } from './work.ts'

const clock = manualClock()

async function emptyComponent() {
  const store = await temporaryStore('sqlite')
  const write = <T>(task: Parameters<typeof work<T>>[2]) => work({ store, clock }, null, task)
  const parts = await write(async piece => {
    const english = await testLanguage(piece.tx, 'en')
    const project = await createProject(piece, { name: 'Sphinx', slug: 'sphinx' })
    const values = { project_id: project.id, name: 'Main', slug: 'main', file_format: 'po', filemask: '*/main.po' }
    const { component } = await createComponent(piece, values, english)
    return (await componentParts(piece.tx, [component]))[0]!
  })
  const load = (code: string, text: string | Buffer) =>
    write(async piece => {
      const language = (await languageForFile(piece.tx, code))!
      const file = po.parse(Buffer.from(text as string), { language: language.code })
      return importFile(piece, { component: parts, language, file, byKey: false })
    })
  return { store, load }
}

const file = (entries: string) =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"\n\n${entries}`

test('imports a file, updates it, removes strings and updates the counters', async () => {
  const { store, load } = await emptyComponent()
  const first = await load(
    'cs',
    file('msgid "One"\nmsgstr "Jedna"\n\n#, fuzzy\nmsgid "Two words"\nmsgstr "Dvě"\n\nmsgid "Three"\nmsgstr ""\n'),
  )
  assert.deepEqual([first.added, first.changed, first.removed], [3, 0, 0])
  const totals = () => languageTotals(store.read, first.translation.language_id)
  const before = await totals()
  assert.deepEqual([before.total, before.total_words, before.translated, before.fuzzy], [3, 4, 1, 1])
  const start = microseconds(clock)
  assert.deepEqual([before.last_change, before.recent_changes], [start, 1])
  const english = await languageTotals(store.read, (await languageByCode(store.read, 'en'))!.id)
  assert.deepEqual([english.last_change, english.recent_changes], [start, 1])
  clock.advance(60)
  const second = await load(
    'cs',
    file('msgid "One"\nmsgstr "Jednička"\n\nmsgid "Two words"\nmsgstr "Dvě slova"\n\nmsgid "Four"\nmsgstr ""\n'),
  )
  assert.deepEqual([second.added, second.changed, second.removed], [1, 2, 1])
  const after = await totals()
  assert.deepEqual([after.total, after.translated, after.fuzzy], [3, 2, 0])
  assert.deepEqual([after.last_change, after.recent_changes], [start + 60_000_000, 2])
  clock.advance(60)
  const again = await load(
    'cs',
    file('msgid "One"\nmsgstr "Jednička"\n\nmsgid "Two words"\nmsgstr "Dvě slova"\n\nmsgid "Four"\nmsgstr ""\n'),
  )
  assert.deepEqual([again.added, again.changed, again.removed], [0, 0, 0])
  assert.equal((await totals()).last_change, start + 60_000_000)
  assert.deepEqual(await faults(store), [])
})

test('leaves out and reports duplicate and overlong strings', async () => {
  const { store, load } = await emptyComponent()
  const long = 'x'.repeat(100_001)
  const entries = (text: string) =>
    `msgid "One"\nmsgstr "Jedna"\n\nmsgid "One"\nmsgstr "Druhá"\n\nmsgid "Long"\nmsgstr "${text}"\n\nmsgid "Last"\nmsgstr ""\n`
  await load('cs', file(entries('ok')))
  const { translation } = await load('cs', file(entries(long)))
  const units = await store.read
    .selectFrom('unit')
    .select(['source', 'target'])
    .where('translation_id', '=', translation.id)
    .orderBy('position')
    .execute()
  assert.deepEqual(
    units.map(({ source, target }) => [source, target]),
    [
      ['One', 'Jedna'],
      ['Long', 'ok'],
      ['Last', ''],
    ],
  )
  const alerts = await store.read.selectFrom('alert').select(['name', 'details']).orderBy('name').execute()
  assert.deepEqual(
    alerts.map(({ name, details }) => [
      name,
      (JSON.parse(details) as { occurrences: { source: string }[] }).occurrences.map(each => each.source),
    ]),
    [
      ['DuplicateString', ['One']],
      ['OverlongString', ['Long']],
    ],
  )
})
