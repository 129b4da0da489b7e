import { hash } from 'node:crypto'
import type { PageRow } from '../../content/pages.ts'
import type { RevisionRow } from '../../content/revisions.ts'
import { plaintext } from '../../messages/message.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { endpoint, type Resource, type RestCall } from '../endpoint.ts'
import {
  licence,
  licenceMembers,
  mustExist,
  nameMembers,
  namesOf,
  pageOfTitle,
  revisionById,
  sourceOf,
  textOf,
} from '../pages.ts'
import { titleInPath } from '../params.ts'
import { failRest } from '../rest-error.ts'

/** Seconds for which MediaWiki lets caches keep the text of a page. */
export const TEXT_MAX_AGE = 5

const params = { title: titleInPath } as const
export type TitleCall = RestCall<typeof params>

export const pageMembers = {
  id: 'integer',
  ...nameMembers,
  latest: { id: 'integer', timestamp: 'string' },
  content_model: 'string',
  ...licenceMembers,
} as const

/** A page and its latest revision. */
export interface CurrentPage {
  readonly page: PageRow | null
  readonly revision: RevisionRow | null
}

export async function currentPage(call: TitleCall): Promise<CurrentPage> {
  const page = await pageOfTitle(call, call.args.title)
  return { page, revision: page && (await revisionById(call.db, page.latest_rev)) }
}

export const mustHaveText = ({ page, revision }: CurrentPage, title: string) => ({
  page: mustExist(page, title),
  revision: revision ?? failRest(404, 'rest-no-revision', [plaintext(title)]),
})

export const contentTag = (revision: RevisionRow | null, isAccessible: boolean): string =>
  `"${hash('sha1', `${revision?.id ?? 'e0'}${isAccessible ? 'a1' : 'a0'}`, 'hex')}"`

export const pageFacts = (
  call: Pick<RestCall, 'viewer' | 'site'>,
  page: PageRow,
  revision: RevisionRow,
  model: string,
) => ({
  id: page.id,
  ...namesOf(call, page.ns, page.title),
  latest: { id: revision.id, timestamp: isoTimestamp(revision.timestamp) },
  content_model: model,
  license: licence(call),
})

type Format = 'source' | 'bare'

async function open(call: TitleCall, format: Format): Promise<Resource> {
  const current = await currentPage(call)
  return {
    etag: contentTag(current.revision, current.page !== null),
    lastModified: current.revision?.timestamp ?? null,
    exists: current.page !== null,
    async answer() {
      const { page, revision } = mustHaveText(current, call.args.title)
      const stored = await textOf(call, revision.id)
      const facts = pageFacts(call, page, revision, stored.model)
      const body =
        format === 'source'
          ? { ...facts, source: await sourceOf(call, revision, stored) }
          : { ...facts, html_url: call.url(`/v1/page/${encodePart(facts.title)}/html`) }
      return { body, maxAge: TEXT_MAX_AGE }
    },
  }
}

/** Percent-encodes everything except letters, digits and "-_.~". */
export const encodePart = (text: string): string =>
  encodeURIComponent(text).replace(/['()*!]/g, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

export const pageSource = endpoint({
  method: 'GET',
  path: '/v1/page/{title}',
  summary: 'Get a page and its source.',
  params,
  result: { ...pageMembers, source: 'string' },
  open: call => open(call, 'source'),
})

export const pageBare = endpoint({
  method: 'GET',
  path: '/v1/page/{title}/bare',
  summary: 'Get a page without its content.',
  params,
  result: { ...pageMembers, html_url: 'string' },
  open: call => open(call, 'bare'),
})
