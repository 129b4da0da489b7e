// Documents in a git repository: translations survive pulls and new versions of the template.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { RepositorySite, temporaryFolder, Upstream } from './testing.ts'

const data = temporaryFolder()
after(() => rmSync(data, { recursive: true, force: true }))

let sites = 0

const PAGE = '# Garden\n\nOpen the gate.\n\n- Rakes\n- Spades\n'

onEachEngine('documents in repositories', open => {
  let api: TestApi
  let site: RepositorySite
  let upstream: Upstream

  before(async () => {
    const rules = { repositoryProtocols: ['file'], repositoryNetwork: 'any' } as const
    api = await testApi(await open(), { data: path.join(data, String(++sites), 'site'), ...rules })
    site = await RepositorySite.open(api)
    upstream = new Upstream()
    upstream.publish('Begin', { 'docs/en.md': PAGE, 'docs/cs.md': PAGE.replace('Garden', 'Zahrada') })
    await site.component(upstream.url, {
      file_format: 'markdown',
      filemask: 'docs/*.md',
      template: 'docs/en.md',
      push: upstream.url,
    })
  })

  const czech = (): string => `${upstream.file('docs/cs.md')}\n`

  test('commits change only the translated text', async () => {
    assert.deepEqual(await site.texts('cs'), { Garden: 'Zahrada', 'Open the gate.': '', Rakes: '', Spades: '' })
    await site.translate('cs', 'Spades', 'Rýče')
    await site.operate('commit')
    await site.operate('push')
    assert.equal(czech(), PAGE.replace('Garden', 'Zahrada').replace('Spades', 'Rýče'))
  })

  test('a new template keeps the translations, and the next commit follows it', async () => {
    upstream.update()
    const changed = PAGE.replace('- Rakes', 'New text.\n\n- Rakes')
    upstream.publish('Extend', { 'docs/en.md': changed })
    await site.operate('pull')
    assert.deepEqual(await site.texts('cs'), {
      Garden: 'Zahrada',
      'Open the gate.': '',
      'New text.': '',
      Rakes: '',
      Spades: 'Rýče',
    })
    await site.translate('cs', 'New text.', 'Nový text.')
    await site.operate('commit')
    await site.operate('push')
    assert.equal(
      czech(),
      changed.replace('Garden', 'Zahrada').replace('Spades', 'Rýče').replace('New text.', 'Nový text.'),
    )
  })

  test('a translation changed in the repository is taken in, ours stay', async () => {
    await site.translate('cs', 'Open the gate.', 'Otevřete branku.')
    upstream.update()
    upstream.publish('Translate', { 'docs/cs.md': czech().replace('Rakes', 'Hrábě') })
    await site.operate('pull')
    assert.deepEqual(await site.texts('cs'), {
      Garden: 'Zahrada',
      'Open the gate.': 'Otevřete branku.',
      'New text.': 'Nový text.',
      Rakes: 'Hrábě',
      Spades: 'Rýče',
    })
    await site.sound()
  })
})
