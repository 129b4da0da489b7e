// The parameters of the main module and of the formats.
import { boolean, integer, oneOf, string, user } from './params/kinds.ts'

export const FORMATS = ['json', 'jsonfm', 'none', 'php', 'phpfm', 'rawfm', 'xml', 'xmlfm'] as const
export type FormatName = (typeof FORMATS)[number]

const ERROR_FORMATS = ['bc', 'html', 'none', 'plaintext', 'raw', 'wikitext'] as const

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
