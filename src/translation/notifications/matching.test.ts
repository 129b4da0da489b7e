import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { ACCESS, loadPermissions } from '../catalogue/permissions.ts'
import { type TestCatalogue, testCatalogue } from '../catalogue/testing.ts'
import { possibleNames } from './mentions.ts'
import { accountsWithAccess, accountsWithPermission } from './reach.ts'
import { type MailSite, mailSite, type Person, summary } from './testing.ts'

const KIND = 'ChangedStringNotificaton'

onEachEngine('recipients', open => {
  let site: MailSite
  let home: TestCatalogue
  let secret: TestCatalogue
  let boss: Person
  let anna: Person
  before(async () => {
    site = await mailSite(await open())
    home = await testCatalogue(site.api.services)
    secret = await testCatalogue(site.api.services, { slug: 'secret', access: ACCESS.private })
    boss = await site.person('Boss', { superuser: true })
    anna = await site.person('Anna', { languages: ['cs'], watched: ['hello'] })
  })
  beforeEach(async () => {
    await site.api.services.store.transaction(tx => tx.deleteFrom('subscription').execute())
    site.clock.advance(86_400)
    await site.deliver()
  })
  let text = 0
  const edit = (who: Person, place: TestCatalogue = home) =>
    site.send(who, 'PATCH', `/api/units/${place.units[0]!.id}/`, { target: [`Ahoj ${++text}\n`], state: 20 })
  const told = async () => summary(await site.deliver())

  test('the narrowest subscription wins, even when it is muted', async () => {
    await site.subscribe(anna, KIND, 0)
    await edit(boss)
    assert.deepEqual(await told(), [`anna ${KIND}`])
    const watched = await site.subscribe(anna, KIND, 10, { frequency: 0 })
    await edit(boss)
    assert.deepEqual(await told(), [], 'watched and muted')
    const project = await site.subscribe(anna, KIND, 30, { project: 'hello' })
    await edit(boss)
    assert.deepEqual(await told(), [`anna ${KIND}`])
    await site.subscribe(anna, KIND, 40, { component: 'hello/main', frequency: 2 })
    await edit(boss)
    assert.deepEqual(
      await told(),
      [],
      'a digest subscription for the component overrides an instant one for the project',
    )
    assert.ok(watched !== project)
  })

  test('scopes require a watched project or the permission to edit it', async () => {
    const otto = await site.person('Otto', { languages: ['cs'] })
    for (const scope of [10, 20]) await site.subscribe(otto, KIND, scope)
    await edit(boss)
    assert.deepEqual(await told(), [])
    await site.send(otto, 'PATCH', '/api/users/Otto/', { profile: { watched: ['hello'] } })
    await edit(boss)
    assert.deepEqual(await told(), [`otto ${KIND}`])
    await site.send(otto, 'PATCH', '/api/users/Otto/', { profile: { watched: [] } })
    const { store } = site.api.services
    const managers = await store.read
      .selectFrom('team')
      .select('id')
      .where('name', '=', 'Managers')
      .executeTakeFirstOrThrow()
    await site.send(boss, 'POST', '/api/users/Otto/groups/', { group_id: managers.id })
    await edit(boss)
    assert.deepEqual(await told(), [`otto ${KIND}`])
  })

  test('subscriptions for other projects or components are ignored', async () => {
    await site.subscribe(boss, KIND, 30, { project: 'secret' })
    await site.subscribe(boss, KIND, 40, { component: 'secret/main' })
    await edit(anna)
    assert.deepEqual(await told(), [])
  })

  test('authors are not notified of their own changes', async () => {
    await site.subscribe(anna, KIND, 0)
    await edit(anna)
    assert.deepEqual(await told(), [])
  })

  test('private projects and restricted components notify only those with access', async () => {
    const outsider = await site.person('Outsider', { languages: ['cs'] })
    await site.subscribe(outsider, KIND, 0)
    const second = await site.person('Second', { superuser: true, languages: ['cs'] })
    await site.subscribe(second, KIND, 0)
    await edit(boss, secret)
    assert.deepEqual(await told(), [`second ${KIND}`])
    await site.send(boss, 'PATCH', '/api/components/hello/main/', { restricted: true })
    await edit(boss)
    assert.deepEqual(await told(), [`second ${KIND}`])
    await site.send(boss, 'PATCH', '/api/components/hello/main/', { restricted: false })
  })

  test('a mention in a private project does not reach users without access', async () => {
    await site.subscribe(anna, 'MentionCommentNotificaton', 0)
    const comment = { comment: 'The plan, @Anna: …' }
    await site.send(boss, 'POST', `/api/units/${secret.units[0]!.id}/comments/`, comment)
    assert.deepEqual(await told(), [])
    await site.send(boss, 'POST', `/api/units/${home.units[0]!.id}/comments/`, comment)
    assert.deepEqual(await told(), ['anna MentionCommentNotificaton'])
  })

  test('changes that are no longer visible are left out', async () => {
    await site.subscribe(anna, KIND, 0)
    await edit(boss)
    await site.send(boss, 'PATCH', '/api/projects/hello/', { access_control: ACCESS.private })
    assert.deepEqual(await told(), [])
    await site.send(boss, 'PATCH', '/api/projects/hello/', { access_control: ACCESS.public })
  })

  test('each change notifies once: mention before comment, edit before change', async () => {
    for (const kind of ['NewCommentNotificaton', 'MentionCommentNotificaton', 'LastAuthorCommentNotificaton'])
      await site.subscribe(anna, kind, 0)
    await edit(anna)
    await site.send(boss, 'POST', `/api/units/${home.units[0]!.id}/comments/`, { comment: '@Anna' })
    assert.deepEqual(await told(), ['anna MentionCommentNotificaton'])
    await site.api.services.store.transaction(tx =>
      tx.deleteFrom('subscription').where('notification', '=', 'NewCommentNotificaton').execute(),
    )
    await site.send(boss, 'POST', `/api/units/${home.units[0]!.id}/comments/`, { comment: 'Again @anna!' })
    assert.deepEqual(await told(), ['anna MentionCommentNotificaton'])
    await site.send(boss, 'POST', `/api/units/${home.units[0]!.id}/comments/`, { comment: 'To nobody' })
    assert.deepEqual(await told(), ['anna LastAuthorCommentNotificaton'])
    site.clock.advance(3600)
    for (const kind of [KIND, 'TranslatedStringNotificaton']) await site.subscribe(anna, kind, 0)
    await edit(boss)
    assert.deepEqual(await told(), ['anna TranslatedStringNotificaton'])
  })

  test('bots, inactive accounts and unconfirmed addresses get nothing', async () => {
    const { store, accounts } = site.api.services
    for (const [name, change] of [
      ['Bot', { isBot: true }],
      ['Closed', { isActive: false }],
      ['Unconfirmed', { emailConfirmedAt: null }],
      ['Expired', { expiresAt: 1 }],
    ] as const) {
      const person = await site.person(name, { languages: ['cs'] })
      await site.subscribe(person, KIND, 0)
      await store.transaction(tx => accounts.update(tx, person.id, change))
    }
    await edit(boss)
    assert.deepEqual(await told(), [])
  })

  test('access sets agree with the permissions of each account', async () => {
    const { store, accounts } = site.api.services
    const { read } = store
    const teams = await read.selectFrom('team').select(['id', 'name']).execute()
    for (const [i, team] of teams.entries()) {
      const person = await site.person(`Member ${i}`)
      await store.transaction(tx =>
        tx.insertInto('team_member').values({ account_id: person.id, team_id: team.id }).execute(),
      )
    }
    const [first] = teams
    await store.transaction(async tx => {
      await tx.insertInto('team_project').values({ team_id: first!.id, project_id: secret.project.id }).execute()
      await tx.insertInto('team_component').values({ team_id: teams[2]!.id, component_id: home.component.id }).execute()
    })
    const everybody = await read.selectFrom('account').select('id').execute()
    for (const access_control of Object.values(ACCESS))
      for (const restricted of [0, 1])
        for (const base of [home, secret]) {
          const project = { ...base.project, access_control }
          const component = { ...base.component, restricted }
          const seers = await accountsWithAccess(read, project, component)
          const managers = await accountsWithPermission(read, project, 'project.edit')
          for (const { id } of everybody) {
            const permissions = await loadPermissions(read, await accounts.byId(read, id))
            const where = `${id} ${base.project.slug} ${access_control} ${restricted}`
            assert.equal(seers?.has(id) ?? true, permissions.seesComponent(project, component), where)
            assert.equal(managers?.has(id) ?? true, permissions.inProject(project, 'project.edit'), where)
          }
        }
  })
})

test('finds candidate names after an @', () => {
  const names = (text: string) => possibleNames(text).map(candidates => candidates.at(-1))
  assert.deepEqual(
    names('@Anna, see @Max_M. (@Otto)'),
    ['Anna', 'Max_M', 'Otto'].map((name, i) => [`${name},`, `${name}.`, `${name})`][i]),
  )
  assert.ok(possibleNames('@Max M said')[0]!.includes('Max M'))
  assert.deepEqual(possibleNames('mail me at anna@example.org'), [])
  assert.deepEqual(possibleNames('@ alone, @@, @'), [])
  assert.ok(possibleNames('@a '.repeat(1000)).length <= 50)
})
