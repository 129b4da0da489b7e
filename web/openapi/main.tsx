// The viewer of the OpenAPI documents: Swagger UI, told which document to show, who asks, and which colours the page has.
import { reader } from '../shared/reader.ts'
import './openapi.css'

interface Sent {
  url: string
  headers: Record<string, string>
}

declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown

const place = document.getElementById('openapi-viewer')

/** Paths of the Action API are told apart behind `#`, which is never sent: what stands there comes out before the request goes. */
function prepared(sent: Sent): Sent {
  const [, before = sent.url, after = ''] = /^([^#]*)#[^?]*(\?.*)?$/.exec(sent.url) ?? []
  const url = new URL(before + after, location.href)
  // The session of whoever reads the page is here, whatever the site calls itself.
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

if (place) {
  followColours()
  SwaggerUIBundle({
    domNode: place,
    url: place.dataset.document,
    deepLinking: false,
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    filter: true,
    // The badge of a validator would be asked of another host.
    validatorUrl: null,
    tryItOutEnabled: true,
    withCredentials: true,
    requestInterceptor: prepared,
  })
}
