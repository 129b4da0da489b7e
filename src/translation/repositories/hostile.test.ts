// Malicious repositories and addresses have no effect and fail with readable errors.
import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { temporaryStore } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { isInside } from '../values/file-path.ts'
import { isBranch, readAddress, shownAddress } from './address.ts'
import { checkTemplate } from './commit-message.ts'
import { drainRepositories, po, temporaryFolder, Upstream } from './testing.ts'

const PUBLIC = { repositoryProtocols: ['https', 'ssh'], repositoryNetwork: 'public' } as const

describe('repository addresses', () => {
  test('that run programs, start with a hyphen or use other protocols are rejected', () => {
    for (const address of [
      'ext::sh -c touch% owned',
      'ext::sh',
      'fd::7',
      '--upload-pack=touch owned',
      '-oProxyCommand=x',
      'file:///etc',
      '/etc',
      '../other',
      'http://example.org/a.git',
      'git://example.org/a.git',
      'ssh://-oProxyCommand=x/a',
      'https://',
      'https://example.org/a b.git',
      'https://example.org/a.git\n--x',
      '',
    ])
      assert.throws(() => readAddress(address, PUBLIC), { name: 'Error' }, address)
  })

  test('show no passwords', () => {
    assert.equal(shownAddress('https://me:secret@example.org/a.git'), 'https://me:(set)@example.org/a.git')
    assert.equal(shownAddress('https://token@example.org/a.git'), 'https://(set)@example.org/a.git')
    assert.equal(shownAddress('git@example.org:a.git'), 'git@example.org:a.git')
    const address = readAddress('https://me:s%40cret@example.org/a.git', PUBLIC)
    assert.deepEqual([address.url, address.user, address.password], ['https://example.org/a.git', 'me', 's@cret'])
    assert.equal(readAddress('git@example.org:team/a.git', PUBLIC).url, 'ssh://git@example.org/team/a.git')
  })

  test('reject invalid branches and paths', () => {
    for (const name of ['main', 'feature/x', 'l10n_2', 'ünï']) assert.equal(isBranch(name), true, name)
    for (const name of ['-x', '', 'a b', 'a..b', 'a~1', '.a', 'a/', 'a.lock', 'a@{1}', '@', 'a:b', 'a\nb'])
      assert.equal(isBranch(name), false, name)
    for (const name of ['po/*.po', 'a.json', '.github/x']) assert.equal(isInside(name), true, name)
    for (const name of [
      '/etc/passwd',
      '../a',
      'a/../../b',
      '.git/config',
      'a/.GIT/hooks',
      'git~1/x',
      'a\\b',
      '-x',
      'a//b',
      '',
    ])
      assert.equal(isInside(name), false, name)
  })

  test('commit messages accept only known variables', () => {
    checkTemplate('{{ language_name }} by {{author}}')
    for (const text of ['{% load x %}', '{{ settings.SECRET }}', '{{ author|safe }}', '{{ }}'])
      assert.throws(() => checkTemplate(text), { name: 'Error' }, text)
  })
})

describe('hostile repositories', () => {
  const data = temporaryFolder()
  let api: TestApi
  let key: string
  let upstream: Upstream
  let count = 0

  before(async () => {
    const rules = { repositoryProtocols: ['file', 'https', 'ssh'], repositoryNetwork: 'public' } as const
    api = await testApi(await temporaryStore('sqlite'), { data: path.join(data, 'site'), ...rules })
    key = (await api.user('Boss', { superuser: true })).key
    await api.send('POST', '/api/projects/', { key, body: { name: 'P', slug: 'p', web: 'https://example.org/' } })
  })
  after(() => rmSync(data, { recursive: true, force: true }))
  beforeEach(() => {
    upstream = new Upstream(path.join(data, `upstream-${++count}`))
  })

  const make = async (more: Record<string, unknown> = {}) => {
    const slug = `c${++count}`
    const body = { name: slug, slug, file_format: 'po', vcs: 'git', repo: upstream.url, filemask: 'po/*.po', ...more }
    const made = await api.send('POST', '/api/projects/p/components/', { key, body })
    if (made.status !== 201) return { made, slug, result: null, codes: [] as string[] }
    await drainRepositories(api.services)
    const { result } = (await api.send('GET', new URL(made.json.task_url).pathname, { key })).json
    const { results } = (await api.send('GET', `/api/components/p/${slug}/translations/`, { key })).json
    const codes = results.map((each: { language_code: string }) => each.language_code).toSorted()
    return { made, slug, result, codes }
  }

  test('symbolic links are never followed, inside or outside the repository', async () => {
    mkdirSync(upstream.at('po'), { recursive: true })
    writeFileSync(path.join(data, 'secret.po'), po('cs', { Secret: 'Tajemství' }))
    symlinkSync(path.join(data, 'secret.po'), upstream.at('po/cs.po'))
    symlinkSync('de.po', upstream.at('po/fr.po'))
    upstream.publish('Links', { 'po/de.po': po('de', { Apple: 'Apfel' }) })
    const { result, codes } = await make()
    assert.deepEqual(codes, ['de', 'en'])
    assert.match(result.detail, /po\/cs\.po: it is a symbolic link/)
    assert.match(result.detail, /po\/fr\.po: it is a symbolic link/)
  })

  test('a folder that is a symbolic link is ignored', async () => {
    symlinkSync(data, upstream.at('po'))
    upstream.publish('Folder')
    const { codes } = await make()
    assert.deepEqual(codes, ['en'])
  })

  test('submodules, filter attributes and hooks have no effect', async () => {
    const proof = path.join(data, 'owned')
    const hook = `#!/bin/sh\ntouch ${proof}\n`
    upstream.write('.gitmodules', `[submodule "x"]\n\tpath = x\n\turl = -u./payload\n`)
    upstream.write('.gitattributes', '*.po filter=evil diff=evil merge=evil\n')
    upstream.write('.gitconfig', `[filter "evil"]\n\tsmudge = touch ${proof}\n`)
    upstream.write('hooks/post-checkout', hook)
    chmodSync(upstream.at('hooks/post-checkout'), 0o755)
    upstream.inside('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},x`)
    upstream.publish('Traps', { 'po/cs.po': po('cs', { Apple: 'Jablko' }) })
    const { result, codes } = await make()
    assert.deepEqual([result, codes], [{ result: true }, ['cs', 'en']])
    assert.equal(existsSync(proof), false)
    const copies = path.join(data, 'site', 'repositories')
    const copy = readdirSync(copies).find(name => name.endsWith('.git'))!
    assert.equal(existsSync(path.join(copies, copy, 'hooks')), false)
  })

  test('a file that cannot be parsed does not affect others', async () => {
    upstream.publish('Bad', { 'po/cs.po': 'msgid "a\n', 'po/de.po': po('de', { Apple: 'Apfel' }) })
    const { result, codes } = await make()
    assert.match(result.detail, /Could not import: po\/cs\.po/)
    assert.ok(codes.includes('de'))
  })

  test('rejects private networks, other protocols, options and path traversal', async () => {
    const refused: [Record<string, unknown>, string][] = [
      [{ repo: 'ext::sh -c id' }, 'repo'],
      [{ repo: '--upload-pack=id' }, 'repo'],
      [{ repo: 'http://example.org/a.git' }, 'repo'],
      [{ push: 'ext::sh' }, 'push'],
      [{ branch: '--output=x' }, 'branch'],
      [{ push_branch: 'a b' }, 'push_branch'],
      [{ filemask: '../*.po' }, 'filemask'],
      [{ filemask: 'po/all.po' }, 'filemask'],
      [{ template: '/etc/passwd' }, 'template'],
      [{ new_base: '.git/config' }, 'new_base'],
      [{ commit_message: '{{ secret }}' }, 'commit_message'],
      [{ vcs: 'mercurial' }, 'vcs'],
      [{ repo: 'weblate://p/none' }, 'repo'],
      [{ repo: '' }, 'repo'],
    ]
    for (const [more, attr] of refused) {
      const { made } = await make(more)
      assert.equal(made.status, 400, JSON.stringify(more))
      assert.equal(made.json.errors[0].attr, attr, made.text)
    }
    const { result } = await make({ repo: 'https://127.0.0.1:21660/a.git' })
    assert.match(result.error, /cannot be reached\. This site does not allow servers in private networks/)
  })

  test('no response contains a password', async () => {
    const { made, slug, result } = await make({ repo: 'https://me:sesame@localhost:1/a.git' })
    const answers = [made.text, JSON.stringify(result)]
    for (const place of ['', 'repository/', 'changes/'])
      answers.push((await api.send('GET', `/api/components/p/${slug}/${place}`, { key })).text)
    for (const text of answers) assert.ok(!text.includes('sesame'), text)
    const shown = made.json.repo
    assert.equal(shown, 'https://me:(set)@localhost:1/a.git')
    const same = await api.send('PATCH', `/api/components/p/${slug}/`, { key, body: { repo: shown } })
    assert.equal(same.status, 200)
    const { store } = api.services
    const row = await store.read.selectFrom('component').select('repo').where('slug', '=', slug).executeTakeFirst()
    assert.equal(row?.repo, 'https://me:sesame@localhost:1/a.git')
    const other = await api.send('PATCH', `/api/components/p/${slug}/`, {
      key,
      body: { repo: 'https://me:(set)@elsewhere.example.org/a.git' },
    })
    assert.equal(other.status, 400)
  })
})
