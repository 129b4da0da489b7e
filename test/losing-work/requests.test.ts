// A short run. For a longer one: `node bin/run.js test/losing-work/run-histories.ts --requests --histories 200 --seed N`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { playRequestHistories } from './requests.ts'

const HISTORIES = Number(process.env.PARLANCE_TEST_HISTORIES ?? 3)
const seed = Number(process.env.PARLANCE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))

onEachEngine(
  'histories of pull requests',
  open => {
    test(`keep all texts through ${HISTORIES} random histories (seed ${seed})`, async () => {
      const { histories, texts } = await playRequestHistories(await open(), { histories: HISTORIES, seed })
      assert.equal(histories, HISTORIES)
      assert.equal(texts.final + texts.superseded + texts.suggested, texts.written)
    })
  },
  { doesMore: true },
)
