import { escapeHtml, Html, html, type Piece } from '#html/html.ts'
import { page, type Reader } from '#html/page.ts'
import { sandboxOfRest } from '#html/sandbox.ts'
import type { Translator } from '#html/site-texts.ts'
import type { Addresses } from '../../values/addresses.ts'
import { toJson } from '../json.ts'
import { operationId } from '../openapi/document.ts'
import type { Method, Operation, Resource } from '../resource.ts'
import { type FormPlace, form, type Problem } from './form.ts'

export interface BrowsableView extends Omit<FormPlace, 't' | 'problems' | 'sandbox'> {
  resource: Resource | null
  params: Readonly<Record<string, string>>
  search: URLSearchParams
  method: string
  status: number
  reason: string
  headers: Record<string, string>
  body: unknown
  addresses: Addresses
  reader: Reader
  /** Operations the caller is allowed to perform; only these get a form. */
  offered: Partial<Record<Method, Operation>>
  formats: readonly string[]
}

/** Any response as a web page: the same JSON with links, and forms for the operations the caller can perform. */
export function browsable(view: BrowsableView): string {
  const { resource, reader, offered, params } = view
  const { t } = reader
  const title = resource?.name ?? t('rest.not_found')
  const problems = problemsOf(view)
  const sandbox = (method: Method, query: Iterable<[string, string]> = []): string | null =>
    resource && sandboxOfRest({ operation: operationId(resource, method), path: params, query })
  const place: FormPlace = { ...view, t, problems, sandbox }
  const query = [...view.search].filter(([name]) => name !== 'format')
  const description = resource && html`<p class="quiet" lang="en" dir="auto">${resource.description}</p>`
  const status = `${view.status} ${view.reason}`
  const heading = html`<div><h1${resource && html` lang="en" dir="auto"`}>${title}</h1>${description}</div>`
  const content = html`<nav class="crumbs" aria-label="${t('rest.above')}"><a href="/api/">API</a>${crumbs(view)}</nav>
<div class="heading">${heading}${resource && formatLinks(view, sandbox('GET', query))}</div>
${general(t, problems)}
<section aria-labelledby="answer"><h2 id="answer">${t('rest.answer')} <span class="chip">${status}</span></h2>
<p><b>${view.method}</b> <code dir="ltr">${view.path}</code></p>
<details class="answer-headers"><summary>${t('rest.headers')}</summary><pre dir="ltr">HTTP ${status}
${Object.entries(view.headers).map(([name, value]) => `${name}: ${value}\n`)}</pre></details>
${pager(view)}
<pre class="answer-body" dir="ltr" lang="en">${withLinks(toJson(view.body, 2), view.addresses.site)}</pre>
${pager(view, true)}</section>
${Object.entries(offered).map(([method, operation]) => form(place, method as Method, operation))}${logIn(view)}`
  return page(`${title} – API`, content, { reader, place: 'api', needs: ['rest'] })
}

const problemsOf = ({ status, body }: BrowsableView): readonly Problem[] => {
  const { errors } = (body ?? {}) as { errors?: readonly Problem[] }
  return status >= 400 && Array.isArray(errors) ? errors : []
}

/** Lists the errors in words above the JSON; fields repeat theirs in the form. */
const general = (t: Translator, problems: readonly Problem[]): Piece =>
  problems.length > 0 &&
  html`<div class="note wrong" role="alert"><b>${t('rest.wrong')}</b><ul lang="en">${problems.map(
    ({ attr, detail }) => html`<li>${attr !== null && html`<b>${attr}</b>: `}${detail}</li>`,
  )}</ul></div>`

/** Links to other formats, to the reference and to the sandbox. */
function formatLinks({ formats, path, search, reader, resource }: BrowsableView, sandbox: string | null): Html {
  const { t } = reader
  const as = (format: string): string => {
    const query = new URLSearchParams(search)
    query.set('format', format)
    return `${path}?${query}`
  }
  const tag = resource?.path.split('/')[1] || 'root'
  const label = html`<span class="small quiet">${t('rest.formats')}</span>`
  const others = formats
    .filter(format => format !== 'api')
    .map(format => html`<a class="button plain" href="${as(format)}">${format.toUpperCase()}</a>`)
  const reference = html`<a class="button plain" href="/docs/api/rest/${tag}/">${t('rest.reference')}</a>`
  const tryIt = sandbox !== null && html`<a class="button" href="${sandbox}" rel="nofollow">${t('rest.sandbox')}</a>`
  return html`<div class="buttons">${label}${others}${reference}${tryIt}</div>`
}

/** Links to the previous and next page. They appear twice, but only the first is a landmark. */
function pager({ body, addresses, reader }: BrowsableView, isSecond = false): Piece {
  const { count, next, previous } = (body ?? {}) as { count?: unknown; next?: unknown; previous?: unknown }
  if (typeof count !== 'number' || (typeof next !== 'string' && typeof previous !== 'string')) return false
  const { t } = reader
  const link = (to: unknown, rel: string, label: string): Piece =>
    typeof to === 'string' && html`<a class="button" rel="${rel}" href="${here(to, addresses.site)}">${label}</a>`
  const links = html`${link(previous, 'prev', t('rest.previous'))}${link(next, 'next', t('rest.next'))}`
  const total = html`<span class="small quiet">${t('rest.count', { count })}</span>`
  return isSecond
    ? html`<p class="buttons">${links}</p>`
    : html`<nav class="buttons" aria-label="${t('rest.pages')}">${links}${total}</nav>`
}

/** Invites visitors to log in if the resource supports writing. */
function logIn({ resource, reader }: BrowsableView): Piece {
  const writes = Object.keys(resource?.operations ?? {}).some(method => method !== 'GET')
  if (reader.name !== null || !writes) return false
  const login = html`<a href="/accounts/login/?next=${encodeURIComponent(reader.here)}">${reader.t('rest.login')}</a>`
  return html`<p class="quiet">${reader.t.html('rest.log_in', { login })}</p>`
}

/** Links to the objects above this one. */
function crumbs(view: BrowsableView): Html {
  const segments = view.path.split('/').filter(Boolean).slice(1)
  return html`${segments.map((segment, i) => {
    const address = `/api/${segments.slice(0, i + 1).join('/')}/`
    let shown = segment
    try {
      shown = decodeURIComponent(segment)
    } catch {
      // Show a badly encoded segment as it was sent.
    }
    return html`<a href="${address}"><bdi>${shown}</bdi></a>`
  })}`
}

/** Makes URLs of this site relative, so that readers keep the host name their session belongs to. */
const here = (address: string, site: string): string =>
  address.startsWith(`${site}/`) ? address.slice(site.length) : address

const withLinks = (json: string, site: string): Html =>
  new Html(
    escapeHtml(json).replace(
      /&quot;(https?:\/\/(?:(?!&quot;|\\)\S)+)&quot;/g,
      (_, address: string) => `&quot;<a href="${here(address, site)}">${address}</a>&quot;`,
    ),
  )
