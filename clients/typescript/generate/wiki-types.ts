import { actions } from '../../../src/wiki/actions/index.ts'
import { paramMessages } from '../../../src/wiki/api/help/help-messages.ts'
import { listedParams } from '../../../src/wiki/api/help/listing.ts'
import { type ModuleNode, ModuleTree } from '../../../src/wiki/api/module-tree.ts'
import type { Param } from '../../../src/wiki/api/params/kinds.ts'
import { PAGE, PAGE_SET } from '../../../src/wiki/api/result/envelope.ts'
import { schemaOfMembers } from '../../../src/wiki/api/result/kind-schema.ts'
import type { Members } from '../../../src/wiki/api/result/kinds.ts'
import { queryModules } from '../../../src/wiki/query/registry.ts'
import { comment, key, type Schema, typeText } from './type-text.ts'

/** Includes optional features, so the types cover wikis that enable them. */
const tree = new ModuleTree(actions, queryModules, {
  watchlistExpiry: 'on',
  Echo: 'on',
  PageImages: 'on',
  Scribunto: 'on',
  TemplateData: 'on',
  TemplateStyles: 'on',
  TextExtracts: 'on',
  Thanks: 'on',
})

/** The parameters and results of each module. */
export function wikiTypes(): string {
  const query = tree.find('query')
  const own = tree.main.children.filter(({ module }) => module.group !== 'format' && module !== query.module)
  const group = (name: string) => query.children.filter(({ module }) => module.group === name)
  return [
    interfaceOf('CommonParams', 'Parameters of every request.', tree.main, name => !PRESET.has(name)),
    interfaceOf(
      'QueryParams',
      'Parameters of every query.',
      query,
      name => !/^(list|prop|meta|generator|continue)$/.test(name),
    ),
    ...[...own, ...query.children].map(node => interfaceOf(nameOf(node), node.module.summary, node)),
    mapOf('ActionParams', 'The parameters of each action.', own),
    mapOf('ListParams', 'The parameters of each list.', group('list')),
    mapOf('PropParams', 'The parameters of each page property module.', group('prop')),
    mapOf('MetaParams', 'The parameters of each meta module.', group('meta')),
    mapOf(
      'GeneratorParams',
      'The parameters of each generator, without the prefix g.',
      query.children.filter(({ module }) => module.generator),
    ),
    resultsOf('ListResults', 'The members that each list adds to `query`.', group('list')),
    resultsOf('PropResults', 'The members that each module adds to a page.', group('prop')),
    resultsOf('MetaResults', 'The members that each module adds to `query`.', group('meta')),
    resultsOf('ActionResults', 'The response of each action.', own),
    `/** Members of every page. */\nexport type PageBase = ${shapeText(PAGE)}\n`,
    `/** How the requested titles became pages. */\nexport type PageSet = ${shapeText(PAGE_SET)}\n`,
  ].join('\n')
}

/** Parameters that the client sets itself. */
const PRESET = new Set(['action', 'format'])

/** Facts about actions that the client needs at run time: which use POST, and which token they need. */
export function wikiFacts(): string {
  const facts = tree.main.children
    .filter(({ module }) => module.mustBePosted || module.token)
    .map(({ module }) => {
      const token = module.token ? `token: '${module.token}'` : ''
      return `  ${key(module.name)}: { ${token || 'token: null'} },\n`
    })
  return `/** Actions that use POST, and their token type. */\nexport const POSTED: Readonly<Record<string, { readonly token: string | null }>> = {\n${facts.join('')}}\n`
}

/** Any string, in a template literal type. */
const ANY = `$${'{string}'}`

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const nameOf = ({ path }: ModuleNode): string => path.split(/[+-]/).map(capital).join('')

function interfaceOf(
  name: string,
  words: string,
  node: ModuleNode,
  keep: (name: string) => boolean = () => true,
): string {
  const { prefix } = node.module
  const params = Object.entries(listedParams(node.module)).filter(([each]) => keep(each))
  const members = params.map(([each, param]) => {
    const { options } = param
    const about = paramMessages(node, each, param, tree)[0]!.ownWords
    const deprecated = options.deprecated ? `${about && '\n'}@deprecated` : ''
    if (options.templatevars)
      return `${comment(about, '  ')}  [name: \`${(prefix + each).replace(/\{\w+\}/, ANY)}\`]: ${valueType(param)} | undefined\n`
    // The client adds the token itself.
    const isNeeded = options.required && each !== 'token'
    return `${comment(about + deprecated, '  ')}  ${key(prefix + each)}${isNeeded ? '' : '?'}: ${valueType(param)}\n`
  })
  return `${comment(words)}export interface ${name} {\n${members.join('')}}\n`
}

function oneValue({ type, options }: Param): string {
  const isOpen = options.open || options.listsTags || options.listsAllTags || options.listsGroups || type.length === 0
  if (typeof type !== 'string') {
    if (isOpen) return 'string'
    const all = options.allspecifier ? [...type, options.allspecifier] : type
    return [...new Set(all)].map(each => `'${each.replaceAll("'", "\\'")}'`).join(' | ')
  }
  switch (type) {
    case 'integer':
      return 'number'
    case 'namespace':
      return options.allspecifier ? `number | '${options.allspecifier}'` : 'number'
    case 'limit':
      return "number | 'max'"
    case 'boolean':
      return 'boolean'
    case 'timestamp':
      return 'string | Date'
    case 'upload':
      return 'Blob'
    default:
      return 'string'
  }
}

function valueType(param: Param): string {
  const one = oneValue(param)
  return param.options.multi ? `Many<${one}>` : one
}

function mapOf(name: string, words: string, nodes: readonly ModuleNode[]): string {
  const members = nodes.map(node => `  ${key(node.module.name)}: ${nameOf(node)}\n`)
  return `${comment(words)}export interface ${name} {\n${members.join('')}}\n`
}

const shapeText = (members: Members): string => typeText(schemaOfMembers(members) as Schema)

function resultsOf(name: string, words: string, nodes: readonly ModuleNode[]): string {
  const members = nodes.map(
    ({ module }) => `  ${key(module.name)}: ${shapeText(module.result ?? {}).replaceAll('\n', '\n  ')}\n`,
  )
  return `${comment(words)}export interface ${name} {\n${members.join('')}}\n`
}
