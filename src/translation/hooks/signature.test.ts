import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { HOOKS } from './services.ts'
import { signatureProblem } from './signature.ts'

const SECRET = 'shh'
const body = Buffer.from('{"ref": "refs/heads/main"}')
const hash = (secret: string) => createHmac('sha256', secret).update(body).digest('hex')
const basic = (password: string) => `Basic ${Buffer.from(`me:${password}`).toString('base64')}`

/** What each service sends with a secret. */
const SENT: Readonly<Record<string, (secret: string) => Record<string, string>>> = {
  github: secret => ({ 'x-hub-signature-256': `sha256=${hash(secret)}`, 'x-hub-signature': 'sha1=0000' }),
  gitlab: secret => ({ 'x-gitlab-token': secret }),
  gitea: secret => ({ 'x-gitea-signature': hash(secret) }),
  forgejo: secret => ({ 'x-forgejo-signature': hash(secret) }),
  bitbucket: secret => ({ 'x-hub-signature': `sha256=${hash(secret)}` }),
  azure: secret => ({ authorization: basic(secret) }),
}

for (const [service, sent] of Object.entries(SENT))
  test(`${service}: accepts the secret, names a wrong or missing signature`, () => {
    const problem = (headers: Record<string, string>, content = body) =>
      signatureProblem(SECRET, headers, content, service)
    assert.equal(problem(sent(SECRET)), null)
    assert.match(problem(sent('other'))!, /^[\w -]+ does not match the secret of this site\.$/)
    assert.match(problem({})!, /^The request is not signed with the secret of this site\. It is expected as /)
    if (!['gitlab', 'azure'].includes(service)) assert.notEqual(problem(sent(SECRET), Buffer.from('{}')), null)
  })

test('Bitbucket Data Center names repositories by their links', () => {
  const repository = {
    slug: 'app',
    project: { key: 'TEAM' },
    links: { clone: [{ name: 'http', href: 'https://git.example.org/scm/team/app.git' }] },
  }
  const repositories = ['TEAM/app', 'https://git.example.org/scm/team/app.git']
  const changes = [{ ref: { displayId: 'main' } }]
  assert.deepEqual(HOOKS.bitbucket!({ repository, changes }), { kind: 'push', repositories, branches: ['main'] })
  const merged = HOOKS.bitbucket!({ pullRequest: { toRef: { repository } } })
  assert.deepEqual(merged, { kind: 'push', repositories, branches: [] })
})
