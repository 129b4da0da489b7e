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
  /** What the caller may send here, so that no form is shown in vain. */
  offered: Partial<Record<Method, Operation>>
  formats: readonly string[]
}

/** Every answer as a page: the same JSON, with its addresses as links, and forms for what can be sent. */
export function browsable(view: BrowsableView): string {
  const { resource, reader, offered, params } = view
  const { t } = reader
  const title = resource?.name ?? t('rest.not_found')
  const problems = problemsOf(view)
  const sandbox = (method: Method, query: Iterable<[string, string]> = []): string | null =>
    resource && sandboxOfRest({ operation: operationId(resource, method), path: params, query })
  const place: FormPlace = { ...view, t, problems, sandbox }
  const asked = [...view.search].filter(([name]) => name !== 'format')
  const content = html`<nav class="crumbs" aria-label="${t('rest.above')}"><a href="/api/">API</a>${crumbs(view)}</nav>
<div class="heading"><div><h1${resource && html` lang="en" dir="auto"`}>${title}</h1>${resource && html`<p class="quiet" lang="en" dir="auto">${resource.description}</p>`}</div>${resource && ways(view, sandbox('GET', asked))}</div>
${general(t, problems)}
<section aria-labelledby="answer"><h2 id="answer">${t('rest.answer')} <span class="chip">${view.status} ${view.reason}</span></h2>
<p><b>${view.method}</b> <code dir="ltr">${view.path}</code></p>
<details class="answer-headers"><summary>${t('rest.headers')}</summary><pre dir="ltr">HTTP ${view.status} ${view.reason}
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

/** What went wrong, in words, before the answer that says it to programs; fields say it once more beside themselves. */
const general = (t: Translator, problems: readonly Problem[]): Piece =>
  problems.length > 0 &&
  html`<div class="note wrong" role="alert"><b>${t('rest.wrong')}</b><ul lang="en">${problems.map(({ attr, detail }) => html`<li>${attr !== null && html`<b>${attr}</b>: `}${detail}</li>`)}</ul></div>`

/** The same in other forms, what it is, and where to try it. */
function ways({ formats, path, search, reader, resource }: BrowsableView, sandbox: string | null): Html {
  const { t } = reader
  const as = (format: string): string => {
    const query = new URLSearchParams(search)
    query.set('format', format)
    return `${path}?${query}`
  }
  const tag = resource?.path.split('/')[1] || 'root'
  return html`<div class="buttons"><span class="small quiet">${t('rest.formats')}</span>${formats.filter(format => format !== 'api').map(format => html`<a class="button plain" href="${as(format)}">${format.toUpperCase()}</a>`)}<a class="button plain" href="/docs/api/rest/${tag}/">${t('rest.reference')}</a>${sandbox !== null && html`<a class="button" href="${sandbox}" rel="nofollow">${t('rest.sandbox')}</a>`}</div>`
}

/** The pages of a list. Only one of the two places where they stand is a landmark. */
function pager({ body, addresses, reader }: BrowsableView, isSecond = false): Piece {
  const { count, next, previous } = (body ?? {}) as { count?: unknown; next?: unknown; previous?: unknown }
  if (typeof count !== 'number' || (typeof next !== 'string' && typeof previous !== 'string')) return false
  const { t } = reader
  const way = (to: unknown, rel: string, word: string): Piece =>
    typeof to === 'string' && html`<a class="button" rel="${rel}" href="${here(to, addresses.site)}">${word}</a>`
  const links = html`${way(previous, 'prev', t('rest.previous'))}${way(next, 'next', t('rest.next'))}`
  return isSecond
    ? html`<p class="buttons">${links}</p>`
    : html`<nav class="buttons" aria-label="${t('rest.pages')}">${links}<span class="small quiet">${t('rest.count', { count })}</span></nav>`
}

/** Where something could be changed, strangers are told how to find out whether they may. */
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
      // An address that is not percent-encoded properly is shown as it was sent.
    }
    return html`<a href="${address}"><bdi>${shown}</bdi></a>`
  })}`
}

/** Addresses of this site lead to it under the name that the reader came by, where their session is. */
const here = (address: string, site: string): string =>
  address.startsWith(`${site}/`) ? address.slice(site.length) : address

const withLinks = (json: string, site: string): Html =>
  new Html(
    escapeHtml(json).replace(
      /&quot;(https?:\/\/(?:(?!&quot;|\\)\S)+)&quot;/g,
      (_, address: string) => `&quot;<a href="${here(address, site)}">${address}</a>&quot;`,
    ),
  )
