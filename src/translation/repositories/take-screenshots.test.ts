import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { maskMatcher } from './take-screenshots.ts'
import { po, RepositorySite, temporaryFolder, Upstream } from './testing.ts'

const data = temporaryFolder()
after(() => rmSync(data, { recursive: true, force: true }))

let sites = 0

const picture = (width: number) =>
  sharp({ create: { width, height: 2, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()

test('a mask has * for any text and ? for one character', () => {
  assert.equal(maskMatcher('docs/obrázky+/*.png')('docs/obrázky+/a.png'), true)
  const matches = maskMatcher('docs/*.p?g')
  assert.deepEqual(['docs/a.png', 'docs/deep/b.pag', 'docs/a.png.txt', 'other/a.png', 'docs/a.pg'].map(matches), [
    ...[true, true, false, false, false],
  ])
})

onEachEngine('screenshots from a repository', open => {
  let api: TestApi
  let site: RepositorySite
  let upstream: Upstream

  const put = (name: string, content: Buffer | string) => {
    mkdirSync(path.dirname(upstream.at(name)), { recursive: true })
    writeFileSync(upstream.at(name), content)
  }
  const screenshots = async () =>
    (await site.send('GET', `${site.at}screenshots/`)).results as {
      id: number
      name: string
      repository_filename: string
      file_url: string
    }[]
  const image = async (id: number) => {
    const { rawPayload } = await api.app.inject({
      url: `/api/screenshots/${id}/file/`,
      headers: { authorization: `Token ${site.boss}` },
    })
    return (await sharp(rawPayload).metadata()).width
  }

  before(async () => {
    const rules = { repositoryProtocols: ['file'], repositoryNetwork: 'any' } as const
    api = await testApi(await open(), { data: path.join(data, String(++sites), 'site'), ...rules })
    site = await RepositorySite.open(api)
    upstream = new Upstream(path.join(data, `upstream-${sites}`))
    put('docs/menu.png', await picture(3))
    put('docs/notes.png', 'not an image')
    put('other/menu.png', await picture(3))
    upstream.publish('Begin', { 'po/cs.po': po('cs', { Apple: 'Jablko' }) })
    await site.component(upstream.url, { screenshot_filemask: 'docs/*.png' })
  })

  test('images that match the mask become screenshots, and follow their files', async () => {
    const [menu, ...others] = await screenshots()
    assert.deepEqual([menu!.name, menu!.repository_filename, others], ['menu.png', 'docs/menu.png', []])
    assert.equal(await image(menu!.id), 3)
    const [unit] = await site.units('en')
    await site.send('POST', `/api/screenshots/${menu!.id}/units/`, { unit_id: unit!.id })
    put('docs/menu.png', await picture(5))
    put('docs/notes.png', await picture(1))
    upstream.publish('New pictures')
    assert.equal((await site.operate('pull')).result, true)
    const [same, notes] = await screenshots()
    assert.deepEqual([same!.id, notes!.name], [menu!.id, 'notes.png'])
    assert.equal(await image(menu!.id), 5)
    // What people linked stays when the file is gone.
    rmSync(upstream.at('docs/menu.png'))
    upstream.publish('Remove')
    await site.operate('pull')
    assert.equal((await screenshots()).length, 2)
  })

  test('another mask takes effect immediately', async () => {
    const { task_url } = await site.send('PATCH', site.at, { screenshot_filemask: 'other/*' })
    await site.task(task_url)
    assert.deepEqual(
      (await screenshots()).map(each => each.repository_filename),
      ['docs/menu.png', 'docs/notes.png', 'other/menu.png'],
    )
    const wrong = await api.send('PATCH', site.at, { key: site.boss, body: { screenshot_filemask: '../*.png' } })
    assert.equal(wrong.status, 400)
  })
})
