import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Cycle, findCycles } from './cycles.ts'
import { forTests, imports, sources, textOf, webImports, webSources } from './imports.ts'
import { layers } from './layers.ts'

for (const [folder, table] of Object.entries(layers)) {
  const entryOf = (file: string) => file.slice(folder.length + 1).split('/')[0]!
  const layerOf = (entry: string) => table.findIndex(layer => layer.includes(entry))
  const within = (file: string) => file.startsWith(`${folder}/`)
  /** Tests may import anything inside their own entry of `src`, and the services of `core`. */
  const isChecked = (file: string) => within(file) && (folder === 'src' || !forTests(file))

  test(`every entry of ${folder} has a layer`, () => {
    const entries = new Set(sources.filter(isChecked).map(entryOf))
    const listed = table.flat()
    assert.deepEqual(
      [...entries].filter(entry => !listed.includes(entry)),
      [],
    )
    assert.deepEqual(
      listed.filter(entry => !entries.has(entry)),
      [],
    )
  })

  test(`imports inside ${folder} point to lower layers`, () => {
    const wrong = imports.filter(({ from, to }) => {
      if (!isChecked(from) || !within(to) || entryOf(from) === entryOf(to)) return false
      if (forTests(from) && entryOf(to) === 'core') return false
      return layerOf(entryOf(from)) >= layerOf(entryOf(to))
    })
    assert.deepEqual(
      wrong.map(({ from, to }) => `${from} imports ${to}`),
      [],
    )
  })
}

test('there are no import cycles of files or folders', () => {
  const shown = ({ folder, path }: Cycle) =>
    [folder, ...path.map(({ from, to }) => `${from} imports ${to}`)].join('\n  ')
  const shipped = [...imports, ...webImports].filter(({ from }) => !forTests(from))
  assert.deepEqual(findCycles(shipped).map(shown), [])
})

test('browser pages share only web/shared, and the server imports none of them', () => {
  const isWeb = (file: string) => file.startsWith('web/')
  const folderOf = (file: string) => file.split('/')[1]
  const sideways = webImports.filter(
    ({ from, to }) => !forTests(from) && isWeb(to) && folderOf(from) !== folderOf(to) && folderOf(to) !== 'shared',
  )
  const upwards = imports.filter(({ from, to }) => !forTests(from) && isWeb(to))
  assert.deepEqual(
    [...sideways, ...upwards].map(({ from, to }) => `${from} imports ${to}`),
    [],
  )
})

test('production code imports no test code', () => {
  const wrong = imports.filter(({ from, to }) => !forTests(from) && forTests(to))
  assert.deepEqual(
    wrong.map(({ from, to }) => `${from} imports ${to}`),
    [],
  )
})

test('no source file is longer than 400 lines', () => {
  const long = [...sources, ...webSources]
    .filter(file => !/(\.test|\.generated)\.tsx?$/.test(file) && !file.includes('fixtures'))
    .map(file => [file, textOf(file).split('\n').length - 1] as const)
    .filter(([, lines]) => lines > 400)
  assert.deepEqual(long, [])
})
