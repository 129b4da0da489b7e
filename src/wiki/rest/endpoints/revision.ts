import { pagesById } from '../../content/pages.ts'
import { type RevisionRow, revisionBeside } from '../../content/revisions.ts'
import { plaintext } from '../../messages/message.ts'
import { isHidden } from '../../site/hidden-parts.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { endpoint, type Resource, type RestCall } from '../endpoint.ts'
import {
  authorMembers,
  authorship,
  licence,
  licenceMembers,
  nameMembers,
  namesOf,
  revisionById,
  sourceOf,
  textOf,
} from '../pages.ts'
import { revisionInPath } from '../params.ts'
import { failRest } from '../rest-error.ts'
import { contentTag, TEXT_MAX_AGE } from './page.ts'

const params = { id: revisionInPath } as const
export type RevisionCall = RestCall<typeof params>

export const revisionMembers = {
  id: 'integer',
  size: 'integer',
  minor: 'boolean',
  timestamp: 'string',
  content_model: 'string',
  page: { id: 'integer', ...nameMembers },
  ...licenceMembers,
  ...authorMembers,
  comment: 'string|null',
  delta: 'integer|null',
} as const

export const mustBeRevision = (revision: RevisionRow | null, id: number): RevisionRow =>
  revision ?? failRest(404, 'rest-nonexistent-revision', [plaintext(String(id))])

export async function revisionFacts(
  call: Pick<RestCall, 'db' | 'caller' | 'viewer' | 'site'>,
  row: RevisionRow,
  model: string,
) {
  const before = await revisionBeside(call.db, row, 'prev')
  const size = row.length ?? 0
  return {
    id: row.id,
    size,
    minor: row.minor !== 0,
    timestamp: isoTimestamp(row.timestamp),
    content_model: model,
    page: { id: row.page_id ?? 0, ...namesOf(call, row.ns, row.title) },
    license: licence(call),
    ...(await authorship(call, [row]))(row),
    delta: before ? size - (before.length ?? 0) : null,
  }
}

/** Only revisions of which nothing is hidden may be kept by caches. */
export const maxAgeOf = ({ deleted }: RevisionRow) => (deleted === 0 ? { maxAge: TEXT_MAX_AGE } : {})

/** What the conditional headers of a request for a revision are compared with. */
export async function openRevision(call: RevisionCall) {
  const revision = await revisionById(call.db, call.args.id)
  const isAccessible = revision !== null && !isHidden(revision.deleted, 'text')
  return {
    revision,
    validators: {
      etag: contentTag(revision, isAccessible),
      lastModified: isAccessible ? revision.timestamp : null,
      exists: revision !== null,
    },
  }
}

async function open(call: RevisionCall, format: 'source' | 'bare'): Promise<Resource> {
  const { revision, validators } = await openRevision(call)
  return {
    ...validators,
    async answer() {
      const row = mustBeRevision(revision, call.args.id)
      const stored = await textOf(call, row.id)
      const source = format === 'source' ? await sourceOf(call, row, stored) : null
      const facts = await revisionFacts(call, row, stored.model)
      const body =
        source === null ? { ...facts, html_url: call.url(`/v1/revision/${row.id}/html`) } : { ...facts, source }
      return { body, ...maxAgeOf(row) }
    },
  }
}

/** The page of a revision, for its rendering. */
export const pageOfRevision = async (call: Pick<RestCall, 'db'>, row: RevisionRow) =>
  (await pagesById(call.db, [row.page_id ?? 0]))[0]!

export const revisionSource = endpoint({
  method: 'GET',
  path: '/v1/revision/{id}',
  summary: 'Get a revision and its source.',
  params,
  result: { ...revisionMembers, source: 'string' },
  open: call => open(call, 'source'),
})

export const revisionBare = endpoint({
  method: 'GET',
  path: '/v1/revision/{id}/bare',
  summary: 'Get a revision without its content.',
  params,
  result: { ...revisionMembers, html_url: 'string' },
  open: call => open(call, 'bare'),
})
