import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testWiki } from '../../testing.ts'

type Ask = Awaited<ReturnType<typeof testWiki>>['ask']
const texts = async (ask: Ask, ammessages: string, more: Readonly<Record<string, string>> = {}) => {
  const { json } = await ask({ action: 'query', meta: 'allmessages', ammessages, formatversion: '2', ...more })
  return json.query.allmessages.map((one: { content?: string; missing?: boolean }) => one.content ?? null)
}

test('months, days and separators exist without imported messages', async () => {
  const { ask } = await testWiki()
  const names = 'january|may_long|may|december-gen|sunday|sat|colon-separator|comma-separator|and|parentheses|nosuch'
  assert.deepEqual(await texts(ask, names, { amlang: 'en' }), [
    ...['January', 'May', 'May', 'December', 'Sunday', 'Sat'],
    ...[': ', ', ', ' and', '($1)', null],
  ])
  assert.deepEqual(await texts(ask, 'january|january-gen|sunday|colon-separator'), [
    ...['январь', 'января', 'воскресенье', ': '],
  ])
  assert.deepEqual(await texts(ask, 'march|march-gen|sun', { amlang: 'cs' }), ['březen', 'března', 'ne'])
  assert.deepEqual(await texts(ask, 'january|january-gen|jan', { amlang: 'ja' }), ['1月', '1月', '1月'])
  // Node does not support Latgalian, which falls back to Latvian.
  assert.deepEqual(await texts(ask, 'january', { amlang: 'ltg' }), ['janvāris'])
  assert.deepEqual(await texts(ask, 'january', { amlang: 'xx-none' }), ['January'])
})

test('imported messages take precedence, even through language fallback', async () => {
  const { ask } = await testWiki({ en: { january: 'First month' }, ru: { sunday: 'выходной' } })
  assert.deepEqual(await texts(ask, 'january', { amlang: 'en' }), ['First month'])
  assert.deepEqual(await texts(ask, 'january|february', { amlang: 'de' }), ['First month', 'Februar'])
  assert.deepEqual(await texts(ask, 'sunday|monday'), ['выходной', 'понедельник'])
})

test('the language qqx shows message keys', async () => {
  const { ask } = await testWiki()
  assert.deepEqual(await texts(ask, 'january|nosuch', { amlang: 'qqx' }), ['(january)', '(nosuch)'])
  assert.deepEqual(await texts(ask, 'january', { amlang: 'qqx', amargs: 'a|b' }), ['(january: a, b)'])
})

test('messages that exceed a response because of long arguments continue in the next', async () => {
  const { ask } = await testWiki()
  const names = ['january', 'february', 'march', 'april']
  const seen: string[] = []
  let more: Record<string, string> = {}
  for (let answers = 1; ; answers++) {
    const amargs = 'x'.repeat(3 * 2 ** 20)
    const asked = { action: 'query', meta: 'allmessages', ammessages: names.join('|'), amlang: 'qqx', amargs, ...more }
    const { json } = await ask({ ...asked, formatversion: '2' })
    seen.push(...json.query.allmessages.map(({ name }: { name: string }) => name))
    if (json.continue === undefined) {
      assert.equal(answers, 2)
      break
    }
    more = json.continue
  }
  assert.deepEqual(seen, names)
})
