import { ApiError, apiMessage } from '../messages/message.ts'
import { escapeWikitext } from '../site/escape-wikitext.ts'
import { FORMATS, formatParams, mainHelp, mainParams, versionHelp } from './declarations.ts'
import { helpPage } from './help-page.ts'
import type { ActionModule, Declaration } from './module.ts'
import { offeredParams, type ParamSettings, USUAL_SETTINGS } from './params/offered.ts'
import type { QueryModule } from './query/query-module.ts'

/** A module as the listing needs it: what it declares, and how it is reached. */
export interface Listed extends Declaration {
  readonly group?: string
  readonly generator?: true
  readonly mustBePosted?: true
  readonly idempotent?: true
  readonly write?: true
  readonly dynamicParams?: true
  /** The type of token an action wants in its parameter `token`. */
  readonly token?: string
}

/** A module and where it stands: `main`, `query`, `query+allpages`. */
export interface ModuleNode {
  readonly path: string
  readonly module: Listed
  /** In the order of their names; empty for modules that cannot have any. */
  readonly children: readonly ModuleNode[]
}

const FORMAT_CLASSES: Readonly<Record<string, string>> = {
  json: 'ApiFormatJson',
  raw: 'ApiFormatJson',
  none: 'ApiFormatNone',
  php: 'ApiFormatPhp',
  xml: 'ApiFormatXml',
}

const formatModules: readonly Listed[] = FORMATS.map(name => {
  const plain = name.replace(/fm$/, '')
  return {
    name,
    prefix: '',
    classname: FORMAT_CLASSES[plain]!,
    group: 'format',
    summary: `Answers in the format ${plain.toUpperCase()}${name === plain ? '' : ', laid out for people to read'}.`,
    helpUrls: [helpPage('Data_formats')],
    params: formatParams[name],
    help: plain === 'json' || plain === 'php' ? versionHelp : {},
  }
})

const leaf = (path: string, module: Listed): ModuleNode => ({ path, module, children: [] })
const byPath = (a: ModuleNode, b: ModuleNode): number => (a.path < b.path ? -1 : 1)

/** All modules that exist, for those who describe them. */
export class ModuleTree {
  readonly main: ModuleNode

  constructor(
    actions: readonly ActionModule[],
    queryModules: readonly QueryModule[],
    settings: ParamSettings = USUAL_SETTINGS,
  ) {
    const offered = <M extends Listed>(module: M): M => {
      const params = offeredParams(module.params, settings)
      return params === module.params ? module : { ...module, params }
    }
    const names = actions.map(action => action.name).sort()
    const queries = queryModules.map(module => leaf(`query+${module.name}`, offered(module))).sort(byPath)
    const children = [
      ...actions.map(module => ({
        path: module.name,
        module: offered(module),
        children: module.name === 'query' ? queries : [],
      })),
      ...formatModules.map(module => leaf(module.name, module)),
    ]
    const module = {
      name: 'main',
      prefix: '',
      classname: 'ApiMain',
      summary: 'The entry to all modules: what to do, in which format to answer, and what holds for every request.',
      helpUrls: [],
      readRights: false,
      params: mainParams(names),
      help: mainHelp,
    } as const
    this.main = { path: 'main', module, children: children.sort(byPath) }
  }

  /** The module of a path. One that does not exist is an error that names the step that failed. */
  find(path: string): ModuleNode {
    if (path === 'main') return this.main
    let node = this.main
    for (const name of path.split('+')) {
      const child = node.children.find(one => one.module.name === name)
      if (!child) throw missing(node, name)
      node = child
    }
    return node
  }

  /** As `find`; a path that ends in `*` stands for all modules directly below, in `**` for those on all levels. */
  select(pattern: string): readonly ModuleNode[] {
    const wild = /^(?:(.*)\+)?(\*\*?)$/s.exec(pattern)
    if (!wild) return [this.find(pattern)]
    const above = this.find(wild[1] ?? 'main')
    if (above.children.length === 0) throw missing(above, wild[2]!)
    return wild[2] === '*' ? above.children : below(above).sort(byPath)
  }
}

const below = (node: ModuleNode): ModuleNode[] => node.children.flatMap(child => [child, ...below(child)])

const missing = (node: ModuleNode, name: string): ApiError =>
  new ApiError([
    node.children.length === 0
      ? apiMessage('apierror-badmodule-nosubmodules', [node.path], { code: 'badmodule' })
      : apiMessage('apierror-badmodule-badsubmodule', [node.path, escapeWikitext(name)], { code: 'badmodule' }),
  ])
