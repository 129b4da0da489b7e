// Add-ons that write files, with a real git repository.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../../api/testing.ts'
import { drainRepositories, po, RepositorySite, temporaryFolder, Upstream } from '../testing.ts'
import { withContributor } from './contributors.ts'
import { renderTemplate, templateProblem } from './file-template.ts'
import { updateLinguas } from './linguas.ts'

const data = temporaryFolder()
const hasGettext = spawnSync('msgmerge', ['--version']).status === 0
const skip = !hasGettext && 'gettext is not installed'
after(() => rmSync(data, { recursive: true, force: true }))

let sites = 0

onEachEngine('add-ons that write files', open => {
  let api: TestApi
  let site: RepositorySite
  let anna: string
  let upstream: Upstream

  before(async () => {
    const rules = { repositoryProtocols: ['file'], repositoryNetwork: 'any' } as const
    api = await testApi(await open(), { data: path.join(data, String(++sites), 'site'), ...rules })
    site = await RepositorySite.open(api)
    anna = (await api.user('Anna', { superuser: true })).key
  })
  beforeEach(() => {
    upstream = new Upstream()
    upstream.publish('Begin', {
      'po/cs.po': po('cs', { Apple: 'Jablko', Plum: '' }),
      'po/de.po': po('de', { Apple: 'Apfel', Plum: '' }),
    })
  })

  const install = async (name: string, configuration: unknown = {}) => {
    const made = await site.send('POST', `${site.at}addons/`, { name, configuration })
    await drainRepositories(api.services)
    return made
  }

  test('keep LINGUAS, configure, MO and generated files up to date', async () => {
    upstream.publish('Build files', {
      'po/LINGUAS': '# Languages\ncs\nxx\n',
      'configure.ac': 'AC_INIT\nALL_LINGUAS="cs"\n',
    })
    await site.component(upstream.url)
    await install('weblate.gettext.linguas')
    await install('weblate.gettext.configure')
    await install('weblate.gettext.mo', { path: 'out/{{ filename|basename|stripext }}.mo' })
    await install('weblate.generate.generate', {
      filename: 'stats/{{ language_code }}.txt',
      template: '{{ stats.translated }} of {{ stats.all }}\n',
    })
    assert.equal(upstream.file('po/LINGUAS'), '# Languages\ncs\nde')
    assert.equal(upstream.file('configure.ac'), 'AC_INIT\nALL_LINGUAS="cs de"')
    assert.equal(upstream.file('stats/cs.txt'), '1 of 2')
    await site.translate('cs', 'Plum', 'Švestka', anna)
    await site.operate('commit')
    assert.equal(upstream.file('stats/cs.txt'), '2 of 2')
    const mo = path.join(upstream.folder, 'cs.mo')
    writeFileSync(mo, execFileSync('git', ['-C', upstream.bare, 'show', 'main:out/cs.mo']))
    if (hasGettext) assert.match(execFileSync('msgunfmt', [mo], { encoding: 'utf8' }), /msgid "Plum"\nmsgstr "Švestka"/)
    else assert.match(readFileSync(mo, 'utf8'), /Švestka/)
    const commits = upstream.log().length
    await site.operate('commit')
    await site.operate('pull')
    assert.equal(upstream.log().length, commits, 'nothing is committed twice')
    await site.send('POST', `${site.at}translations/`, { language_code: 'fr' })
    await site.translate('fr', 'Plum', 'Prune')
    await site.operate('commit')
    assert.equal(upstream.file('po/LINGUAS'), '# Languages\ncs\nde\nfr')
    await site.sound()
  })

  test('are written again after a rebase and lose no string', async () => {
    upstream.publish('Build files', { 'po/LINGUAS': 'cs\nde\n' })
    await site.component(upstream.url, { push_on_commit: false })
    await install('weblate.gettext.linguas')
    await install('weblate.gettext.mo')
    await install('weblate.git.squash', { squash: 'all' })
    await site.translate('cs', 'Plum', 'Švestka', anna)
    await site.operate('commit')
    upstream.publish('Upstream works', {
      'po/de.po': po('de', { Apple: 'Apfel', Plum: 'Pflaume' }),
      'po/LINGUAS': 'cs\nde\nxx\n',
    })
    await site.operate('push')
    assert.match(upstream.file('po/cs.po'), /Švestka/)
    assert.match(upstream.file('po/de.po'), /Pflaume/)
    assert.equal(upstream.file('po/LINGUAS'), 'cs\nde')
    assert.ok(upstream.git('-C', upstream.bare, 'ls-tree', '--name-only', '-r', 'main').includes('po/de.mo'))
    assert.deepEqual((await site.status()).merge_failure, null)
    await site.sound()
  })

  test('squash commits: all, per language and per author', async () => {
    for (const [squash, expected] of [
      ['all', ['Upstream']],
      ['language', ['Anna', 'Boss', 'Upstream']],
      ['author', ['Anna', 'Boss', 'Upstream']],
    ] as const) {
      const remote = new Upstream()
      remote.publish('Begin', {
        'po/cs.po': po('cs', { Apple: 'Jablko', Plum: '', Pear: '' }),
        'po/de.po': po('de', { Apple: 'Apfel', Plum: '', Pear: '' }),
      })
      await site.component(remote.url, { push_on_commit: false })
      await install('weblate.git.squash', { squash })
      await site.translate('cs', 'Plum', 'Švestka', anna)
      await site.operate('commit')
      await site.translate('de', 'Plum', 'Pflaume')
      await site.operate('commit')
      await site.translate('cs', 'Pear', 'Hruška', anna)
      await site.operate('commit')
      const { outgoing_commits } = await site.status()
      assert.equal(outgoing_commits, squash === 'all' ? 1 : 2, squash)
      await site.operate('push')
      const authors = remote.log('%an').toSorted()
      if (squash === 'all') {
        assert.equal(authors.length, 2)
        const message = remote.git('-C', remote.bare, 'log', '-1', '--format=%B', 'main')
        assert.match(message, /Co-authored-by: Anna </)
        assert.match(message, /Co-authored-by: Boss </)
      } else assert.deepEqual(authors, expected)
      assert.match(remote.file('po/cs.po'), /Švestka[\s\S]*Hruška/)
      assert.match(remote.file('po/de.po'), /Pflaume/)
      remote.remove()
    }
  })

  test('squash on a branch of our own, which replaces what was published', async () => {
    await site.component(upstream.url, { push_branch: 'translations' })
    await install('weblate.git.squash', { squash: 'all', commit_message: 'Translate {{ component_name }}' })
    await site.translate('cs', 'Plum', 'Švestka', anna)
    await site.operate('commit')
    await site.translate('de', 'Plum', 'Pflaume')
    await site.operate('commit')
    assert.equal(upstream.log('%s', 'translations').length, 2)
    assert.match(upstream.log('%s', 'translations')[0]!, /^Translate c\d+$/)
    upstream.publish('Upstream works', { README: 'Hello' })
    await site.translate('de', 'Apple', 'Äpfel')
    await site.operate('push')
    assert.equal(upstream.log('%s', 'translations').length, 3)
    assert.match(upstream.file('po/de.po', 'translations'), /Äpfel[\s\S]*Pflaume/)
    assert.match(upstream.file('po/cs.po', 'translations'), /Švestka/)
    await site.sound()
  })

  test('list contributors in PO files', async () => {
    await site.component(upstream.url)
    await install('weblate.gettext.authors')
    await site.translate('cs', 'Plum', 'Švestka', anna)
    await site.operate('commit')
    assert.match(upstream.file('po/cs.po'), /^# Anna <[^>]+>, \d{4}\.\nmsgid ""/)
    assert.doesNotMatch(upstream.file('po/de.po'), /^#/)
    await site.sound()
  })

  test('update PO files with msgmerge and import the new strings', { skip }, async () => {
    upstream.publish('Add template', { 'po/app.pot': po('', { Apple: '', Plum: '', Cherry: '' }) })
    await site.component(upstream.url, { new_base: 'po/app.pot' })
    await install('weblate.gettext.msgmerge', { fuzzy: false })
    assert.deepEqual(await site.texts('cs'), { Apple: 'Jablko', Plum: '', Cherry: '' })
    await site.translate('cs', 'Cherry', 'Třešeň')
    await site.operate('commit')
    upstream.publish('Update template', { 'po/app.pot': po('', { Apple: '', Cherry: '', Quince: '' }) }, '--force')
    await site.operate('pull')
    assert.deepEqual(await site.texts('cs'), { Apple: 'Jablko', Cherry: 'Třešeň', Quince: '' })
    assert.match(upstream.file('po/de.po'), /msgid "Quince"/)
    await site.sound()
  })

  test('clean monolingual files and sort properties', async () => {
    const remote = new Upstream()
    remote.publish('Begin', {
      'app_en.properties': 'b=Bee\na=Apple\nc=Cherry\n',
      'app_cs.properties': '# Head\n\nstale=Old\n# About a\na=Jablko\nB2=\nb=\n',
    })
    await site.component(remote.url, {
      file_format: 'properties',
      filemask: 'app_*.properties',
      template: 'app_en.properties',
    })
    await install('weblate.cleanup.generic')
    await install('weblate.cleanup.blank')
    assert.equal(remote.file('app_cs.properties'), '# Head\n\n# About a\na=Jablko')
    const unit = (await site.units('cs')).find(each => each.source[0] === 'Cherry')!
    await site.send('PATCH', `/api/units/${unit.id}/`, { target: ['Třešeň'], state: 20 })
    await install('weblate.properties.sort')
    const bee = (await site.units('cs')).find(each => each.source[0] === 'Bee')!
    await site.send('PATCH', `/api/units/${bee.id}/`, { target: ['Vcela'], state: 20 })
    await site.operate('commit')
    assert.deepEqual(
      remote.file('app_cs.properties').match(/^\w+(?==)/gm),
      ['a', 'b', 'c'],
      remote.file('app_cs.properties'),
    )
    assert.equal(remote.file('app_en.properties'), 'b=Bee\na=Apple\nc=Cherry')
    await site.sound()
    remote.remove()
  })

  test('are rejected where they cannot work, with the reason', async () => {
    await site.component(upstream.url)
    const reject = async (name: string, configuration: unknown, reason: RegExp) => {
      const body = { name, configuration }
      const answer = await api.send('POST', `${site.at}addons/`, { key: site.boss, body })
      assert.equal(answer.status, 400, answer.text)
      assert.match(answer.json.errors[0].detail, reason)
    }
    await reject('weblate.cleanup.generic', {}, /monolingual base file/)
    await reject('weblate.properties.sort', {}, /Java properties/)
    await reject('weblate.resx.update', {}, /base file/)
    await reject('weblate.gettext.msgmerge', {}, /new_base/)
    await reject('weblate.gettext.mo', { path: '../{{ language_code }}.mo' }, /inside the repository/)
    await reject('weblate.gettext.mo', { path: '{{ nothing }}.mo' }, /Unknown variable "nothing"/)
    await reject('weblate.generate.generate', { filename: 'a', template: '{{ url|date }}' }, /Unknown filter "date"/)
    await reject('weblate.git.squash', { squash: 'some' }, /is not a valid choice/)
  })
})

test('LINGUAS keeps comments, order and its one-line form', () => {
  assert.equal(updateLinguas('cs de\n', ['cs', 'de']), 'cs de\n')
  assert.equal(updateLinguas('# all\ncs xx\n', ['cs', 'de']), '# all\ncs de\n')
  assert.equal(updateLinguas('de\ncs # x\n', ['cs', 'de', 'fr']), 'de\ncs # x\nfr\n')
  assert.equal(updateLinguas('', ['cs']), 'cs\n')
})

test('contributors get their years once', () => {
  const first = withContributor(Buffer.from('# Title\n#\nmsgid ""\n'), 'Anna <a@b>', 2025)
  assert.equal(String(first), '# Title\n# Anna <a@b>, 2025.\n#\nmsgid ""\n')
  assert.equal(withContributor(first, 'Anna <a@b>', 2025), first)
  assert.equal(String(withContributor(first, 'Anna <a@b>', 2026)), '# Title\n# Anna <a@b>, 2025, 2026.\n#\nmsgid ""\n')
})

test('templates take path filters and name what they do not know', () => {
  const values = { filename: 'a/b/c.po', language_code: 'cs' }
  assert.equal(renderTemplate('{{ filename|dirname }}/{{filename | basename|stripext}}.mo', values), 'a/b/c.mo')
  assert.equal(renderTemplate('{{ filename|parentdir }}', values), 'b/c.po')
  assert.match(templateProblem('{% if x %}') ?? '', /no tags/)
  assert.match(templateProblem('{{ a b }}') ?? '', /double braces/)
})
