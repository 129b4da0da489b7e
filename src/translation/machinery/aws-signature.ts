// Signs requests to Amazon's services (Signature Version 4).

import { createHash, createHmac } from 'node:crypto'

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest()

export interface Signed {
  readonly address: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly region: string
  readonly service: string
  readonly key: string
  readonly secret: string
  readonly now: Date
}

/** The headers of a POST request with its signature. The address has no query. */
export function signedHeaders({
  address,
  headers,
  body,
  region,
  service,
  key,
  secret,
  now,
}: Signed): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const all: Record<string, string> = { ...headers, host: address.host, 'x-amz-date': time }
  const names = Object.keys(all).sort()
  const request = [
    'POST',
    address.pathname,
    '',
    ...names.map(name => `${name}:${all[name]!.trim()}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const signing = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  const signature = hmac(signing as Buffer, ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n')).toString(
    'hex',
  )
  const authorization = `AWS4-HMAC-SHA256 Credential=${key}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { ...all, authorization }
}
