import { NS } from '../../site/namespaces.ts'
import type { Site } from '../../site/site.ts'
import { fullUrl } from '../../site/urls.ts'
import type { Declaration } from '../module.ts'
import { list, type Row } from '../result/shape.ts'
import { CONTENT_LANGUAGE, type Options, type Param } from './kinds.ts'
import { MULTI_HIGH_LIMIT, MULTI_LIMIT } from './parse.ts'

/** A module as the listing needs it: what it declares, and how it is reached. */
export interface Listed extends Declaration {
  readonly group?: string
  readonly generator?: true
  readonly mustBePosted?: true
  readonly write?: true
  /** The type of token an action wants in its parameter `token`. */
  readonly token?: string
}

export interface ListingContext {
  readonly site: Site
  /** Whether the caller has the right `apihighlimits`. */
  readonly highLimits: boolean
}

/** The wire names the software whose interface this is; see docs/decisions/wire-names-mediawiki.md. */
const SOURCE = 'MediaWiki'

const licenseLink = (site: Site): string =>
  fullUrl(site, { ns: NS.special, dbkey: site.specialPages.localKey('Version', `License/${SOURCE}`) })

/** The module's entry in the listing (`action=paraminfo`), with real booleans. */
export function describeModule(module: Listed, path: string, context: ListingContext): Row {
  return {
    name: module.name,
    classname: module.classname,
    path,
    ...(module.group && { group: module.group }),
    prefix: module.prefix,
    source: SOURCE,
    sourcename: SOURCE,
    licensetag: 'GPL-2.0-or-later',
    licenselink: licenseLink(context.site),
    ...(module.readRights !== false && { readrights: true }),
    ...(module.write && { writerights: true }),
    ...(module.mustBePosted && { mustbeposted: true }),
    ...(module.generator && { generator: true }),
    ...(module.deprecated && { deprecated: true }),
    helpurls: list('helpurl', [...module.helpUrls]),
    parameters: list(
      'param',
      Object.entries(module.params).map(([name, param], place) => describeParam(place + 1, name, param, context)),
    ),
    templatedparameters: list('param'),
  }
}

function describeParam(index: number, name: string, param: Param, context: ListingContext): Row {
  const { options } = param
  return {
    index,
    name,
    type: typeof param.type === 'string' ? param.type : list('t', [...param.type]),
    required: options.required ?? false,
    ...(options.default !== undefined && { default: listedDefault(options, context.site) }),
    ...(options.deprecated && { deprecated: true }),
    ...(options.sensitive && { sensitive: true }),
    multi: options.multi ?? false,
    ...(options.multi && valueLimits(context)),
    ...bounds(options),
    ...(options.allspecifier && { allspecifier: options.allspecifier }),
    ...(options.allowsduplicates && { allowsduplicates: true }),
    ...(options.extranamespaces && { extranamespaces: list('ns', [...options.extranamespaces]) }),
    ...(options.subtypes && { subtypes: list('_v', [...options.subtypes]) }),
    ...(options.deprecatedvalues && { deprecatedvalues: list('_v', [...options.deprecatedvalues]) }),
    ...(options.submodules && { submodules: options.submodules }),
    ...(options.submoduleparamprefix && { submoduleparamprefix: options.submoduleparamprefix }),
    ...(options.info && { info: list('i', options.info.map(describeInfo)) }),
  }
}

const listedDefault = ({ default: preset }: Options, site: Site): unknown =>
  preset === CONTENT_LANGUAGE ? site.language : preset

const valueLimits = ({ highLimits }: ListingContext): Row => ({
  lowlimit: MULTI_LIMIT,
  highlimit: MULTI_HIGH_LIMIT,
  limit: highLimits ? MULTI_HIGH_LIMIT : MULTI_LIMIT,
})

const bounds = ({ min, max, highmax }: Options): Row => ({
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
  ...(highmax !== undefined && { highmax }),
})

const describeInfo = ({ name, values }: NonNullable<Options['info']>[number]): Row => ({
  name,
  ...(values && { values: list('v', [...values]) }),
})
