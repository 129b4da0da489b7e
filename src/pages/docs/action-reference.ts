import { examples, infoMessage, paramMessages } from '#wiki/api/help/help-messages.ts'
import { listedParams } from '#wiki/api/help/listing.ts'
import type { ModuleNode, ModuleTree } from '#wiki/api/module-tree.ts'
import { CONTENT_LANGUAGE, type Param } from '#wiki/api/params/kinds.ts'
import { valueLimits } from '#wiki/api/params/parse.ts'
import type { Site } from '#wiki/site/site.ts'
import type { Written } from './library.ts'
import { code, prose, request, table } from './words.ts'

export const ACTION_API = 'api/action'
const ENTRY = '/w/api.php'

/** Module types, in the order of the table of contents. */
const KINDS = [
  ['action', 'Actions', 'What to do: `action=…`.'],
  ['list', 'Lists', 'Lists of pages, users, changes and more: `action=query&list=…`.'],
  ['prop', 'Properties', 'Properties of pages: `action=query&prop=…`.'],
  ['meta', 'Meta', 'Information about the wiki and the current user: `action=query&meta=…`.'],
  ['format', 'Formats', 'Format of the response: `format=…`.'],
] as const

const kindOf = ({ path, module }: ModuleNode): string => (path === 'main' ? 'action' : (module.group ?? 'action'))

/** `list=allpages`, as in a request. */
const nameOf = (node: ModuleNode): string =>
  node.path === 'main' ? 'Main module' : `${kindOf(node)}=${node.module.name}`

const addressOf = (path: string): string => `/docs/${ACTION_API}/${path}/`

interface Place {
  readonly tree: ModuleTree
  readonly site: Site
}

/** Reference of the Action API, one page per module, generated from the modules' declarations. */
export function actionReference(tree: ModuleTree, site: Site): Written[] {
  const { main } = tree
  const nodes = [main, ...main.children.flatMap(node => [node, ...node.children])]
  const place = { tree, site }
  const modules = KINDS.flatMap(([kind, title]) =>
    nodes
      .filter(node => kindOf(node) === kind)
      .map(
        (node): Written => ({
          path: `${ACTION_API}/${node.path}`,
          title: nameOf(node),
          summary: node.module.summary,
          group: 'action',
          shelf: title,
          write: () => moduleText(node, place),
        }),
      ),
  )
  return [
    {
      path: ACTION_API,
      title: 'Action API',
      summary: "The wiki's API, compatible with MediaWiki's: every module with its parameters.",
      group: 'apis',
      write: () => overview(nodes),
    },
    ...modules,
  ]
}

function overview(nodes: readonly ModuleNode[]): string {
  const kinds = KINDS.map(([kind, title, about]) => {
    const rows = nodes
      .filter(node => kindOf(node) === kind)
      .map(node => [`[${nameOf(node)}](${addressOf(node.path)})`, prose(node.module.summary)])
    return `## ${title}\n\n${about}\n\n${table(['module', 'description'], rows)}`
  })
  return `# Action API

The wiki serves MediaWiki's Action API at \`${ENTRY}\`, so clients written for MediaWiki work here. A request names an
\`action\` and its parameters, in the query string or in a POST form. Use \`format=json&formatversion=2\`.

${request('GET', `${ENTRY}?action=query&meta=siteinfo&siprop=general|statistics`)}

For login, continuation and errors, see [the APIs](/docs/api/). Machine-readable descriptions:
[OpenAPI](/w/openapi.json) ([viewer](/api/docs/?api=action)) and \`action=paraminfo\`.

${kinds.join('\n\n')}
`
}

function moduleText(node: ModuleNode, place: Place): string {
  const { module } = node
  const params = Object.entries(listedParams(module))
  const tries = examples(node, place.site)
  const parts = [
    `# ${nameOf(node)}`,
    prose(module.summary),
    facts(node),
    tries.length > 0 &&
      `## Examples\n\n${tries.map(({ query, message }) => example(node, query, message.ownWords)).join('\n\n')}`,
    params.length > 0 &&
      `## Parameters\n\n${params.map(([name, param]) => parameter(node, name, param, place)).join('\n\n')}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function facts({ path, module }: ModuleNode): string {
  const isQuery = path.startsWith('query+')
  const lines = [
    module.deprecated && 'Deprecated: do not use it in new programs.',
    module.prefix !== '' && `Parameter prefix: \`${module.prefix}\`.`,
    isQuery && `Submodule of [action=query](${addressOf('query')}), which can combine several modules in one request.`,
    module.generator && `Can be used as a generator: \`generator=${module.name}\`, with \`g\` before its parameters.`,
    module.mustBePosted && 'Requires POST.',
    module.write && 'Requires write rights.',
    module.token && `Requires a token of type \`${module.token}\` ([meta=tokens](${addressOf('query+tokens')})).`,
    module.readRights !== false && isQuery && 'Requires read rights.',
    ...module.helpUrls.map(url => `[MediaWiki manual](${url})`),
  ]
  return lines
    .filter(line => typeof line === 'string')
    .map(line => `- ${line}`)
    .join('\n')
}

function example({ module }: ModuleNode, query: string, words: string): string {
  const text = request(module.mustBePosted ? 'POST' : 'GET', `${ENTRY}?${query.replaceAll(' ', '%20')}`)
  return words === '' ? text : `${prose(words)}\n\n${text}`
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'Text',
  text: 'Text, up to the length of a page',
  integer: 'Integer',
  boolean: 'Boolean: true if present, whatever its value',
  timestamp: 'Timestamp, such as `2026-11-15T12:00:00Z`',
  user: 'User',
  title: 'Page title',
  namespace: 'Namespace number',
  limit: 'Integer or `max`',
  password: 'Password',
  expiry: 'Timestamp or duration, such as `1 week` or `infinite`',
  upload: 'File',
}

function parameter(node: ModuleNode, name: string, param: Param, { tree, site }: Place): string {
  const { options, type } = param
  const [first, ...described] = paramMessages(node, name, param, tree)
  const words = new Map(described.map(({ forvalue, ownWords }) => [forvalue, ownWords]))
  const values = options.submodules ? [] : Array.isArray(type) ? (type as readonly string[]) : []
  const isListed = values.some(value => words.get(value))
  const parts = [
    `### \`${node.module.prefix}${name}\``,
    first!.ownWords !== '' && prose(first!.ownWords),
    ...(options.info ?? []).map(info => prose(infoMessage(node, info).ownWords)),
    `${kindOfValue(param, site)}.`,
    options.submodules && submodules(options.submodules),
    values.length > 0 && !isListed && `Values: ${values.map(valueCode).join(', ')}`,
    isListed &&
      values.map(value => `- ${valueCode(value)}${words.get(value) ? `: ${prose(words.get(value)!)}` : ''}`).join('\n'),
  ]
  return parts.filter(Boolean).join('\n\n')
}

const valueCode = (value: string): string => (value === '' ? '(empty)' : code(value))

const submodules = (paths: Readonly<Record<string, string>>): string =>
  `Modules: ${Object.entries(paths)
    .map(([name, path]) => `[${name}](${addressOf(path)})`)
    .join(', ')}`

function kindOfValue({ type, options }: Param, site: Site): string {
  const { min, max, highmax, multi, allspecifier, required, deprecated } = options
  const preset = options.default === CONTENT_LANGUAGE ? site.language : options.default
  const { low, high } = valueLimits(options)
  return [
    deprecated && 'Deprecated',
    required && 'Required',
    typeof type === 'string'
      ? (TYPES[type] ?? type)
      : multi
        ? 'One or more of the values below'
        : 'One of the values below',
    multi && `separate values with \`|\`, at most ${low}${high === low ? '' : ` (${high} with higher limits)`}`,
    allspecifier && `${code(allspecifier)} for all`,
    min !== undefined &&
      max !== undefined &&
      `${min} to ${max}${highmax === undefined ? '' : ` (${highmax} with higher limits)`}`,
    min !== undefined && max === undefined && `at least ${min}`,
    preset !== undefined && `default ${preset === '' ? 'empty' : code(String(preset))}`,
  ]
    .filter(Boolean)
    .join('; ')
}
