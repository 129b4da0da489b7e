import { actions } from '../../../src/wiki/actions/index.ts'
import { paramMessages } from '../../../src/wiki/api/help/help-messages.ts'
import { listedParams } from '../../../src/wiki/api/help/listing.ts'
import { type ModuleNode, ModuleTree } from '../../../src/wiki/api/module-tree.ts'
import type { Param } from '../../../src/wiki/api/params/kinds.ts'
import { queryModules } from '../../../src/wiki/query/registry.ts'
import { ACTION_SHAPES, META_SHAPES } from './action-shapes.ts'
import { LIST_SHAPES, PAGE_SHAPE, PROP_SHAPES } from './query-shapes.ts'
import { type Members, schemaOfMembers } from './shape-schema.ts'
import { comment, key, type Schema, typeText } from './type-text.ts'

/** With all that settings of a wiki can bring: who calls one that has it shall find it. */
const tree = new ModuleTree(actions, queryModules, { watchlistExpiry: 'on' })

/** What each module takes and, where that is declared, answers. */
export function wikiTypes(): string {
  const query = tree.find('query')
  const own = tree.main.children.filter(({ module }) => module.group !== 'format' && module !== query.module)
  const group = (name: string) => query.children.filter(({ module }) => module.group === name)
  return [
    interfaceOf('CommonParams', 'What every request can have.', tree.main, name => !GIVEN.has(name)),
    interfaceOf(
      'QueryParams',
      'What every query can have, whichever modules it asks.',
      query,
      name => !/^(list|prop|meta|generator|continue)$/.test(name),
    ),
    ...[...own, ...query.children].map(node => interfaceOf(nameOf(node), node.module.summary, node)),
    mapOf('ActionParams', 'The parameters of each action.', own),
    mapOf('ListParams', 'The parameters of each list.', group('list')),
    mapOf('PropParams', 'The parameters of each module that tells of pages.', group('prop')),
    mapOf('MetaParams', 'The parameters of each module that tells of the wiki or the caller.', group('meta')),
    mapOf(
      'GeneratorParams',
      'The parameters of each generator, which take a g before their names.',
      query.children.filter(({ module }) => module.generator),
    ),
    shapesText('ListResults', 'One result of each list whose shape is declared.', LIST_SHAPES),
    shapesText('PropResults', 'What each module adds to a page, where that is declared.', PROP_SHAPES),
    shapesText('MetaResults', 'What each module adds to `query`, where that is declared.', META_SHAPES),
    shapesText('ActionResults', 'What each action answers, where that is declared.', ACTION_SHAPES),
    `/** What every page of an answer has. */\nexport type PageBase = ${shapeText(PAGE_SHAPE)}\n`,
  ].join('\n')
}

/** What the client sends by itself. */
const GIVEN = new Set(['action', 'format'])

/** What the client has to know of actions when it runs: how they are sent, and which token they take. */
export function wikiFacts(): string {
  const facts = tree.main.children
    .filter(({ module }) => module.mustBePosted || module.token)
    .map(({ module }) => {
      const token = module.token ? `token: '${module.token}'` : ''
      return `  ${key(module.name)}: { ${token || 'token: null'} },\n`
    })
  return `/** Actions that are posted, and the type of token that they take. */\nexport const POSTED: Readonly<Record<string, { readonly token: string | null }>> = {\n${facts.join('')}}\n`
}

/** In a type: any text. */
const ANY = `$${'{string}'}`

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const nameOf = ({ path }: ModuleNode): string => path.split('+').map(capital).join('')

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
    // The client gets the token that an action takes.
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

function shapesText(name: string, words: string, shapes: Readonly<Record<string, Members>>): string {
  const members = Object.entries(shapes).map(
    ([module, each]) => `  ${key(module)}: ${shapeText(each).replaceAll('\n', '\n  ')}\n`,
  )
  return `${comment(words)}export interface ${name} {\n${members.join('')}}\n`
}
