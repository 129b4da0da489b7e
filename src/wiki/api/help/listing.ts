import { SOFTWARE_TAGS } from '../../content/tags.ts'
import { NS } from '../../site/namespaces.ts'
import type { Site } from '../../site/site.ts'
import { fullUrl } from '../../site/urls.ts'
import type { Listed, ModuleNode, ModuleTree } from '../module-tree.ts'
import { CONTENT_LANGUAGE, type Options, type Param, type ParamInfo, type Params, string } from '../params/kinds.ts'
import { valueLimits } from '../params/parse.ts'
import { list, type Row } from '../result/shape.ts'
import { type Example, examples, infoMessage, moduleMessages, paramMessages } from './help-messages.ts'
import type { HelpText } from './help-text.ts'

export interface ListingContext {
  readonly site: Site
  /** Whether the caller has the `apihighlimits` right. */
  readonly highLimits: boolean
  /** Tags that users may apply. */
  readonly tags?: readonly string[]
  /** Groups that can be assigned. */
  readonly groups?: readonly string[]
  /** Present if descriptions were requested. */
  readonly help?: { readonly tree: ModuleTree; readonly text: HelpText }
}

/** Name of the software whose API this is, as on the wire; see docs/decisions/wire-names-mediawiki.md. */
const SOURCE = 'MediaWiki'

const licenseLink = (site: Site, origin: string): string =>
  fullUrl(site, { ns: NS.special, dbkey: site.specialPages.localKey('Version', `License/${origin}`) })

/** Entry of a module in `action=paraminfo`, with real booleans. */
export function describeModule(node: ModuleNode, context: ListingContext): Row {
  const { path, module } = node
  const { help } = context
  const origin = module.extension ?? SOURCE
  return {
    name: module.name,
    classname: module.classname,
    path,
    ...(module.group && { group: module.group }),
    prefix: module.prefix,
    source: origin,
    sourcename: origin,
    licensetag: 'GPL-2.0-or-later',
    licenselink: licenseLink(context.site, origin),
    ...(help && { description: help.text.many(moduleMessages(node)) }),
    ...(module.internal && { internal: true }),
    ...(module.readRights !== false && { readrights: true }),
    ...(module.write && { writerights: true }),
    ...(module.mustBePosted && { mustbeposted: true }),
    ...(module.generator && { generator: true }),
    ...(module.deprecated && { deprecated: true }),
    helpurls: list('helpurl', [...module.helpUrls]),
    ...(help && {
      examples: list(
        'example',
        examples(node, context.site).map(example => describeExample(example, help.text)),
      ),
    }),
    ...describeParams(node, context),
    ...(module.dynamicParams && { dynamicparameters: true }),
  }
}

/** Listed parameters of a module, including the undeclared token. */
export function listedParams({ params, token }: Listed): Params {
  const shown = Object.fromEntries(Object.entries(params).filter(([, { options }]) => !options.unlisted))
  return token === undefined || 'token' in shown
    ? shown
    : { ...shown, token: string({ required: true, sensitive: true }) }
}

function describeParams(node: ModuleNode, context: ListingContext): Row {
  const all = Object.entries(listedParams(node.module)).map(([name, param], place) => ({
    name,
    param,
    index: place + 1,
  }))
  const described = (isTemplate: boolean) =>
    all
      .filter(({ param }) => (param.options.templatevars !== undefined) === isTemplate)
      .map(({ name, param, index }) => ({ index, ...describeParam(node, name, param, context) }))
  return { parameters: list('param', described(false)), templatedparameters: list('param', described(true)) }
}

const describeExample = ({ query, message }: Example, text: HelpText): Row => ({
  query,
  description: text.one(message),
})

function describeParam(node: ModuleNode, name: string, param: Param, context: ListingContext): Row {
  const { options } = param
  const { help } = context
  return {
    name,
    ...(options.templatevars && { templatevars: options.templatevars }),
    ...(help && { description: help.text.many(paramMessages(node, name, param, help.tree)) }),
    type: listedType(param, context),
    required: options.required ?? false,
    ...(options.default !== undefined && { default: listedDefault(options, context.site) }),
    ...(options.deprecated && { deprecated: true }),
    ...(options.sensitive && { sensitive: true }),
    multi: options.multi ?? false,
    ...(options.multi && listedLimits(options, context)),
    ...bounds(options),
    ...(options.mustExist && { mustExist: true }),
    ...(options.allspecifier && { allspecifier: options.allspecifier }),
    ...(options.allowsduplicates && { allowsduplicates: true }),
    ...(options.extranamespaces && { extranamespaces: list('ns', [...options.extranamespaces]) }),
    ...(options.subtypes && { subtypes: list('_v', [...options.subtypes]) }),
    ...(options.deprecatedvalues && { deprecatedvalues: list('_v', [...options.deprecatedvalues]) }),
    ...(options.submodules && { submodules: options.submodules }),
    ...(options.submoduleparamprefix && { submoduleparamprefix: options.submoduleparamprefix }),
    ...(options.info && {
      info: list(
        'i',
        options.info.map(info => describeInfo(node, info, help?.text)),
      ),
    }),
    ...(name === 'token' && node.module.token && { tokentype: node.module.token }),
  }
}

function listedType({ type, options }: Param, { tags, groups }: ListingContext): unknown {
  if (options.listsGroups && groups) return list('t', [...groups].sort())
  if (options.listsAllTags && tags) return list('t', [...new Set([...SOFTWARE_TAGS, ...tags])].sort())
  if (options.listsTags && tags) return list('t', [...tags])
  return typeof type === 'string' ? type : list('t', [...type])
}

const listedDefault = ({ default: preset }: Options, site: Site): unknown =>
  preset === CONTENT_LANGUAGE ? site.language : preset

function listedLimits(options: Options, { highLimits }: ListingContext): Row {
  const { low, high } = valueLimits(options)
  return { lowlimit: low, highlimit: high, limit: highLimits ? high : low }
}

const bounds = ({ min, max, highmax }: Options): Row => ({
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
  ...(highmax !== undefined && { highmax }),
})

const describeInfo = (node: ModuleNode, info: ParamInfo, text: HelpText | undefined): Row => ({
  name: info.name,
  ...(info.values && { values: list('v', [...info.values]) }),
  ...(text && { text: text.many([infoMessage(node, info)]) }),
})
