import type { Endpoint } from '#wiki/rest/endpoint.ts'
import { endpoints } from '#wiki/rest/endpoints/index.ts'
import { operationId, tagOf } from '#wiki/rest/openapi.ts'
import type { Written } from './library.ts'
import { code, prose, request, table } from './words.ts'

const ENTRY = '/w/rest.php'

const TITLES: Readonly<Record<string, string>> = {
  page: 'Pages',
  revision: 'Revisions',
  search: 'Search',
  file: 'Files',
}

/** Reference of MediaWiki's REST API, generated from the declarations of its endpoints. */
export const wikiRestReference = (): Written => ({
  path: 'api/wiki-rest',
  title: 'Wiki REST API',
  summary: "MediaWiki's REST API: pages, revisions, files and search under /w/rest.php.",
  group: 'apis',
  write: text,
})

function text(): string {
  const parts = [...Map.groupBy(endpoints, tagOf)].map(
    ([tag, list]) => `## ${TITLES[tag] ?? tag}\n\n${list.map(described).join('\n\n')}`,
  )
  return `# Wiki REST API

The wiki serves MediaWiki's REST API at \`${ENTRY}/v1\`. It returns JSON, and HTML where the name says so.

${request('GET', `${ENTRY}/v1/search/page?q=main&limit=5`)}

To write, send an API key as a bearer token. With a session cookie, add a CSRF token
([meta=tokens](/docs/api/action/query+tokens/)) as \`token\`. Responses have \`ETag\` and \`Last-Modified\` where MediaWiki
has them; \`If-None-Match\` and \`If-Match\` work. [OpenAPI](/w/rest-openapi.json).

${parts.join('\n\n')}
`
}

function described(each: Endpoint): string {
  const params = Object.entries(each.params).map(([name, param]) => [
    code(name),
    param.in,
    typeof param.type === 'string' ? param.type : param.type.map(code).join(', '),
    prose(param.words),
  ])
  const fields = Object.entries(each.fields ?? {}).map(([name, field]) => [
    code(name),
    'body',
    `${field.type}${field.required ? ', required' : ''}`,
    prose(field.words),
  ])
  const rows = [...params, ...fields]
  return [
    `### ${operationId(each)}`,
    prose(each.summary),
    `\`${each.method} ${ENTRY}${each.path}\``,
    ...(rows.length > 0 ? [table(['name', 'in', 'type', 'description'], rows)] : []),
  ].join('\n\n')
}
