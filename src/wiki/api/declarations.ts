// The parameters of the main module, of action=query and of the formats. The enumerations are those of what exists.
import { generatorModules, queryModulesOf } from '../query/index.ts'
import type { QueryModule } from './module.ts'
import { boolean, integer, manyOf, oneOf, string, user } from './params/kinds.ts'

export const FORMATS = ['json', 'jsonfm', 'none', 'php', 'phpfm', 'rawfm', 'xml', 'xmlfm'] as const
export type FormatName = (typeof FORMATS)[number]

export const ERROR_FORMATS = ['bc', 'html', 'none', 'plaintext', 'raw', 'wikitext'] as const

export const mainParams = (actions: readonly string[]) => ({
  action: oneOf(actions, { default: 'help', submodules: Object.fromEntries(actions.map(name => [name, name])) }),
  format: oneOf(FORMATS, { default: 'jsonfm', submodules: Object.fromEntries(FORMATS.map(name => [name, name])) }),
  maxlag: integer(),
  smaxage: integer({ default: 0 }),
  maxage: integer({ default: 0 }),
  assert: oneOf(['anon', 'bot', 'user']),
  assertuser: user({ subtypes: ['name'] }),
  requestid: string(),
  servedby: boolean(),
  curtimestamp: boolean(),
  responselanginfo: boolean(),
  origin: string(),
  uselang: string({ default: 'user' }),
  variant: string(),
  errorformat: oneOf(ERROR_FORMATS, { default: 'bc' }),
  errorlang: string({ default: 'uselang' }),
  errorsuselocal: boolean(),
})

/** Names of what is deprecated come last, as everywhere in the listing. */
const namesOf = (modules: readonly QueryModule[]): string[] =>
  [...modules].sort((a, b) => Number(a.deprecated ?? 0) - Number(b.deprecated ?? 0)).map(module => module.name)

const submodules = (modules: readonly QueryModule[]) => ({
  submodules: Object.fromEntries(namesOf(modules).map(name => [name, `query+${name}`])),
})

const namedModules = (group: QueryModule['group']) => {
  const modules = queryModulesOf(group)
  const deprecated = modules.filter(module => module.deprecated).map(module => module.name)
  return manyOf(namesOf(modules), {
    ...submodules(modules),
    ...(deprecated.length > 0 && { deprecatedvalues: deprecated }),
  })
}

/** How a request names the pages it is about; shared by every module that works on a page set. */
export const pageSetParams = {
  titles: string({ multi: true }),
  pageids: integer({ multi: true }),
  revids: integer({ multi: true }),
  generator: oneOf(namesOf(generatorModules), {
    ...submodules(generatorModules),
    submoduleparamprefix: 'g',
    open: true,
  }),
  redirects: boolean(),
  converttitles: boolean(),
}

export const queryParams = {
  prop: namedModules('prop'),
  list: namedModules('list'),
  meta: namedModules('meta'),
  indexpageids: boolean(),
  export: boolean(),
  exportnowrap: boolean(),
  exportschema: oneOf(['0.10', '0.11'], { default: '0.11' }),
  iwurl: boolean(),
  continue: string(),
  rawcontinue: boolean(),
  ...pageSetParams,
}

const htmlParams = { wrappedhtml: boolean() }
const versionParams = { formatversion: oneOf(['1', '2', 'latest'], { default: '1' }) }
const jsonParams = { callback: string(), utf8: boolean(), ascii: boolean(), ...versionParams }
const xmlParams = { xslt: string(), includexmlnamespace: boolean() }

export const formatParams = {
  json: jsonParams,
  jsonfm: { ...htmlParams, ...jsonParams },
  none: {},
  php: versionParams,
  phpfm: { ...htmlParams, ...versionParams },
  rawfm: htmlParams,
  xml: xmlParams,
  xmlfm: { ...htmlParams, ...xmlParams },
} as const
