// A short run. For a longer one: `node bin/run.js test/losing-work/run-histories.ts --histories 200 --seed N`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asOften, onEachEngine } from '#store/testing.ts'
import { playHistories } from './histories.ts'

const HISTORIES = Number(process.env.PARLANCE_TEST_HISTORIES ?? asOften(1, 5))
const seed = Number(process.env.PARLANCE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))

onEachEngine('histories of a repository', open => {
  test(`keeps all contributions through ${HISTORIES} random histories (seed ${seed})`, async () => {
    const summary = await playHistories(await open(), { histories: HISTORIES, seed })
    assert.deepEqual(summary.found, summary.written)
  })
})
