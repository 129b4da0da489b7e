import { hash } from 'node:crypto'
import type { Services } from '#core/services.ts'
import type { StreamEvent } from '#core/stream-source.ts'
import { topicOf } from './position.ts'

/** An event as streams and webhooks send it. Its ID is the same for every reader. */
export function eventBody({ config }: Pick<Services, 'config'>, event: StreamEvent): Record<string, unknown> {
  const { stream, schema, seq, index, at, uri, data } = event
  const digest = hash('sha1', `${config.siteUrl} ${stream} ${seq} ${index}`, 'hex')
  const id = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-a$4-$5')
  const meta = {
    uri,
    request_id: id,
    id,
    dt: new Date(at * 1000).toISOString(),
    domain: new URL(config.siteUrl).hostname,
    stream: `${schema.startsWith('/mediawiki/') ? 'mediawiki' : 'parlance'}.${stream}`,
    topic: topicOf(stream),
    partition: 0,
    offset: seq,
  }
  return { $schema: schema, meta, ...data }
}
