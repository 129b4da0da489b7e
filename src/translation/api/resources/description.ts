import { readerOf } from '#core/reader.ts'
import { help, mapShape, optional } from '#fields/field.ts'
import { choice, webAddress } from '#fields/kinds.ts'
import { titled } from '#html/face.ts'
import { html } from '#html/html.ts'
import { PAGE_HEADERS, page } from '#html/page.ts'
import { breathe } from '#store/turn.ts'
import type { Addresses } from '../../values/addresses.ts'
import { toJson } from '../json.ts'
import { openApi } from '../openapi/document.ts'
import { toYaml } from '../openapi/to-yaml.ts'
import { RawAnswer, type Resource, raw, read, resource } from '../resource.ts'
import { version } from '../version.ts'

/** The OpenAPI document. */
export function schema(resources: () => readonly Resource[]): Resource {
  const WRITERS = { json: toJson, yaml: toYaml }
  /** Cached, because the document is the same for everyone and slow to build. Bytes take half the memory of text. */
  const cache = new Map<string, Buffer>()
  const documentBytes = async (addresses: Addresses, format: keyof typeof WRITERS): Promise<Buffer> => {
    const key = `${format} of ${addresses.site}`
    const cached = cache.get(key)
    if (cached) return cached
    const document = openApi(resources(), addresses, version)
    await breathe()
    const content = Buffer.from(WRITERS[format](document))
    cache.set(key, content)
    return content
  }
  return resource({
    path: '/schema/',
    name: 'Schema',
    description: 'OpenAPI 3.1 document of this API, as YAML or JSON.',
    ownFormat: true,
    operations: {
      GET: raw({
        summary: 'Get the OpenAPI document',
        types: ['application/vnd.oai.openapi', 'application/vnd.oai.openapi+json'],
        query: {
          format: help(
            optional(choice({ yaml: 'YAML', json: 'JSON' })),
            'Format of the document. The default is YAML, unless the Accept header requests JSON.',
          ),
        },
        handle: async ({ query, headers, addresses }) => {
          const wantsJson = query.format === 'json' || /^application\/json\b/.test(String(headers.accept ?? ''))
          return query.format !== 'yaml' && wantsJson
            ? new RawAnswer(await documentBytes(addresses, 'json'), {
                'Content-Type': 'application/vnd.oai.openapi+json',
              })
            : new RawAnswer(await documentBytes(addresses, 'yaml'), {
                'Content-Type': 'application/vnd.oai.openapi; charset=utf-8',
              })
        },
      }),
    },
  })
}

/** OpenAPI documents of both APIs, shown by the same viewer. */
const DOCUMENTS = { rest: '/api/schema/?format=json', action: '/w/openapi.json' } as const

/** Interactive viewer of the OpenAPI documents. */
export const docs = (): Resource =>
  resource({
    path: '/docs/',
    name: 'Documentation',
    description: 'Interactive API documentation.',
    ownFormat: true,
    operations: {
      GET: raw({
        summary: 'Open the interactive API documentation',
        types: ['text/html'],
        query: {
          api: help(optional(choice({ rest: 'REST API', action: 'Action API' })), 'API to show. The default is rest.'),
        },
        handle: async ({ query, headers, services, caller }) => {
          const shown = query.api ?? 'rest'
          const reader = await readerOf(services, { headers, url: `/api/docs/?api=${shown}` }, caller)
          const { t } = reader
          const tab = (api: keyof typeof DOCUMENTS) => {
            const current = api === shown && html` aria-current="page"`
            return html`<a href="/api/docs/?api=${api}"${current}>${t(`docs.group_${api}`)}</a>`
          }
          const reference = html`<a href="/docs/api/${shown}/">${t('docs.reference')}</a>`
          const document = html`<a href="${DOCUMENTS[shown]}">${t('docs.document')}</a>`
          const sandbox = html`<a href="/sandbox">${t('docs.sandbox')}</a>`
          const first = shown === 'rest' ? 'languages' : ''
          const content = html`<div class="openapi"><h1>${t('docs.viewer')}</h1><nav
            class="tabs" aria-label="${t('docs.viewer')}">${tab('rest')}${tab('action')}</nav><p>${reference} · ${
              document
            } · ${sandbox}</p><noscript><p class="note">${t('docs.viewer_scripts')}</p></noscript><nav
            id="openapi-groups" class="openapi-groups" aria-label="${t('docs.viewer_groups')}" dir="ltr"
            lang="en"></nav><div id="openapi-viewer" data-first="${first}" data-document="${DOCUMENTS[shown]}"
            lang="en" dir="ltr"></div></div>`
          const text = page(titled(t('docs.viewer'), reader.face), content, {
            reader,
            place: 'api',
            layout: 'work',
            needs: ['swagger-ui', 'openapi'],
          })
          return new RawAnswer(text, { ...PAGE_HEADERS, Vary: 'Cookie, Accept-Language' })
        },
      }),
    },
  })

const Root = mapShape('Root', 'URLs of all lists, by name.', webAddress())

/** Matches the path of a top-level list, `/name/`. */
const LIST = /^\/([^/:]+)\/$/

/** The API root: a link to each top-level list, in the order of the resources. */
export const root = (resources: () => readonly Resource[]): Resource =>
  resource({
    path: '/',
    name: 'API root',
    description: 'Entry point of the API.',
    operations: {
      GET: read({
        summary: 'List the top-level resources',
        answer: Root,
        handle: async ({ addresses }) =>
          Object.fromEntries(
            resources()
              .filter(({ operations }) => operations.GET?.answers === 'page')
              .flatMap(({ path }) => LIST.exec(path)?.[1] ?? [])
              .map(name => [name, addresses.api(name)]),
          ),
      }),
    },
  })
