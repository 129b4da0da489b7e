// Components of documents: created from a file or an archive, translated, downloaded, uploaded again.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { faults, testCatalogue } from '../../catalogue/testing.ts'
import { writeZip } from '../../formats/zip/write-zip.ts'
import { multipart, type TestApi, testApi } from '../testing.ts'

const PAGE = '# Garden\n\nOpen the gate.\n\n- Rakes\n- Spades\n'

onEachEngine('components of documents', open => {
  let api: TestApi
  let boss: string
  const get = async (path: string) => (await api.send('GET', path, { key: boss })).json
  const file = async (path: string) => {
    const answer = await api.app.inject({ url: path, headers: { authorization: `Token ${boss}` } })
    assert.equal(answer.statusCode, 200, answer.payload.slice(0, 300))
    return answer.payload
  }
  const make = (fields: Record<string, string>, name: 'zipfile' | 'docfile', filename: string, content: Buffer) =>
    api.send('POST', '/api/projects/hello/components/', {
      key: boss,
      ...multipart({ source_language: 'en', manage_units: 'true', ...fields }, { name, filename, content }),
    })
  const units = async (at: string): Promise<{ id: number; source: string[]; target: string[]; state: number }[]> =>
    (await get(`/api/translations/hello/${at}/units/`)).results
  const translate = async (at: string, source: string, target: string) => {
    const unit = (await units(at)).find(each => each.source[0] === source)!
    return api.send('PATCH', `/api/units/${unit.id}/`, { key: boss, body: { target: [target], state: 20 } })
  }

  before(async () => {
    api = await testApi(await open())
    boss = (await api.user('Boss', { superuser: true })).key
    await testCatalogue(api.services)
  })

  test('a document becomes a component; new languages are copies with the translated texts', async () => {
    const fields = { name: 'Guide', slug: 'guide', file_format: 'markdown', filemask: 'docs/*.md' }
    const made = await make(fields, 'docfile', 'guide.md', Buffer.from(PAGE))
    assert.equal(made.status, 201, made.text)
    const added = await api.send('POST', '/api/components/hello/guide/translations/', {
      key: boss,
      body: { language_code: 'cs' },
    })
    assert.equal(added.status, 201, added.text)
    assert.deepEqual(
      (await units('guide/cs')).map(({ source }) => source[0]),
      ['Garden', 'Open the gate.', 'Rakes', 'Spades'],
    )
    assert.equal(await file('/api/translations/hello/guide/cs/file/'), PAGE)
    assert.equal((await translate('guide/cs', 'Spades', 'Rýče')).status, 200)
    assert.equal(await file('/api/translations/hello/guide/cs/file/'), PAGE.replace('Spades', 'Rýče'))
  })

  test('a translated document can be uploaded', async () => {
    const content = Buffer.from(PAGE.replace('Garden', 'Zahrada').replace('Rakes', 'Hrábě'))
    const answer = await api.send('POST', '/api/translations/hello/guide/cs/file/', {
      key: boss,
      ...multipart({ method: 'translate' }, { name: 'file', filename: 'cs.md', content }),
    })
    assert.equal(answer.json.accepted, 2, answer.text)
    const shown = await file('/api/translations/hello/guide/cs/file/')
    assert.equal(shown, PAGE.replace('Garden', 'Zahrada').replace('Rakes', 'Hrábě').replace('Spades', 'Rýče'))
  })

  test('translations survive a new version of the template', async () => {
    const content = Buffer.from(`${PAGE.replace('Open the gate.', 'New text.\n\nOpen the gate.')}\nThe end.\n`)
    const answer = await api.send('POST', '/api/translations/hello/guide/en/file/', {
      key: boss,
      ...multipart({ method: 'replace' }, { name: 'file', filename: 'en.md', content }),
    })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(
      await file('/api/translations/hello/guide/cs/file/'),
      '# Zahrada\n\nNew text.\n\nOpen the gate.\n\n- Hrábě\n- Rýče\n\nThe end.\n',
    )
  })

  test('strings follow the document: they cannot be added, deleted or changed at the source', async () => {
    const body = { key: 'p', value: ['Text'] }
    const added = await api.send('POST', '/api/translations/hello/guide/en/units/', { key: boss, body })
    assert.equal(added.status, 400)
    assert.match(added.text, /Markdown file/)
    const [unit] = await units('guide/en')
    assert.equal((await api.send('DELETE', `/api/units/${unit!.id}/`, { key: boss })).status, 403)
    const changed = await translate('guide/en', 'Garden', 'Park')
    assert.equal(changed.status, 403)
    assert.match(changed.text, /only be changed in its file/)
  })

  test('an archive brings translations of HTML; unsafe markup is refused', async () => {
    const page = (title: string, text: string) => Buffer.from(`<title>${title}</title>\n<p>${text}</p>\n`)
    const files = new Map([
      ['site/en.html', page('Garden', 'Open the <b>gate</b>')],
      ['site/cs.html', page('Zahrada', 'Open the <b>gate</b>')],
    ])
    const fields = {
      name: 'Site',
      slug: 'site',
      file_format: 'html',
      filemask: 'site/*.html',
      template: 'site/en.html',
    }
    const made = await make(fields, 'zipfile', 'site.zip', writeZip(files, new Date(0)))
    assert.equal(made.status, 201, made.text)
    const { translated, total } = await get('/api/translations/hello/site/cs/statistics/')
    assert.deepEqual({ translated, total }, { translated: 1, total: 2 })
    const refused = await translate('site/cs', 'Open the <b>gate</b>', 'Otevřete <b>branku')
    assert.equal(refused.status, 400)
    assert.match(refused.text, /only inline tags/)
    assert.equal((await translate('site/cs', 'Open the <b>gate</b>', 'Otevřete <b>branku</b>')).status, 200)
    assert.equal(
      await file('/api/translations/hello/site/cs/file/'),
      page('Zahrada', 'Otevřete <b>branku</b>').toString(),
    )
  })

  test('documents cannot be made from other strings', async () => {
    const answer = await api.send('GET', '/api/translations/hello/main/cs/file/?format=docx', { key: boss })
    assert.equal(answer.status, 400)
  })

  test('the counters are still correct', async () => assert.deepEqual(await faults(api.services.store), []))
})
