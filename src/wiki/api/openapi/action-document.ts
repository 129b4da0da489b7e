import { SESSION_COOKIE } from '#accounts/session-cookie.ts'
import type { Site } from '../../site/site.ts'
import { examples, paramMessages } from '../help/help-messages.ts'
import { listedParams } from '../help/listing.ts'
import type { Listed, ModuleNode, ModuleTree } from '../module-tree.ts'
import type { Param } from '../params/kinds.ts'
import { PAGE, PAGE_SET } from '../result/envelope.ts'
import { schemaOfMembers } from '../result/kind-schema.ts'
import { optionalMembers } from '../result/optional-members.ts'
import { ANSWER_EXAMPLE, ANSWER_SCHEMAS, EXAMPLE_OF } from './action-answer.ts'
import { paramExample, paramSchema } from './param-schema.ts'

type Json = Record<string, unknown>

const ENTRY = '/w/api.php'

/** Main parameters common to every request; `action` is part of the path. */
const isCommon = (name: string): boolean => name !== 'action'

/** Parameters that select pages. */
const SELECTION = ['titles', 'pageids', 'revids', 'generator', 'redirects', 'converttitles']

/**
 * The Action API in OpenAPI 3.1, generated from the module listing. All modules share one URL, which OpenAPI does not
 * support, so paths differ in their fragment, which is never sent. Each path has its `action` (and `list`, `prop` or
 * `meta`) as a parameter with a single value.
 */
export function actionOpenApi(tree: ModuleTree, site: Site, server: string, version: string): Json {
  const context: Context = { tree, site }
  const query = tree.find('query')
  const actions = tree.main.children.filter(({ module }) => module.group !== 'format')
  const nodes = [...actions.filter(node => node !== query), query, ...query.children]
  return {
    openapi: '3.1.1',
    info: {
      title: 'Parlance Action API',
      version,
      description:
        "The wiki, compatible with MediaWiki's Action API. All modules share one URL: the fragment (#) in each path only distinguishes them and is not sent. One request can use several modules of action=query.",
      license: { name: 'GPL-2.0-or-later', identifier: 'GPL-2.0-or-later' },
    },
    servers: [{ url: server, description: 'This site' }],
    tags: TAGS.map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(nodes.map(node => [`${ENTRY}#${node.path}`, pathItem(node, context)])),
    components: {
      parameters: Object.fromEntries([
        ...common(tree).map(([name, param]) => [`main.${name}`, parameterOf(tree.main, name, param, context)]),
        ...SELECTION.map(name => [`query.${name}`, parameterOf(query, name, query.module.params[name]!, context)]),
      ]),
      schemas: ANSWER_SCHEMAS,
      examples: { Answer: { summary: 'A response with continuation', value: ANSWER_EXAMPLE } },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: 'Set by action=login (with a bot password) or action=clientlogin.',
        },
        token: { type: 'http', scheme: 'bearer', description: 'API key of the account.' },
      },
    },
    security: [{ session: [] }, { token: [] }, {}],
  }
}

interface Context {
  readonly tree: ModuleTree
  readonly site: Site
}

const TAGS = [
  ['action', 'Actions (action=…).'],
  ['list', 'Lists (action=query&list=…).'],
  ['prop', 'Properties of pages (action=query&prop=…).'],
  ['meta', 'Information about the wiki and the current user (action=query&meta=…).'],
] as const

const JSON_FORMAT = 'json'

/** Parameters of the main module and of the JSON format. */
const common = (tree: ModuleTree): [string, Param][] =>
  [...Object.entries(tree.main.module.params), ...Object.entries(tree.find(JSON_FORMAT).module.params)].filter(
    ([name]) => isCommon(name),
  )

const reference = (name: string): Json => ({ $ref: `#/components/parameters/${name}` })

function pathItem(node: ModuleNode, context: Context): Json {
  const { module } = node
  const isPosted = module.mustBePosted ?? false
  return { [isPosted ? 'post' : 'get']: operation(node, isPosted, context) }
}

function operation(node: ModuleNode, isPosted: boolean, context: Context): Json {
  const { module, path } = node
  const group = module.group === 'action' || module.group === undefined ? null : module.group
  const own = concrete(node)
  const sent = isPosted ? [] : own.map(([name, param]) => parameterOf(node, name, param, context))
  const ownNames = new Set(own.map(([name]) => module.prefix + name))
  const shared = common(context.tree).filter(([name]) => !ownNames.has(name))
  return {
    operationId: path.replaceAll('+', '_'),
    tags: [group ?? 'action'],
    summary: module.summary,
    description: descriptionOf(node, context.site),
    ...(module.deprecated && { deprecated: true }),
    parameters: [
      fixed('action', group ? 'query' : module.name, 'Action to perform.'),
      ...(group ? [fixed(group, module.name, 'Query module. Separate several modules with |.')] : []),
      ...sent,
      ...(module.idempotent ? [IDEMPOTENCY] : []),
      ...(group === 'prop' ? SELECTION.map(name => reference(`query.${name}`)) : []),
      ...shared.map(([name]) => reference(`main.${name}`)),
    ],
    ...(isPosted && own.length > 0 && { requestBody: body(node, own, context) }),
    responses: { 200: answerOf(module) },
  }
}

const IDEMPOTENCY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes retries safe: 8 to 200 visible ASCII characters of your choice. Repeating the request within seven days returns the first response with the header Idempotency-Replayed and changes nothing.',
  schema: { type: 'string', pattern: '^[!#-~]{8,200}$' },
  example: '0d3f6b0e-5b1c-4a37-9c5e-2f1a6f0f7b11',
}

/**
 * Where the results of a module are: in the response, in `query`, or in each page of it. They are optional there: an
 * error has none, and a continued query returns only what is left.
 */
function resultSchema({ group, result = {}, queryResult }: Listed): Json {
  if (group === 'list' || group === 'meta') return schemaOfMembers({ 'query?': optionalMembers(result) })
  if (group === 'prop')
    return schemaOfMembers({
      'query?': { ...PAGE_SET, 'pages?': [{ ...PAGE, ...result }], ...optionalMembers(queryResult ?? {}) },
    })
  return schemaOfMembers(optionalMembers(result))
}

const answerOf = (module: Listed): Json => ({
  description:
    'The result or an error. Errors also have status 200, with their code in the header MediaWiki-API-Error.',
  headers: {
    'MediaWiki-API-Error': { description: 'Error code, if the request failed.', schema: { type: 'string' } },
    'Retry-After': { description: 'Seconds to wait before retrying, with maxlag.', schema: { type: 'integer' } },
  },
  content: {
    'application/json': {
      schema: { allOf: [{ $ref: '#/components/schemas/Answer' }, resultSchema(module)] },
      ...(module.name === EXAMPLE_OF && { examples: { example: { $ref: '#/components/examples/Answer' } } }),
    },
  },
})

function descriptionOf({ module }: ModuleNode, site: Site): string {
  const generator = `Can be used as a generator: generator=${module.name}, with g before its parameters.`
  const [example] = examples({ path: '', module, children: [] }, site)
  return [
    module.summary,
    ...(module.generator ? [generator] : []),
    ...(module.token ? [`Requires a token of type "${module.token}" (meta=tokens).`] : []),
    ...(example ? [`For example: \`${example.query}\``] : []),
    ...module.helpUrls,
  ].join('\n\n')
}

const fixed = (name: string, value: string, description: string): Json => ({
  name,
  in: 'query',
  required: true,
  description,
  schema: { type: 'string', enum: [value] },
  example: value,
})

/** Expands templated parameters for each value of the parameter they depend on. */
function concrete({ module }: ModuleNode): [string, Param][] {
  const params = listedParams(module)
  return Object.entries(params).flatMap(([name, param]): [string, Param][] => {
    const [variable, source] = Object.entries(param.options.templatevars ?? {})[0] ?? []
    const values = source === undefined ? undefined : params[source]?.type
    if (variable === undefined || !Array.isArray(values)) return [[name, param]]
    return (values as readonly string[]).map(value => [name.replace(`{${variable}}`, value), param])
  })
}

/** Description of a parameter. Templated parameters have theirs under the declared name. */
function wordsOf(node: ModuleNode, name: string, param: Param, { tree }: Context): string {
  const declared = Object.entries(listedParams(node.module)).find(([, each]) => each === param)?.[0] ?? name
  const messages = paramMessages(node, declared, param, tree)
  // Submodules have their own paths.
  const values = param.options.submodules ? [] : messages.slice(1).filter(({ ownWords }) => ownWords !== '')
  const isFlag = param.type === 'boolean' ? ' True if present, whatever its value.' : ''
  const words = `${messages[0]!.ownWords || name}${isFlag}`
  return [words, ...values.map(({ forvalue, ownWords }) => `* \`${forvalue}\`: ${ownWords}`)].join('\n')
}

function parameterOf(node: ModuleNode, name: string, param: Param, context: Context): Json {
  const schema = paramSchema(param, context.site)
  return {
    name: node.module.prefix + name,
    in: 'query',
    ...(param.options.required && { required: true }),
    ...(param.options.deprecated && { deprecated: true }),
    description: wordsOf(node, name, param, context),
    ...(param.options.multi && { style: 'pipeDelimited', explode: false }),
    schema,
    example: paramExample(name, param, context.site),
  }
}

function body(node: ModuleNode, own: readonly [string, Param][], context: Context): Json {
  const wire = (name: string) => node.module.prefix + name
  const isForm = own.some(([, { type }]) => type === 'upload')
  const schema = {
    type: 'object',
    required: own.filter(([, { options }]) => options.required).map(([name]) => wire(name)),
    properties: Object.fromEntries(
      own.map(([name, param]) => [
        wire(name),
        {
          ...paramSchema(param, context.site),
          description: wordsOf(node, name, param, context),
          ...(param.options.deprecated && { deprecated: true }),
          ...(param.type !== 'upload' && { examples: [paramExample(name, param, context.site)] }),
        },
      ]),
    ),
  }
  const many = own.filter(([, { options }]) => options.multi)
  const encoding = Object.fromEntries(many.map(([name]) => [wire(name), { style: 'pipeDelimited', explode: false }]))
  return {
    description: 'Parameters of the module.',
    required: schema.required.length > 0,
    content: {
      [isForm ? 'multipart/form-data' : 'application/x-www-form-urlencoded']: {
        schema,
        ...(many.length > 0 && !isForm && { encoding }),
      },
    },
  }
}
