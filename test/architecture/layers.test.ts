import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Circle, findCircles } from './circles.ts'
import { floors } from './floors.ts'
import { forTests, imports, sources, textOf, webImports, webSources } from './imports.ts'

for (const [folder, table] of Object.entries(floors)) {
  const entryOf = (file: string) => file.slice(folder.length + 1).split('/')[0]!
  const floorOf = (entry: string) => table.findIndex(floor => floor.includes(entry))
  const within = (file: string) => file.startsWith(`${folder}/`)
  /** Tests too keep to their half, inside which they may import anything; all of them may use the services of `core`. */
  const held = (file: string) => within(file) && (folder === 'src' || !forTests(file))

  test(`every entry of ${folder} has its floor`, () => {
    const entries = new Set(sources.filter(held).map(entryOf))
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

  test(`imports inside ${folder} point down only`, () => {
    const wrong = imports.filter(({ from, to }) => {
      if (!held(from) || !within(to) || entryOf(from) === entryOf(to)) return false
      if (forTests(from) && entryOf(to) === 'core') return false
      return floorOf(entryOf(from)) >= floorOf(entryOf(to))
    })
    assert.deepEqual(
      wrong.map(({ from, to }) => `${from} imports ${to}`),
      [],
    )
  })
}

test('no circle of files, nor of folders, at any level', () => {
  const shown = ({ folder, way }: Circle) =>
    [folder, ...way.map(({ from, to }) => `${from} imports ${to}`)].join('\n  ')
  const shipped = [...imports, ...webImports].filter(({ from }) => !forTests(from))
  assert.deepEqual(findCircles(shipped).map(shown), [])
})

test('the pages of browsers share only what lies in web/shared, and the program imports none of them', () => {
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

test('nothing that ships imports what is there for tests', () => {
  const wrong = imports.filter(({ from, to }) => !forTests(from) && forTests(to))
  assert.deepEqual(
    wrong.map(({ from, to }) => `${from} imports ${to}`),
    [],
  )
})

test('no source file has grown beyond one idea (400 lines)', () => {
  const long = [...sources, ...webSources]
    .filter(file => !/(\.test|\.generated)\.tsx?$/.test(file) && !file.includes('fixtures'))
    .map(file => [file, textOf(file).split('\n').length - 1] as const)
    .filter(([, lines]) => lines > 400)
  assert.deepEqual(long, [])
})
