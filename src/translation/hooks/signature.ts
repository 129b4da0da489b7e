import { createHmac, timingSafeEqual } from 'node:crypto'

type Headers = Readonly<Record<string, string | string[] | undefined>>

const same = (a: string, b: string): boolean => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Headers with a signature of the body, in the order of preference: Bitbucket sends the last one. */
const SIGNATURES = ['X-Hub-Signature-256', 'X-Gitea-Signature', 'X-Forgejo-Signature', 'X-Hub-Signature'] as const

/** How each service proves that it has the secret. */
const USUAL: Readonly<Record<string, string>> = {
  github: 'X-Hub-Signature-256',
  gitea: 'X-Gitea-Signature',
  forgejo: 'X-Forgejo-Signature',
  gitlab: 'X-Gitlab-Token',
  bitbucket: 'X-Hub-Signature',
  azure: 'the password of Basic authentication',
}

/** Why a request does not prove that its sender has the secret, by the name of the header; null if it does. */
export function signatureProblem(secret: string, headers: Headers, body: Buffer, service = ''): string | null {
  const one = (name: string): string => [headers[name.toLowerCase()]].flat()[0] ?? ''
  const wrong = (name: string) => `${name} does not match the secret of this site.`
  const token = one('X-Gitlab-Token')
  if (token !== '') return same(token, secret) ? null : wrong('X-Gitlab-Token')
  const signed = SIGNATURES.find(name => one(name) !== '')
  if (signed !== undefined) {
    const hash = createHmac('sha256', secret).update(body).digest('hex')
    return same(one(signed).replace(/^sha256=/, ''), hash) ? null : wrong(signed)
  }
  const basic = /^Basic (.+)$/.exec(one('Authorization'))?.[1]
  if (basic !== undefined) {
    const password = Buffer.from(basic, 'base64')
      .toString('utf8')
      .replace(/^[^:]*:/, '')
    return same(password, secret) ? null : wrong('The password of Basic authentication')
  }
  const usual = Object.hasOwn(USUAL, service) ? ` It is expected as ${USUAL[service]}.` : ''
  return `The request is not signed with the secret of this site.${usual}`
}
