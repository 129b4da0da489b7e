import type { PageRow } from '../../content/pages.ts'
import type { RevisionRow } from '../../content/revisions.ts'
import { isHidden } from '../../site/hidden-parts.ts'
import { digitTimestamp } from '../../site/timestamp.ts'
import { endpoint, type Resource, type RestCall } from '../endpoint.ts'
import { textOf } from '../pages.ts'
import { revisionInPath, titleInPath } from '../params.ts'
import { documentOf, SAFE_HTML } from '../rendering.ts'
import { currentPage, mustHaveText, pageFacts, pageMembers, TEXT_MAX_AGE } from './page.ts'
import { maxAgeOf, mustBeRevision, openRevision, pageOfRevision, revisionFacts, revisionMembers } from './revision.ts'

type Format = 'html' | 'with_html'

const stash = {
  in: 'query',
  type: 'boolean',
  default: false,
  words: 'Accepted for compatibility. Renderings are not stashed.',
  example: false,
} as const

const ofPage = { title: titleInPath, stash } as const
const ofRevision = { id: revisionInPath, stash } as const

/** A rendering changes with the page and with the templates that it includes. */
const validatorsOf = (page: PageRow, row: RevisionRow, format: Format) => ({
  etag: `"${row.id}/${digitTimestamp(page.touched)}/view/${format}"`,
  lastModified: Math.max(page.touched, row.timestamp),
})

const NO_VALIDATORS = { etag: null, lastModified: null } as const

async function openPage(call: RestCall<typeof ofPage>, format: Format): Promise<Resource> {
  const current = await currentPage(call)
  const { page: found, revision: latest } = current
  return {
    ...(found && latest ? validatorsOf(found, latest, format) : NO_VALIDATORS),
    exists: found !== null,
    async answer() {
      const { page, revision } = mustHaveText(current, call.args.title)
      const html = await documentOf(call, revision)
      if (format === 'html') return { body: html, maxAge: TEXT_MAX_AGE, headers: SAFE_HTML }
      const { model } = await textOf(call, revision.id)
      return { body: { ...pageFacts(call, page, revision, model), html }, maxAge: TEXT_MAX_AGE }
    },
  }
}

async function openOne(call: RestCall<typeof ofRevision>, format: Format): Promise<Resource> {
  const { revision } = await openRevision(call)
  const isOpen = revision !== null && !isHidden(revision.deleted, 'text')
  return {
    ...(isOpen ? validatorsOf(await pageOfRevision(call, revision), revision, format) : NO_VALIDATORS),
    exists: revision !== null,
    async answer() {
      const row = mustBeRevision(revision, call.args.id)
      const html = await documentOf(call, row)
      if (format === 'html') return { body: html, ...maxAgeOf(row), headers: SAFE_HTML }
      const { model } = await textOf(call, row.id)
      return { body: { ...(await revisionFacts(call, row, model)), html }, ...maxAgeOf(row) }
    },
  }
}

export const pageHtml = endpoint({
  method: 'GET',
  path: '/v1/page/{title}/html',
  summary: 'Get a page as HTML.',
  params: ofPage,
  result: 'html',
  open: call => openPage(call, 'html'),
})

export const pageWithHtml = endpoint({
  method: 'GET',
  path: '/v1/page/{title}/with_html',
  summary: 'Get a page and its HTML.',
  params: ofPage,
  result: { ...pageMembers, html: 'string' },
  open: call => openPage(call, 'with_html'),
})

export const revisionHtml = endpoint({
  method: 'GET',
  path: '/v1/revision/{id}/html',
  summary: 'Get a revision as HTML.',
  params: ofRevision,
  result: 'html',
  open: call => openOne(call, 'html'),
})

export const revisionWithHtml = endpoint({
  method: 'GET',
  path: '/v1/revision/{id}/with_html',
  summary: 'Get a revision and its HTML.',
  params: ofRevision,
  result: { ...revisionMembers, html: 'string' },
  open: call => openOne(call, 'with_html'),
})
