import assert from 'node:assert/strict'
import { test } from 'node:test'
import { constant } from '../result/constant.ts'
import { content, list, OrderedEntries } from '../result/shape.ts'
import { toJson, toJsonBody } from './json.ts'

const plain = { version: 2, utf8: false, ascii: false, pretty: false } as const

const SETTINGS = {
  'formatversion 2': plain,
  'formatversion 2 in ASCII': { ...plain, ascii: true },
  'formatversion 1': { ...plain, version: 1 },
  'formatversion 1 in UTF-8': { ...plain, version: 1, utf8: true },
  'the HTML format': { ...plain, pretty: true },
} as const

const names = ['Ελληνικά', 'русский', '😀 "quoted"', '\u2028']
const languages = () =>
  list(
    'lang',
    Array.from({ length: 200 }, (_, at) =>
      content({ code: `x-${at}`, rtl: at % 2 === 0, name: names[at % 4] }, 'name'),
    ),
  )
const namespaces = () =>
  new OrderedEntries(
    'ns',
    [4, -1, 0].map(id => [id, { id, text: 'é'.repeat(1000) }]),
  )

for (const [name, setting] of Object.entries(SETTINGS))
  test(`${name} is the same with long constants, whether they have been written before or not`, () => {
    const result = (kept: <T extends object>(value: T) => T) => ({
      batchcomplete: true,
      query: {
        general: { sitename: 'Örtliches' },
        namespaces: kept(namespaces()),
        short: kept({ a: 'ö' }),
        languages: kept(languages()),
        users: [{ name: 'Ü' }],
      },
    })
    const kept = result(constant)
    const expected = toJson(
      result(value => value),
      setting,
    )
    for (let round = 0; round < 2; round++) {
      assert.equal(String(toJsonBody(kept, setting)), expected)
      assert.equal(toJson(kept, setting), expected)
    }
  })
