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

/** The kinds of modules, in the order of the contents. */
const KINDS = [
  ['action', 'Actions', 'What a request does: `action=…`.'],
  ['list', 'Lists', 'Things of the wiki, page by page: `action=query&list=…`.'],
  ['prop', 'Properties', 'What there is to know of pages: `action=query&prop=…`.'],
  ['meta', 'Meta', 'The wiki itself, and whoever asks: `action=query&meta=…`.'],
  ['format', 'Formats', 'In which form the answer comes: `format=…`.'],
] as const

const kindOf = ({ path, module }: ModuleNode): string => (path === 'main' ? 'action' : (module.group ?? 'action'))

/** `list=allpages`, as a request says it. */
const nameOf = (node: ModuleNode): string =>
  node.path === 'main' ? 'Every request' : `${kindOf(node)}=${node.module.name}`

const addressOf = (path: string): string => `/docs/${ACTION_API}/${path}/`

interface Place {
  readonly tree: ModuleTree
  readonly site: Site
}

/** The Action API, a text for each module, made from what the modules declare. */
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
    return `## ${title}\n\n${about}\n\n${table(['module', 'what it is for'], rows)}`
  })
  return `# Action API

The wiki answers at \`${ENTRY}\` as MediaWiki's Action API does; clients written for that work here. A request names an
\`action\` and its parameters, in the address or, by POST, in a form. Ask for \`format=json&formatversion=2\`.

${request('GET', `${ENTRY}?action=query&meta=siteinfo&siprop=general|statistics`)}

How to log in, go on with long lists and read errors is told in [the APIs](/docs/api/). The same for programs:
[OpenAPI](/w/openapi.json) ([to look at](/api/docs/?api=action)), and \`action=paraminfo\`.

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
    module.deprecated && 'It is deprecated: new programs use something else.',
    module.prefix !== '' && `Its parameters begin with \`${module.prefix}\`.`,
    isQuery && `It is a part of [action=query](${addressOf('query')}), which can ask several modules at once.`,
    module.generator &&
      `It can be a generator: \`generator=${module.name}\`, with \`g\` before its parameters, names the pages for other modules.`,
    module.mustBePosted && 'It takes POST only.',
    module.write && 'It changes the wiki.',
    module.token && `It needs a token of the type \`${module.token}\` ([meta=tokens](${addressOf('query+tokens')})).`,
    module.readRights !== false && isQuery && 'On a private wiki it needs the right to read.',
    ...module.helpUrls.map(url => `[Manual of MediaWiki](${url})`),
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
  text: 'Text, as long as a page',
  integer: 'Whole number',
  boolean: 'True whenever it is sent, whatever its value',
  timestamp: 'Time, such as `2026-11-15T12:00:00Z`',
  user: 'User',
  title: 'Title of a page',
  namespace: 'Number of a namespace',
  limit: 'Whole number or `max`',
  password: 'Password',
  expiry: 'Time or span of time, such as `1 week` or `infinite`',
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

const submodules = (known: Readonly<Record<string, string>>): string =>
  `Modules: ${Object.entries(known)
    .map(([name, path]) => `[${name}](${addressOf(path)})`)
    .join(', ')}`

function kindOfValue({ type, options }: Param, site: Site): string {
  const { min, max, highmax, multi, allspecifier, required, deprecated } = options
  const preset = options.default === CONTENT_LANGUAGE ? site.language : options.default
  const { low, high } = valueLimits(options)
  return [
    deprecated && 'Deprecated',
    required && 'Required',
    typeof type === 'string' ? (TYPES[type] ?? type) : multi ? 'Any of the values below' : 'One of the values below',
    multi && `several with \`|\` between them, at most ${low}${high === low ? '' : ` (${high} with higher limits)`}`,
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
