// The parameters of the main module and of the formats.
import type { ModuleHelp } from './module-help.ts'
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

export const mainHelp: ModuleHelp<keyof ReturnType<typeof mainParams>> = {
  examples: [
    ['action=help', '!apihelp-help-example-main'],
    ['action=help&recursivesubmodules=1', '!apihelp-help-example-recursive'],
  ],
  params: {
    action: { words: 'What to do.' },
    format: { words: 'In which format to answer.' },
    maxlag: { words: 'Refuse to work while the database is behind by more than this many seconds.' },
    smaxage: { words: 'For how many seconds shared caches may keep the answer.' },
    maxage: { words: "For how many seconds the caller's cache may keep the answer." },
    assert: { words: 'Fail unless the caller is logged in, is a bot, or is not logged in.' },
    assertuser: { words: 'Fail unless the caller is this user.' },
    requestid: { words: 'Any value; the answer repeats it.' },
    servedby: { words: 'Name the machine that answers.' },
    curtimestamp: { words: 'Add the time of the answer.' },
    responselanginfo: { words: 'Name the languages of the answer.' },
    origin: { words: 'The site whose page makes the request, for requests between sites.' },
    uselang: { words: 'The language of messages in the answer.' },
    variant: { words: 'The variant of the language.' },
    errorformat: {
      words: 'In which form to give errors and warnings.',
      values: ['plaintext', 'wikitext', 'html', 'raw', 'none', 'bc'],
    },
    errorlang: { words: 'The language of errors and warnings.' },
    errorsuselocal: { words: "Let the wiki's own versions of messages word errors and warnings." },
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
