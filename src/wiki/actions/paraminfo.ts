import { BoundedCache } from '#cache/bounded-cache.ts'
import type { ActionRun } from '../api/action-run.ts'
import { FORMATS } from '../api/declarations.ts'
import { HelpText } from '../api/help/help-text.ts'
import type { ListingContext } from '../api/help/listing.ts'
import { helpPage } from '../api/help-page.ts'
import { type ActionModule, actionModule } from '../api/module.ts'
import { type Listed, type ModuleNode, ModuleTree } from '../api/module-tree.ts'
import { strings } from '../api/params/common.ts'
import { manyOf, oneOf, string } from '../api/params/kinds.ts'
import { moduleSettings, settingsKey } from '../api/params/offered.ts'
import { listedSettings } from '../api/params/param-settings.ts'
import { constant } from '../api/result/constant.ts'
import type { Members, ResultOf } from '../api/result/kinds.ts'
import { list } from '../api/result/shape.ts'
import { ApiError } from '../messages/message.ts'
import { wordingOf } from '../messages/wording.ts'
import { queryModules } from '../query/registry.ts'
import { MODULE, moduleInfo, NAMELESS_MODULE } from './module-info.ts'
import { pageSetParams } from './query-params.ts'

const PARAMINFO = {
  helpformat: 'string',
  'modules?': [MODULE],
  'querymodules?': [{ ...MODULE, querytype: 'string' }],
  'mainmodule?': MODULE,
  'pagesetmodule?': NAMELESS_MODULE,
  'formatmodules?': [MODULE],
} as const satisfies Members

/** `actions` are all existing actions, including this one. */
export const paraminfo = (actions: () => readonly ActionModule[]) => {
  const trees = new Map<string, ModuleTree>()
  const kept = new BoundedCache<string, ReturnType<typeof moduleInfo>>({ name: 'module descriptions', limit: 1000 })
  /** Without help texts, descriptions depend on little and are kept. */
  const describe = (node: ModuleNode, context: ListingContext) => {
    if (context.help !== undefined) return moduleInfo(node, context)
    const { site, highLimits, tags, groups } = context
    const key = JSON.stringify([node.path, numberOf(site), numberOf(node), highLimits, tags, groups])
    const info = kept.get(key) ?? constant(moduleInfo(node, context))
    kept.set(key, info)
    return info
  }
  return actionModule({
    name: 'paraminfo',
    prefix: '',
    classname: 'ApiParamInfo',
    summary: 'Get information about API modules and their parameters.',
    readRights: false,
    ofSite: true,
    helpUrls: [helpPage('Parameter_information')],
    help: {
      examples: [
        ['action=paraminfo&modules=parse|phpfm|query%2Ballpages|query%2Bsiteinfo', '1'],
        ['action=paraminfo&modules=query%2B*', '2'],
      ],
      params: {
        modules: {
          words: 'Modules by path, for example query+allpages. A trailing * means all submodules, ** all levels.',
        },
        helpformat: { words: 'Format of the descriptions.' },
        querymodules: { words: 'Query modules by name. Use modules instead.' },
        mainmodule: { words: 'Get information about the main module. Use modules=main instead.' },
        pagesetmodule: { words: 'Get information about the page set parameters.' },
        formatmodules: { words: 'Format modules by name. Use modules instead.' },
      },
    },
    result: { paraminfo: PARAMINFO },
    params: {
      modules: strings(),
      helpformat: oneOf(['html', 'none', 'raw', 'wikitext'], { default: 'none' }),
      querymodules: manyOf(
        queryModules.map(module => module.name),
        { deprecated: true, ...moduleSettings(queryModules) },
      ),
      mainmodule: string({ deprecated: true }),
      pagesetmodule: string({ deprecated: true }),
      formatmodules: manyOf(FORMATS, { deprecated: true }),
    },

    async run(run, args) {
      const settings = listedSettings(run.wiki)
      const key = settingsKey(settings)
      const tree = trees.get(key) ?? new ModuleTree(actions(), queryModules, settings)
      trees.set(key, tree)
      const context = await listingContext(run, tree, args.helpformat)
      const described = (nodes: readonly ModuleNode[]) =>
        list(
          'module',
          nodes.map(node => describe(node, context)),
        )
      const modules = described(selected(run, tree, args.modules ?? []))
      const queried = list(
        'module',
        nodesOf(tree, 'query+', args.querymodules).map(node => ({
          ...moduleInfo(node, context),
          querytype: node.module.group!,
        })),
      )
      const formats = described(nodesOf(tree, '', args.formatmodules))
      return {
        paraminfo: {
          helpformat: args.helpformat,
          ...(modules.length > 0 && { modules }),
          ...(queried.length > 0 && { querymodules: queried }),
          ...(isGiven(args.mainmodule) && { mainmodule: moduleInfo(tree.main, context) }),
          ...(isGiven(args.pagesetmodule) && { pagesetmodule: describePageSet(tree, context) }),
          ...(formats.length > 0 && { formatmodules: formats }),
        },
      }
    },
  })
}

const numbers = new WeakMap<object, number>()
let lastNumber = 0

/** Tells objects apart. */
function numberOf(object: object): number {
  const number = numbers.get(object) ?? ++lastNumber
  numbers.set(object, number)
  return number
}

async function listingContext(
  run: ActionRun,
  tree: ModuleTree,
  format: 'html' | 'none' | 'raw' | 'wikitext',
): Promise<ListingContext> {
  const { site, messages } = run.wiki
  const tags = await run.db.selectFrom('tag_def').where('user_defined', '=', 1).select('name').orderBy('name').execute()
  const context = {
    site,
    highLimits: run.highLimits,
    tags: tags.map(({ name }) => name),
    groups: run.wiki.services.permissions.explicitGroups,
  }
  if (format === 'none') return context
  return { ...context, help: { tree, text: new HelpText(format, await wordingOf(messages, run.language), site) } }
}

/** Modules for the patterns, each once. Unknown paths get a warning. */
function selected(run: ActionRun, tree: ModuleTree, patterns: readonly string[]): ModuleNode[] {
  const nodes = new Map<string, ModuleNode>()
  for (const pattern of patterns) {
    try {
      for (const node of tree.select(pattern)) if (!nodes.has(node.path)) nodes.set(node.path, node)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      for (const message of error.messages) run.warn('paraminfo', message)
    }
  }
  return [...nodes.values()]
}

const nodesOf = (tree: ModuleTree, above: string, names: readonly string[] = []): ModuleNode[] =>
  names.map(name => tree.find(above + name))

/** Deprecated parameters count as set unless they are empty or 0. */
const isGiven = (value: string | undefined): boolean => value !== undefined && value !== '' && value !== '0'

/** The page set parameters as a pseudo-module without name or path. */
function describePageSet(tree: ModuleTree, context: ListingContext): ResultOf<typeof NAMELESS_MODULE> {
  const query = tree.find('query')
  const module: Listed = { ...query.module, classname: 'ApiPageSet', helpUrls: [], params: pageSetParams }
  const { name: _name, path: _path, group: _group, ...described } = moduleInfo({ ...query, module }, context)
  return { ...described, ...(described.examples !== undefined && { examples: list('example') }) }
}
