// Runs nodemw, an unmodified Node.js client, against our server.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import Nodemw from 'nodemw'
import { ALL_PLANETS, COUNTS, MARS, SUBPAGES, WITH_CARD, WITH_RED_FILE } from './expected-pages.ts'
import { ADMIN, startWiki } from './wiki-server.ts'

// Its methods take a callback as the last argument; its types cover only some of them.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Any = any

describe('nodemw', () => {
  let client: Any
  const call = (method: string, ...args: unknown[]): Promise<Any> =>
    new Promise((resolve, reject) =>
      client[method](...args, (error: Error | null, found: unknown) => (error ? reject(error) : resolve(found))),
    )
  const titles = async (method: string, ...args: unknown[]): Promise<string[]> =>
    (await call(method, ...args)).map((page: Any) => page.title)

  before(async () => {
    const { port } = await startWiki()
    client = new Nodemw({
      protocol: 'http',
      server: '127.0.0.1',
      port,
      path: '',
      username: ADMIN.name,
      password: ADMIN.password,
      debug: false,
      concurrency: 1,
    } as Any)
    assert.equal((await call('logIn')).result, 'Success')
  })

  test('reads site information and users', async () => {
    assert.equal(await call('getMediaWikiVersion'), '1.39.17')
    assert.ok((await call('getSiteInfo', ['general', 'namespaces'])).namespaces['10'])
    assert.equal((await call('getSiteStats')).images, 18)
    assert.equal((await call('whoami')).name, ADMIN.name)
    assert.equal((await call('whois', 'Алиса')).userid, 3)
    assert.equal((await call('whoare', ['Алиса', 'Борис'])).length, 2)
    assert.ok((await call('getUsers', { witheditsonly: false })).length > 10)
  })

  test('reads pages', async () => {
    assert.ok((await call('getArticle', 'Марс')).startsWith(MARS.begins))
    assert.ok((await call('getArticle', 'Перенапр', true)).startsWith(MARS.begins))
    assert.equal((await call('getArticleRevisions', 'Марс')).length, MARS.revisions)
    assert.deepEqual(await call('getArticleCategories', 'Марс'), MARS.categories)
    assert.equal((await call('getArticleProperties', 'Свойства')).defaultsort, 'свойства ключ')
    assert.equal((await call('getArticleInfo', 'Марс', { inprop: ['url', 'protection'] }))[0].pageid, 42)
    assert.deepEqual(
      (await call('getExternalLinks', 'Марс')).map((link: Any) => link['*']),
      MARS.addresses,
    )
  })

  test('lists', async () => {
    assert.equal((await call('getAllPages')).length, COUNTS.articles)
    assert.deepEqual(await call('getCategories', 'Пл'), ['Планеты'])
    assert.deepEqual(await titles('getPagesInCategory', 'Планеты'), ALL_PLANETS)
    assert.ok((await titles('getPagesInNamespace', 10)).includes('Шаблон:Карточка'))
    assert.deepEqual(await titles('getPagesByPrefix', 'Планета/'), SUBPAGES)
    assert.deepEqual(await titles('getPagesTranscluding', 'Шаблон:Карточка'), WITH_CARD)
    assert.ok((await titles('getBacklinks', 'Марс')).includes('Заглавная страница'))
    assert.ok((await titles('search', 'Марс')).includes('Марс'))
    assert.ok((await titles('getQueryPage', 'Lonelypages')).includes('Одинокая'))
    assert.equal((await call('getUserContribs', { user: 'Алиса' })).length, COUNTS.byAlice)
    assert.equal((await call('getRecentChanges', '')).length, COUNTS.changes)
    assert.ok((await call('getLog', 'move', '')).length > 0)
    assert.ok((await call('getLog', 'delete/delete', '')).every((event: Any) => event.action === 'delete'))
  })

  test('finds files', async () => {
    assert.equal((await call('getImages', 'A')).length, 18)
    assert.equal((await call('getImagesFromArticle', 'Галерея')).length, 7)
    assert.deepEqual(await titles('getImageUsage', 'Файл:Corpus red.png'), WITH_RED_FILE)
    assert.equal((await call('getImageInfo', 'Файл:Corpus red.png')).size, COUNTS.redFileBytes)
  })

  test('writes pages', async () => {
    assert.equal((await call('edit', 'Чашка', 'Чай', 'новая', false)).result, 'Success')
    await call('append', 'Чашка', ' и сахар', 'после')
    await call('prepend', 'Чашка', 'Горячий ', 'до')
    assert.equal(await call('getArticle', 'Чашка'), 'Горячий Чай и сахар')
    const revisions = await call('getArticleRevisions', 'Чашка')
    assert.deepEqual(
      revisions.map((revision: Any) => revision.comment),
      ['новая', 'после', 'до'],
    )
  })
})
