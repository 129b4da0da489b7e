// Operations on whole components let other requests run in between, however large they are.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { manualClock } from '#core/testing.ts'
import type { Store, Writer } from '#store/store.ts'
import { onEachEngine, turnsDuring } from '#store/testing.ts'
import { STEPS_IN_A_TURN } from '#store/turn.ts'
import { format, pairWithTemplate, withKeysAsSources, withOwnKeys } from '../formats/index.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { acceptable } from './acceptable-file.ts'
import { importContent } from './component-files.ts'
import { type ComponentParts, componentParts } from './components.ts'
import { stringsOf } from './file-units.ts'
import { holding } from './holding.ts'
import { createProject } from './projects.ts'
import { removeComponent, removeProject } from './removal.ts'
import { changeComponent } from './settings.ts'
import { faults, testLanguage } from './testing.ts'
import { addTranslation, createComponent } from './translations.ts'
import { type Work, workWithin } from './work.ts'

const STRINGS = 1100
/** SQLite blocks all other queries until a statement ends. */
const MOST_ROWS = 1000

const clock = manualClock()

const poFile = (target: (i: number) => string): Buffer => {
  const entries = Array.from({ length: STRINGS }, (_, i) => `msgid "Word ${i}"\nmsgstr "${target(i)}"\n`)
  return Buffer.from(`msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n${entries.join('\n')}`)
}

/** The largest number of rows that a statement read or changed. */
function rowCounter(): { most: number; readonly plugin: KyselyPlugin } {
  const counter = {
    most: 0,
    plugin: {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        counter.most = Math.max(counter.most, result.rows.length, Number(result.numAffectedRows ?? 0))
        return result
      },
    } satisfies KyselyPlugin,
  }
  return counter
}

onEachEngine('a component with many strings', open => {
  let store: Store
  let parts: ComponentParts
  const rows = rowCounter()
  const write = <T>(task: (piece: Work) => Promise<T>): Promise<T> =>
    holding(store, 'alone', ({ tx, hold }) =>
      workWithin({ tx: tx.withPlugin(rows.plugin) as Writer, hold }, { clock }, null, task),
    )
  const statesOf = async () => {
    const found = await store.read
      .selectFrom('unit')
      .innerJoin('translation', 'translation.id', 'unit.translation_id')
      .select(['state', eb => eb.fn.countAll<number>().as('n')])
      .where('translation.language_code', '=', 'cs')
      .groupBy('state')
      .execute()
    return found.map(({ state, n }) => [state, Number(n)])
  }

  before(async () => {
    store = await open()
    parts = await write(async piece => {
      const english = await testLanguage(piece.tx, 'en')
      const project = await createProject(piece, { name: 'Large', slug: 'large' })
      const values = { project_id: project.id, name: 'Main', slug: 'main', file_format: 'po', filemask: '*.po' }
      const { component } = await createComponent(piece, values, english)
      return (await componentParts(piece.tx, [component]))[0]!
    })
  })

  test('is imported, translated, locked and removed in statements of limited size', async () => {
    await write(async piece =>
      importContent(
        piece,
        parts,
        await testLanguage(piece.tx, 'en'),
        poFile(() => ''),
      ),
    )
    await write(async piece => addTranslation(piece, parts.component, await testLanguage(piece.tx, 'cs')))
    assert.deepEqual(await statesOf(), [[UNIT_STATES.empty, STRINGS]])
    await write(async piece =>
      importContent(
        piece,
        parts,
        await testLanguage(piece.tx, 'cs'),
        poFile(() => 'x'),
      ),
    )
    assert.deepEqual(await statesOf(), [[UNIT_STATES.translated, STRINGS]])
    const held = await write(piece => changeComponent(piece, parts.component, { check_flags: 'read-only' }))
    assert.deepEqual(await statesOf(), [[UNIT_STATES.readonly, STRINGS]])
    const component = await write(piece => changeComponent(piece, held, { check_flags: '' }))
    assert.deepEqual(await statesOf(), [[UNIT_STATES.translated, STRINGS]])
    assert.deepEqual(await faults(store), [])
    await write(piece => removeComponent(piece, component))
    await write(piece => removeProject(piece, parts.project))
    for (const table of ['unit', 'check_failure', 'memory'] as const)
      assert.deepEqual(await store.read.selectFrom(table).selectAll().execute(), [], table)
    assert.deepEqual(await faults(store), [])
    if (store.engine === 'sqlite')
      assert.ok(rows.most > 1 && rows.most <= MOST_ROWS, `${rows.most} rows in one statement`)
  })
})

test('parsing a file yields to other work', async () => {
  const file = format('po')!.parse(poFile(String), { language: 'cs' })
  const least = Math.floor(STRINGS / STEPS_IN_A_TURN) - 1
  const options = { byKey: false, plurals: 3, review: false }
  for (const [name, work] of Object.entries({
    acceptable: () => acceptable(file),
    stringsOf: () => stringsOf(file, options),
    withOwnKeys: () => withOwnKeys(file),
    withKeysAsSources: () => withKeysAsSources(file),
    pairWithTemplate: () => pairWithTemplate(file, file),
  })) {
    const turns = await turnsDuring(work)
    assert.ok(turns >= least, `${name}: ${turns} turns`)
  }
})
