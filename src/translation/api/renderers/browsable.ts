import type { Addresses } from '../call.ts'
import type { Field } from '../fields/field.ts'
import { toJson } from '../json.ts'
import type { Method, Operation, Resource } from '../resource.ts'
import { escapeHtml, Html, html, page } from './html.ts'

export interface BrowsableView {
  resource: Resource | null
  path: string
  method: string
  status: number
  reason: string
  headers: Record<string, string>
  body: unknown
  addresses: Addresses
  user: string | null
  /** For forms sent with a session; null when the caller has none. */
  csrfToken: string | null
  /** What the caller may send here, so that no form is shown in vain. */
  offered: Partial<Record<Method, Operation>>
  formats: readonly string[]
}

/** Every answer as a page: the same JSON, with its addresses as links, and forms for what can be sent. */
export function browsable(view: BrowsableView): string {
  const title = view.resource?.name ?? 'Not found'
  return page(
    `${title} – API`,
    html`<header><a href="${view.addresses.api()}">API</a>${crumbs(view)}
<small>${view.user === null ? 'not logged in' : `logged in as ${view.user}`}</small></header>
<main><h1>${title}</h1><p>${view.resource?.description}</p>
<p>${view.formats.map(format => html`<a href="${view.path}?format=${format}">${format}</a> `)}</p>
<p><b>${view.method}</b> <code>${view.path}</code></p>
<pre>HTTP ${view.status} ${view.reason}
${Object.entries(view.headers).map(([name, value]) => `${name}: ${value}\n`)}
${withLinks(toJson(view.body, 2))}</pre>
${Object.entries(view.offered).map(([method, operation]) => form(view, method as Method, operation))}</main>`,
  )
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

const withLinks = (json: string): Html =>
  new Html(
    escapeHtml(json).replace(/&quot;(https?:\/\/(?:(?!&quot;|\\)\S)+)&quot;/g, '&quot;<a href="$1">$1</a>&quot;'),
  )

function form(view: BrowsableView, method: Method, operation: Operation): Html {
  const fields = Object.entries(operation.body ?? {}).filter(([, field]) => !field.readOnly)
  const upload = fields.some(([, field]) => field.type === 'file upload')
  return html`<h2>${method}: ${operation.summary}</h2>
<form method="post" action="${view.path}?format=api" enctype="${upload ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}">
<input type="hidden" name="_method" value="${method}">
${view.csrfToken !== null && html`<input type="hidden" name="csrfmiddlewaretoken" value="${view.csrfToken}">`}
${fields.map(([name, field]) => input(name, field))}
<button>${method}</button></form>`
}

function input(name: string, field: Field): Html {
  const required = field.required ? html` required` : ''
  const choices = field.about?.choices as { value: string | number; display_name: string }[] | undefined
  const label = html`<label for="${name}">${name}${!field.required && ' (optional)'}</label>`
  const hint = field.help !== undefined && html` <small>${field.help}</small>`
  if (choices)
    return html`${label}<select id="${name}" name="${name}"${required}>${!field.required && html`<option></option>`}${choices.map(
      ({ value, display_name }) => html`<option value="${value}">${display_name}</option>`,
    )}</select>${hint}`
  if (field.type === 'boolean')
    return html`${label}<input type="checkbox" id="${name}" name="${name}" value="true">${hint}`
  if (field.type === 'file upload')
    return html`${label}<input type="file" id="${name}" name="${name}"${required}>${hint}`
  return html`${label}<input id="${name}" name="${name}"${required}>${hint}`
}
