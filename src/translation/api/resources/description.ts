import { breathe } from '#store/turn.ts'
import { html } from '#web/html.ts'
import { PAGE_HEADERS, page } from '#web/page.ts'
import { help, mapShape, optional } from '../../fields/field.ts'
import { choice, webAddress } from '../../fields/kinds.ts'
import type { Addresses } from '../../values/addresses.ts'
import { toJson } from '../json.ts'
import { openApi, operationId } from '../openapi/document.ts'
import { toYaml } from '../openapi/to-yaml.ts'
import { METHODS, RawAnswer, type Resource, raw, read, resource } from '../resource.ts'
import { version } from '../version.ts'

/** The description for programs. */
export function schema(resources: () => readonly Resource[]): Resource {
  let kept: { site: string; json: string; yaml: string } | undefined
  /** The same for everybody, and some dozens of milliseconds to write. */
  const written = async (addresses: Addresses): Promise<{ json: string; yaml: string }> => {
    if (kept?.site === addresses.site) return kept
    const document = openApi(resources(), addresses, version)
    await breathe()
    const json = toJson(document)
    await breathe()
    kept = { site: addresses.site, json, yaml: toYaml(document) }
    return kept
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
          const { json, yaml } = await written(addresses)
          return query.format !== 'yaml' && wantsJson
            ? new RawAnswer(json, { 'Content-Type': 'application/vnd.oai.openapi+json' })
            : new RawAnswer(yaml, { 'Content-Type': 'application/vnd.oai.openapi; charset=utf-8' })
        },
      }),
    },
  })
}

/** The description for people. */
export const docs = (resources: () => readonly Resource[]): Resource =>
  resource({
    path: '/docs/',
    name: 'Documentation',
    description: 'Every resource of this API on one page.',
    ownFormat: true,
    operations: {
      GET: raw({
        summary: 'List of resources',
        types: ['text/html'],
        handle: async ({ addresses }) => {
          const rows = resources().map(
            each => html`<h2 id="${each.path}"><code>/api${each.path}</code></h2><p>${each.name}. ${each.description}</p>
<table>${METHODS.filter(method => each.operations[method]).map(
              method =>
                html`<tr><th>${method}</th><td><a href="/sandbox#operation=${operationId(each, method)}">${each.operations[method]!.summary}</a></td></tr>`,
            )}</table>`,
          )
          const text = page(
            'API documentation',
            html`<h1>API documentation</h1>
<p>The same in a form for programs: <a href="${addresses.api('schema')}">OpenAPI</a>. Every operation can be tried in the <a href="/sandbox#operation=get_projects">sandbox</a>.</p>${rows}`,
          )
          return new RawAnswer(text, PAGE_HEADERS)
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
