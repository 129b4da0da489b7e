import { escapeHtml, Html, html } from '#web/html.ts'
import { page, type Reader } from '#web/page.ts'
import type { Addresses } from '../../values/addresses.ts'
import { toJson } from '../json.ts'
import type { Method, Operation, Resource } from '../resource.ts'
import { type FormPlace, form } from './form.ts'

export interface BrowsableView extends FormPlace {
  resource: Resource | null
  method: string
  status: number
  reason: string
  headers: Record<string, string>
  body: unknown
  addresses: Addresses
  reader: Reader | undefined
  /** What the caller may send here, so that no form is shown in vain. */
  offered: Partial<Record<Method, Operation>>
  formats: readonly string[]
}

/** Every answer as a page: the same JSON, with its addresses as links, and forms for what can be sent. */
export function browsable(view: BrowsableView): string {
  const title = view.resource?.name ?? 'Not found'
  return page(
    `${title} – API`,
    html`<nav aria-label="Objects above"><a href="/api/">API</a>${crumbs(view)}</nav>
<h1>${title}</h1><p>${view.resource?.description}</p>${problem(view)}
<p>As ${view.formats.map(format => html`<a href="${view.path}?format=${format}">${format}</a> `)}</p>
<p><b>${view.method}</b> <code>${view.path}</code></p>
<pre>HTTP ${view.status} ${view.reason}
${Object.entries(view.headers).map(([name, value]) => `${name}: ${value}\n`)}
${withLinks(toJson(view.body, 2), view.addresses.site)}</pre>
${Object.entries(view.offered).map(([method, operation]) => form(view, method as Method, operation))}`,
    { reader: view.reader, place: 'api', lang: 'en', dir: 'ltr' },
  )
}

/** What went wrong, in words, before the answer that says it to programs. */
function problem({ status, body }: BrowsableView): Html | false {
  const { errors } = (body ?? {}) as { errors?: { attr: string | null; detail: string }[] }
  if (status < 400 || !Array.isArray(errors)) return false
  return html`<ul class="wrong" role="alert">${errors.map(({ attr, detail }) => html`<li>${attr !== null && html`<b>${attr}</b>: `}${detail}</li>`)}</ul>`
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
    return html` › <a href="${address}">${shown}</a>`
  })}`
}

/** Addresses of this site lead to it under the name that the reader came by, where their session is. */
const withLinks = (json: string, site: string): Html =>
  new Html(
    escapeHtml(json).replace(/&quot;(https?:\/\/(?:(?!&quot;|\\)\S)+)&quot;/g, (_, address: string) => {
      const here = address.startsWith(`${site}/`) ? address.slice(site.length) : address
      return `&quot;<a href="${here}">${address}</a>&quot;`
    }),
  )
