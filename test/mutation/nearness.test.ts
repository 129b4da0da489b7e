import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Nearness } from './nearness.ts'

const FILES: Record<string, string> = {
  'src/a/target.test.ts': "import { one } from './one.ts'",
  'src/a/near.test.ts': "import { one } from './one.ts'",
  'src/a/beside.test.ts': "import { b } from '#b/b.ts'",
  'src/b/direct.test.ts': "import { target } from '../a/target.ts'",
  'src/b/far.test.ts': "import { b } from './b.ts'",
  'src/b/other.test.ts': "const example = './missing.ts'",
  'src/a/one.ts': "import { target } from './target.ts'",
  'src/a/target.ts': "import { one } from './one.ts'",
  'src/b/b.ts': "new Worker(new URL('./worker.ts', import.meta.url))",
  'src/b/worker.ts': "import { target } from '#a/target.ts'",
}

test('test files come by name, folder and distance, without those that never load the source', () => {
  const tests = Object.keys(FILES).filter(file => file.endsWith('.test.ts'))
  assert.deepEqual(new Nearness(file => FILES[file]).nearestFirst('src/a/target.ts', tests.toReversed()), [
    'src/a/target.test.ts',
    'src/a/near.test.ts',
    'src/a/beside.test.ts',
    'src/b/direct.test.ts',
    'src/b/far.test.ts',
  ])
})
