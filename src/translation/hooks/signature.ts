import { createHmac, timingSafeEqual } from 'node:crypto'

type Headers = Readonly<Record<string, string | string[] | undefined>>

const same = (a: string, b: string): boolean => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Whether a request was signed with the secret or contains it in a header, as GitLab sends it. */
export function isSigned(secret: string, headers: Headers, body: Buffer): boolean {
  const one = (name: string): string => [headers[name]].flat()[0] ?? ''
  const hash = createHmac('sha256', secret).update(body).digest('hex')
  if (one('x-gitlab-token') !== '') return same(one('x-gitlab-token'), secret)
  const signature =
    one('x-hub-signature-256') || one('x-gitea-signature') || one('x-forgejo-signature') || one('x-hub-signature')
  if (signature !== '') return same(signature.replace(/^sha256=/, ''), hash)
  const basic = /^Basic (.+)$/.exec(one('authorization'))?.[1]
  return (
    basic !== undefined &&
    same(
      Buffer.from(basic, 'base64')
        .toString('utf8')
        .replace(/^[^:]*:/, ''),
      secret,
    )
  )
}
