import { ApiError, apiMessage } from '../messages/message.ts'
import { escapeWikitext } from '../site/escape-wikitext.ts'
import { FORMATS, formatParams, mainHelp, mainParams, versionHelp } from './declarations.ts'
import { helpPage } from './help-page.ts'
import type { ActionModule, Declaration } from './module.ts'
import { DEFAULT_SETTINGS, offeredParams, type ParamSettings } from './params/offered.ts'
import type { QueryModule } from './query/query-module.ts'
import type { Members } from './result/kinds.ts'

/** A module as needed for the listing: its declaration and how it is called. */
export interface Listed extends Omit<Declaration, 'result'> {
  /** Formats and the main module have no results of their own. */
  readonly result?: Members
  readonly queryResult?: Members
  readonly group?: string
  readonly generator?: true
  readonly mustBePosted?: true
  readonly idempotent?: true
  readonly write?: true
  readonly dynamicParams?: true
  /** Type of the token the action requires. */
  readonly token?: string
}

/** A module and its path: `main`, `query`, `query+allpages`. */
export interface ModuleNode {
  readonly path: string
  readonly module: Listed
  /** Sorted by name; empty for modules without submodules. */
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
    summary: `Output data in ${plain.toUpperCase()} format${name === plain ? '' : ' (pretty-printed in HTML)'}.`,
    helpUrls: [helpPage('Data_formats')],
    params: formatParams[name],
    help: plain === 'json' || plain === 'php' ? versionHelp : {},
  }
})

const leaf = (path: string, module: Listed): ModuleNode => ({ path, module, children: [] })
const byPath = (a: ModuleNode, b: ModuleNode): number => (a.path < b.path ? -1 : 1)

/** All modules, for everything that describes them. */
export class ModuleTree {
  readonly main: ModuleNode

  constructor(
    actions: readonly ActionModule[],
    queryModules: readonly QueryModule[],
    settings: ParamSettings = DEFAULT_SETTINGS,
  ) {
    const offered = <M extends Listed>(module: M): M => {
      const params = offeredParams(module.params, settings)
      return params === module.params ? module : { ...module, params }
    }
    const isOn = ({ setting, unlisted }: Listed): boolean =>
      !unlisted && (setting === undefined || settings[setting] === 'on')
    const names = actions
      .filter(isOn)
      .map(action => action.name)
      .sort()
    const queries = queryModules
      .filter(isOn)
      .map(module => leaf(`query+${module.name}`, offered(module)))
      .sort(byPath)
    const children = [
      ...actions.filter(isOn).map(module => ({
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
      summary: 'Main module: selects the action and format, and holds the parameters common to all requests.',
      helpUrls: [],
      readRights: false,
      params: mainParams(names),
      help: mainHelp,
    } as const
    this.main = { path: 'main', module, children: children.sort(byPath) }
  }

  /** Finds a module by path. For an unknown path, the error names the failing step. */
  find(path: string): ModuleNode {
    if (path === 'main') return this.main
    let node = this.main
    // A plus sign that was typed into a URL arrives as a space.
    for (const name of path.split(path.includes('+') ? '+' : ' ')) {
      const child = node.children.find(one => one.module.name === name)
      if (!child) throw missing(node, name)
      node = child
    }
    return node
  }

  /** Like `find`, but a path ending in `*` selects all submodules, and `**` those on all levels. */
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
