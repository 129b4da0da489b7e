import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { executedIn, isExecuted } from './executed.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'parlance-executed-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const range = (startOffset: number, endOffset: number, count: number) => ({ startOffset, endOffset, count })

test('an inner range decides, and what any process executed counts', () => {
  const url = 'file:///project/src/a.ts'
  const module = { ranges: [range(0, 100, 1)] }
  const [called, uncalled] = [{ ranges: [range(10, 50, 2), range(20, 30, 0)] }, { ranges: [range(60, 90, 0)] }]
  const write = (name: string, ...result: unknown[]) =>
    writeFileSync(path.join(folder, name), JSON.stringify({ result }))
  const elsewhere = { url: 'file:///project/test/b.ts', functions: [module] }
  write('1.json', { url, functions: [module, called, uncalled] }, elsewhere)
  const executed = executedIn(folder, '/project')
  assert.deepEqual(executed, { 'src/a.ts': [0, 20, 30, 60, 90, 100] })
  const at = (offset: number) => isExecuted(executed, 'src/a.ts', offset)
  assert.deepEqual([0, 19, 20, 29, 30, 59, 60, 99, 100].map(at), [
    true,
    true,
    false,
    false,
    true,
    true,
    false,
    true,
    false,
  ])
  assert.equal(isExecuted(executed, 'src/other.ts', 0), false)
  write('2.json', { url, functions: [{ ranges: [range(0, 100, 0)] }, { ranges: [range(60, 70, 1)] }] })
  assert.deepEqual(executedIn(folder, '/project'), { 'src/a.ts': [0, 20, 30, 70, 90, 100] })
})
