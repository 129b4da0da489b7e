import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { NS } from './namespaces.ts'
import { defaultSite, type Site, siteFromInfo } from './site.ts'
import { prefixedText, subpageOf, talkPageOf } from './title-format.ts'
import { parseTitle, titleInNamespace } from './titles.ts'

interface Recorded {
  text: string
  ns?: number
  title?: string
  interwiki?: string
  invalid?: string
  params?: unknown[]
}

const fixture = (name: string) => JSON.parse(readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8'))

/** A title as shown in API responses: special pages with local names, user pages in their gendered form. */
function shown(site: Site, text: string, womanPages: RegExp) {
  const title = parseTitle(site, text)
  if ('invalid' in title) return { text, invalid: title.invalid, params: title.params }
  const dbkey = title.ns === NS.special ? site.specialPages.localise(title.dbkey) : title.dbkey
  const woman = (title.ns === NS.user || title.ns === NS.userTalk) && womanPages.test(dbkey)
  const shownTitle = prefixedText(site, title.ns, dbkey, woman ? 'female' : 'unknown')
  if (title.interwiki !== '') {
    return { text, interwiki: title.interwiki, title: `${title.interwiki}:${shownTitle}` }
  }
  if (title.dbkey === '') return { text }
  // API output is normalized to NFC.
  return { text, ns: title.ns, title: shownTitle.normalize('NFC') }
}

for (const language of ['ltg', 'ru']) {
  test(`parses titles as recorded from a ${language} MediaWiki`, () => {
    const site = siteFromInfo(fixture(`site-${language}.json`))
    const expected = fixture(`titles-${language}.json`) as Recorded[]
    assert.deepEqual(
      expected.map(({ text }) => shown(site, text, /^Алиса(\/|$)/)),
      expected,
    )
  })
}

test('parses titles the same way after rebuilding the site from JSON', () => {
  const site = siteFromInfo(JSON.parse(JSON.stringify(siteFromInfo(fixture('site-ru.json')).info)))
  assert.deepEqual(parseTitle(site, 'участница:алиса'), { ns: 2, dbkey: 'Алиса', interwiki: '', fragment: '' })
})

test('drops a prefix that refers to this wiki', () => {
  const site = siteFromInfo({
    general: { mainpage: 'Help:Start' },
    interwikimap: [{ prefix: 'self', url: 'http://localhost/wiki/$1', localinterwiki: true }],
  })
  assert.deepEqual(parseTitle(site, 'self:user:a#b'), {
    ns: 2,
    dbkey: 'A',
    interwiki: '',
    fragment: 'b',
    localInterwiki: true,
  })
  assert.deepEqual(parseTitle(site, 'self:'), {
    ns: 12,
    dbkey: 'Start',
    interwiki: '',
    fragment: '',
    localInterwiki: true,
  })
})

test('keeps the first letter in case-sensitive namespaces', () => {
  const site = siteFromInfo({
    namespaces: { 0: { id: 0, case: 'case-sensitive', name: '' }, 2: { id: 2, case: 'first-letter', name: 'User' } },
  })
  assert.deepEqual(parseTitle(site, 'word'), { ns: 0, dbkey: 'word', interwiki: '', fragment: '' })
  assert.deepEqual(parseTitle(site, 'user:word'), { ns: 2, dbkey: 'Word', interwiki: '', fragment: '' })
})

test('handles namespaces, talk pages and subpages', () => {
  const site = defaultSite()
  assert.deepEqual(titleInNamespace(site, NS.template, 'foo bar'), {
    ns: 10,
    dbkey: 'Foo_bar',
    interwiki: '',
    fragment: '',
  })
  assert.equal(titleInNamespace(site, NS.template, '[x'), null)
  assert.deepEqual(talkPageOf({ ns: 10, dbkey: 'X' }), { ns: 11, dbkey: 'X' })
  assert.equal(talkPageOf({ ns: -1, dbkey: 'X' }), null)
  assert.equal(subpageOf(site, { ns: 2, dbkey: 'A/b/c' }), 'c')
  assert.equal(subpageOf(site, { ns: 0, dbkey: 'A/b/c' }), 'A/b/c')
})

test('parses simple titles like all others', () => {
  const site = defaultSite()
  const letters = fc.constantFrom(
    'a',
    'Z',
    '7',
    'é',
    'ǆ',
    'ß',
    'ж',
    'Ѡ',
    'ѝ',
    'ӂ',
    ' ',
    '_',
    '  ',
    '\u0301',
    '.',
    '~~~',
    '#',
  )
  fc.assert(
    fc.property(fc.array(letters, { minLength: 1, maxLength: 90 }), parts => {
      const text = parts.join('')
      // A leading colon does not change a title in the main namespace, but avoids the shortcut for simple titles.
      const [plain, marked] = [parseTitle(site, text), parseTitle(site, `:${text}`)]
      assert.deepEqual('invalid' in plain ? plain.invalid : plain, 'invalid' in marked ? marked.invalid : marked)
    }),
  )
})

test('rejects a malformed site description with the name of the part', () => {
  assert.throws(() => siteFromInfo({ namespaces: [] }), /"namespaces" must be an object/)
  assert.throws(() => siteFromInfo({ interwikimap: [{}] }), /every entry of "interwikimap" needs a "prefix"/)
})
