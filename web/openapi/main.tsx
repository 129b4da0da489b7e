// OpenAPI viewer: Swagger UI with our documents, session and colours.
import { render } from 'preact'
import { reader } from '../shared/reader.ts'
import { number } from '../shared/texts.ts'
import { groupsOf, type OpenApiDocument, partOf } from './part-of.ts'
import './openapi.css'

interface Sent {
  url: string
  headers: Record<string, string>
}

declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown

const place = document.getElementById('openapi-viewer')

/** Action API paths differ only in their `#` part, which is removed before the request is sent. */
function prepared(sent: Sent): Sent {
  const [, before = sent.url, after = ''] = /^([^#]*)#[^?]*(\?.*)?$/.exec(sent.url) ?? []
  const url = new URL(before + after, location.href)
  // The reader's session belongs to this host, whatever the configured site URL is.
  if (url.pathname.startsWith('/api/') || url.pathname.startsWith('/w/')) sent.url = url.pathname + url.search
  if (reader.token !== null) sent.headers['X-CSRFToken'] = reader.token
  return sent
}

function followColours(): void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const root = document.documentElement
  const follow = () =>
    root.classList.toggle('dark-mode', root.dataset.theme ? root.dataset.theme === 'dark' : system.matches)
  follow()
  system.addEventListener('change', follow)
}

/** The group named in the URL's `#` part, or a small one that loads fast. */
const wished = (groups: readonly { name: string }[], first: string | undefined): string => {
  const names = groups.map(({ name }) => name)
  return [hashOf(location.hash), first].find(each => each !== undefined && names.includes(each)) ?? names[0] ?? ''
}

function hashOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

/** Adds accessible names and keyboard access where the viewer lacks them. */
function tidy(root: HTMLElement): void {
  for (const text of root.querySelectorAll('pre:not([tabindex])')) text.setAttribute('tabindex', '0')
  for (const heading of root.querySelectorAll('h3.opblock-tag:not([aria-level])'))
    heading.setAttribute('aria-level', '2')
  for (const heading of root.querySelectorAll('.opblock h4:not([aria-level])')) heading.setAttribute('aria-level', '3')
  for (const heading of root.querySelectorAll('.opblock h5:not([aria-level])')) heading.setAttribute('aria-level', '4')
  for (const field of root.querySelectorAll<HTMLElement>(UNNAMED)) field.setAttribute('aria-label', nameFor(field))
}

const UNNAMED = ['select', 'input', 'textarea'].map(each => `${each}:not([aria-label],[type=hidden])`).join()

/** Labels a field by its parameter or the heading above it. */
const nameFor = (field: HTMLElement): string =>
  field.closest<HTMLElement>('[data-param-name]')?.dataset.paramName ??
  field.closest('label')?.textContent?.trim() ??
  field
    .closest('.content-type-wrapper, .content-type, .examples-select, .servers, .auth-container')
    ?.textContent?.trim()
    .slice(0, 60) ??
  field.getAttribute('placeholder') ??
  'Value'

/** The page already has a main landmark, so the viewer must not add another. */
function haveOneMain(): void {
  const make = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions) =>
    make(name === 'main' ? 'div' : name, options)
}

function show(place: HTMLElement, document: OpenApiDocument, group: string): void {
  // Replacing the element removes leftovers of the previous viewer.
  const inner = window.document.createElement('div')
  place.replaceChildren(inner)
  SwaggerUIBundle({
    domNode: inner,
    spec: partOf(document, group),
    deepLinking: false,
    docExpansion: 'list',
    defaultModelsExpandDepth: -1,
    // Highlighting long responses is too slow.
    syntaxHighlight: { activated: false },
    displayRequestDuration: true,
    filter: true,
    // The validator badge would be loaded from a third-party host.
    validatorUrl: null,
    tryItOutEnabled: true,
    withCredentials: true,
    persistAuthorization: false,
    requestInterceptor: prepared,
  })
}

async function start(place: HTMLElement): Promise<void> {
  followColours()
  haveOneMain()
  const document = (await (await fetch(place.dataset.document!)).json()) as OpenApiDocument
  const groups = groupsOf(document)
  const menu = window.document.getElementById('openapi-groups')!
  render(
    <ul>
      {groups.map(({ name, description, count }) => (
        <li key={name}>
          <a href={`#${encodeURIComponent(name)}`} title={description} data-group={name}>
            {name} <span class="quiet num">{number(count)}</span>
          </a>
        </li>
      ))}
    </ul>,
    menu,
  )
  const follow = (): void => {
    const group = wished(groups, place.dataset.first)
    for (const link of menu.querySelectorAll<HTMLElement>('a')) {
      if (link.dataset.group === group) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
    show(place, document, group)
  }
  let isDue = false
  new MutationObserver(() => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      tidy(place)
    })
  }).observe(place, { childList: true, subtree: true })
  window.addEventListener('hashchange', follow)
  follow()
}

if (place) void start(place)
