import type { ApiMessage } from '../../messages/message.ts'
import { num } from '../../messages/message.ts'
import type { Site } from '../../site/site.ts'
import { prefixedText, talkPageOf } from '../../site/title-format.ts'
import { titleOrNull } from '../../site/titles.ts'
import type { ParamHelp } from '../module-help.ts'
import type { ModuleNode, ModuleTree } from '../module-tree.ts'
import { revisionParams } from '../params/common.ts'
import type { Param, ParamInfo } from '../params/kinds.ts'
import shared from './shared-words.json' with { type: 'json' }

/**
 * A help text: the key of an interface message, so that imported messages can supply it in the reader's language, and
 * a built-in English fallback.
 */
export interface HelpMessage extends Pick<ApiMessage, 'key' | 'params'> {
  readonly ownWords: string
  /** The enumeration value it describes. */
  readonly forvalue?: string
  readonly deprecated?: true
}

export interface Example {
  readonly query: string
  readonly message: HelpMessage
}

/** Help texts for parameters shared by several modules. */
const sharedWords: Readonly<Record<string, string>> = shared

export function moduleMessages({ path, module }: ModuleNode): HelpMessage[] {
  const params = [module.prefix, module.name, path]
  return [
    { key: `apihelp-${path}-summary`, params, ownWords: module.summary },
    { key: `apihelp-${path}-extended-description`, params, ownWords: '' },
  ]
}

export function examples({ path, module }: ModuleNode, site: Site): Example[] {
  const params = [module.prefix, module.name, path]
  if (module.group === 'format') {
    const query = `action=query&meta=siteinfo&siprop=namespaces&format=${module.name}`
    const shown = module.name.replace(/fm$/, '').toUpperCase()
    return [{ query, message: { key: 'apihelp-format-example-generic', params: [shown, ...params], ownWords: '' } }]
  }
  return (module.help?.examples ?? []).map(([query, key, words = '']) => ({
    query: withMainPage(query, site),
    // A full key names a message shared by several modules.
    message: { key: key.startsWith('!') ? key.slice(1) : `apihelp-${path}-example-${key}`, params, ownWords: words },
  }))
}

/** Examples that need a page use the main page, which every wiki has. */
function withMainPage(query: string, site: Site): string {
  const title = titleOrNull(site, site.mainPage)
  const talk = title && talkPageOf(title)
  return query
    .replaceAll('{main-page}', encodeURIComponent(site.mainPage))
    .replaceAll('{talk-of-main-page}', talk ? encodeURIComponent(prefixedText(site, talk.ns, talk.dbkey)) : '')
}

const REVISION_PARAMS = new Set(Object.keys(revisionParams()))

/** Messages for a parameter, followed by one for each described value. */
export function paramMessages(node: ModuleNode, name: string, param: Param, tree: ModuleTree): HelpMessage[] {
  const { path, module } = node
  const own = module.help?.params?.[name] ?? {}
  const params = [module.prefix, name, module.name, path]
  const key = own.key ?? paramKey(node, name, param)
  const words = own.words ?? sharedWords[name] ?? ''
  const first = { key, params: [...(own.params ?? []), ...params], ownWords: words }
  if (param.options.submodules) return [first, ...submoduleMessages(param.options.submodules, tree)]
  const described = isDirection(param) ? param.type : valuesOf(own)
  const late =
    described.length > 0 && Array.isArray(param.type) ? param.type.filter(one => !described.includes(one)) : []
  const valueKey = key.replace('-param-', '-paramvalue-')
  return [
    first,
    ...[...described, ...late]
      .filter(value => param.type.includes(value))
      .map(value => ({
        key: `${valueKey}-${value}`,
        params: [...(own.valueParams?.[value] ?? []), ...params, value],
        ownWords: wordsOfValue(own, value),
        forvalue: value,
        ...(param.options.deprecatedvalues?.includes(value) && { deprecated: true as const }),
      })),
  ]
}

const valuesOf = ({ values = [] }: ParamHelp): readonly string[] =>
  Array.isArray(values) ? values : Object.keys(values)

const wordsOfValue = ({ values = {} }: ParamHelp, value: string): string =>
  Array.isArray(values) ? '' : ((values as Readonly<Record<string, string>>)[value] ?? '')

const isDirection = (param: Param): param is Param & { type: readonly string[] } =>
  Array.isArray(param.type) && param.type.join() === 'newer,older'

function paramKey({ path, module }: ModuleNode, name: string, param: Param): string {
  if (name === 'continue' || name === 'offset') return 'api-help-param-continue'
  if (isDirection(param)) return 'api-help-param-direction'
  if (name === 'wrappedhtml') return 'apihelp-format-param-wrappedhtml'
  if (module.group === 'format') return `apihelp-${path.replace(/fm$/, '')}-param-${name}`
  const isOfRevisions = 'difftotextpst' in module.params && REVISION_PARAMS.has(name)
  return `apihelp-${isOfRevisions ? 'query+revisions+base' : path}-param-${name}`
}

const submoduleMessages = (submodules: Readonly<Record<string, string>>, tree: ModuleTree): HelpMessage[] =>
  Object.entries(submodules).map(([name, path]) => ({
    ...moduleMessages(tree.find(path))[0]!,
    forvalue: `[[Special:ApiHelp/${path}|${name}]]`,
  }))

/** Conditions under which a parameter applies. */
export const infoMessage = ({ path, module }: ModuleNode, { name, values = [] }: ParamInfo): HelpMessage => ({
  key: `apihelp-${path}-paraminfo-${name}`,
  params: [num(values.length), values.join(', '), module.prefix],
  ownWords: INFO_WORDS[name](module.prefix, values),
})

const INFO_WORDS: Readonly<Record<ParamInfo['name'], (prefix: string, values: readonly number[]) => string>> = {
  useronly: prefix => `Requires ${prefix}user.`,
  nonuseronly: prefix => `Cannot be used together with ${prefix}user.`,
  singlepageonly: () => 'Can only be used with a single page.',
  modes: (_prefix, values) => `${values.length === 1 ? 'Mode' : 'Modes'}: ${values.join(', ')}.`,
}
