// Parameters of the main module and of the format modules.
import type { ModuleHelp } from './module-help.ts'
import { boolean, integer, oneOf, string, user } from './params/kinds.ts'
import type { moduleSettings } from './params/offered.ts'

export const FORMATS = ['json', 'jsonfm', 'none', 'php', 'phpfm', 'rawfm', 'xml', 'xmlfm'] as const
export type FormatName = (typeof FORMATS)[number]

const ERROR_FORMATS = ['bc', 'html', 'none', 'plaintext', 'raw', 'wikitext'] as const

export const mainParams = (actions: readonly string[], settings: ReturnType<typeof moduleSettings> = {}) => ({
  action: oneOf(actions, {
    default: 'help',
    submodules: Object.fromEntries(actions.map(name => [name, name])),
    ...settings,
  }),
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

export const mainHelp: ModuleHelp<keyof ReturnType<typeof mainParams>> = {
  examples: [
    ['action=help', '!apihelp-help-example-main'],
    ['action=help&recursivesubmodules=1', '!apihelp-help-example-recursive'],
  ],
  params: {
    action: { words: 'Action to perform.' },
    format: { words: 'Format of the response.' },
    maxlag: { words: 'Reject the request if database replication lags by more than this many seconds.' },
    smaxage: { words: 'Seconds for which shared caches may store the response.' },
    maxage: { words: 'Seconds for which the client may cache the response.' },
    assert: { words: 'Verify that the caller is logged in (user), is a bot (bot), or is not logged in (anon).' },
    assertuser: { words: 'Verify that the caller is this user.' },
    requestid: { words: 'Any value; it is returned in the response.' },
    servedby: { words: 'Include the name of the server.' },
    curtimestamp: { words: 'Include the current timestamp.' },
    responselanginfo: { words: 'Include the languages used for uselang and errorlang.' },
    origin: { words: 'Origin of a cross-site request (CORS).' },
    uselang: { words: 'Language for messages.' },
    variant: { words: 'Variant of the language.' },
    errorformat: {
      words: 'Format of errors and warnings.',
      values: ['plaintext', 'wikitext', 'html', 'raw', 'none', 'bc'],
    },
    errorlang: { words: 'Language of errors and warnings.' },
    errorsuselocal: { words: "Use the wiki's own versions of messages for errors and warnings." },
  },
}

const htmlParams = { wrappedhtml: boolean() }
const versionParams = { formatversion: oneOf(['1', '2', 'latest'], { default: '1' }) }
export const versionHelp: ModuleHelp = { params: { formatversion: { values: ['1', '2', 'latest'] } } }
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
