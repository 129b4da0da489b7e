import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showProgress } from './progress.ts'

function watch(isTTY: boolean) {
  const written: string[] = []
  let time = 0
  const output = { isTTY, columns: 120, write: (text: string) => written.push(text) }
  const progress = showProgress(output, { now: () => time })
  return { written, progress, wait: (ms: number) => (time += ms) }
}

test('shows a bar with percentage, speed and time left on a terminal', () => {
  const { written, progress, wait } = watch(true)
  for (let done = 0; done <= 500; done += 100) {
    progress.report({ task: 'reading x.gz', done: done * 1e6, total: 1e9, unit: 'bytes', counts: { pages: done } })
    wait(1000)
  }
  assert.match(written.at(-1)!, /reading x\.gz {2}\[#{12}\.{12}\] 50% {2}100\.0 MB\/s {2}5 s left {2}500 pages/)
  progress.finish('reading x.gz', 'x.gz: 500 pages')
  assert.equal(written.at(-1), '\r\x1b[Kx.gz: 500 pages\n')
})

test('writes one JSON object per line elsewhere, at most once a second', () => {
  const { written, progress, wait } = watch(false)
  for (let done = 0; done < 100; done++) {
    progress.report({ task: 'search index', done, total: 100, unit: 'pages' })
    wait(100)
  }
  const lines = written.map(line => JSON.parse(line))
  assert.equal(lines.length, 10)
  assert.deepEqual(lines[5], {
    task: 'search index',
    done: 50,
    total: 100,
    unit: 'pages',
    perSecond: 10,
    secondsLeft: 5,
  })
  progress.finish('search index', 'done', { pages: 100 })
  assert.deepEqual(JSON.parse(written.at(-1)!), { task: 'search index', finished: true, pages: 100 })
})

test('omits the percentage without a total, and measures the speed of each task separately', () => {
  const { written, progress, wait } = watch(true)
  progress.report({ task: 'a', done: 1_000_000, total: undefined, unit: 'rows' })
  wait(1000)
  progress.report({ task: 'b', done: 0, total: undefined, unit: 'rows' })
  wait(1000)
  progress.report({ task: 'b', done: 10, total: undefined, unit: 'rows' })
  assert.match(written.at(-1)!, /b {2}10 rows {2}10 rows\/s$/)
})
