import { readerOf } from '#core/reader.ts'
import { help, mapShape, optional } from '#fields/field.ts'
import { choice, webAddress } from '#fields/kinds.ts'
import { html } from '#html/html.ts'
import { PAGE_HEADERS, page } from '#html/page.ts'
import { breathe } from '#store/turn.ts'
import type { Addresses } from '../../values/addresses.ts'
import { toJson } from '../json.ts'
import { openApi } from '../openapi/document.ts'
import { toYaml } from '../openapi/to-yaml.ts'
import { RawAnswer, type Resource, raw, read, resource } from '../resource.ts'
import { version } from '../version.ts'

/** The description for programs. */
export function schema(resources: () => readonly Resource[]): Resource {
  const WRITERS = { json: toJson, yaml: toYaml }
  /** The same for everybody, and some dozens of milliseconds to write; as bytes, which take half of what text takes. */
  const kept = new Map<string, Buffer>()
  const written = async (addresses: Addresses, format: keyof typeof WRITERS): Promise<Buffer> => {
    const key = `${format} of ${addresses.site}`
    const before = kept.get(key)
    if (before) return before
    const document = openApi(resources(), addresses, version)
    await breathe()
    const content = Buffer.from(WRITERS[format](document))
    kept.set(key, content)
    return content
  }
  return resource({
    path: '/schema/',
    name: 'Schema',
    description: 'This API in OpenAPI 3.1, as YAML or JSON.',
    ownFormat: true,
    operations: {
      GET: raw({
        summary: 'OpenAPI document',
        types: ['application/vnd.oai.openapi', 'application/vnd.oai.openapi+json'],
        query: {
          format: help(
            optional(choice({ yaml: 'YAML', json: 'JSON' })),
            'YAML unless the Accept header asks for JSON.',
          ),
        },
        handle: async ({ query, headers, addresses }) => {
          const wantsJson = query.format === 'json' || /^application\/json\b/.test(String(headers.accept ?? ''))
          return query.format !== 'yaml' && wantsJson
            ? new RawAnswer(await written(addresses, 'json'), { 'Content-Type': 'application/vnd.oai.openapi+json' })
            : new RawAnswer(await written(addresses, 'yaml'), {
                'Content-Type': 'application/vnd.oai.openapi; charset=utf-8',
              })
        },
      }),
    },
  })
}

/** Both APIs have a document; each is shown by the same viewer. */
const DOCUMENTS = { rest: '/api/schema/?format=json', action: '/w/openapi.json' } as const

/** The description for people: a viewer of OpenAPI documents in which requests can be tried. */
export const docs = (): Resource =>
  resource({
    path: '/docs/',
    name: 'Documentation',
    description: 'Both APIs in a viewer of OpenAPI documents, where requests can be tried.',
    ownFormat: true,
    operations: {
      GET: raw({
        summary: 'Viewer of the OpenAPI documents',
        types: ['text/html'],
        query: {
          api: help(
            optional(choice({ rest: 'REST API', action: 'Action API' })),
            'Which of the two APIs is shown: rest unless it says action.',
          ),
        },
        handle: async ({ query, headers, services, caller }) => {
          const shown = query.api ?? 'rest'
          const reader = await readerOf(services, { headers, url: `/api/docs/?api=${shown}` }, caller)
          const { t } = reader
          const tab = (api: keyof typeof DOCUMENTS) =>
            html`<a href="/api/docs/?api=${api}"${api === shown && html` aria-current="page"`}>${t(`docs.group_${api}`)}</a>`
          const elsewhere = html`<p><a href="/docs/api/${shown}/">${t('docs.reference')}</a> · <a href="${DOCUMENTS[shown]}">${t('docs.document')}</a> · <a href="/sandbox">${t('docs.sandbox')}</a></p>`
          const content = html`<div class="openapi"><h1>${t('docs.viewer')}</h1><nav class="tabs" aria-label="${t('docs.viewer')}">${tab('rest')}${tab('action')}</nav>${elsewhere}<noscript><p class="note">${t('docs.viewer_scripts')}</p></noscript><nav id="openapi-groups" class="openapi-groups" aria-label="${t('docs.viewer_groups')}" dir="ltr" lang="en"></nav><div id="openapi-viewer" data-first="${shown === 'rest' ? 'languages' : ''}" data-document="${DOCUMENTS[shown]}" lang="en" dir="ltr"></div></div>`
          const text = page(`${t('docs.viewer')} – Parlance`, content, {
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

const Root = mapShape('Root', 'Address of each list.', webAddress())

/** The list at `/name/` is called `name`. */
const LIST = /^\/([^/:]+)\/$/

/** The front page. It follows from the resources, in their order: each list right below it. */
export const root = (resources: () => readonly Resource[]): Resource =>
  resource({
    path: '/',
    name: 'API root',
    description: 'Where everything begins.',
    operations: {
      GET: read({
        summary: 'Addresses of the lists',
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
