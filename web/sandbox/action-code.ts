// Generates code for the request in several clients. Each program runs as is and prints the response. Names, passwords
// and other secrets come from environment variables.
import { type ActionRequest, type Form, splitMany } from './action-form.ts'
import type { Param } from './listing.ts'
import { member, perl, quoted, script, scriptValue, shell } from './literals.ts'

interface Wish {
  /** Full URL of `api.php`. */
  readonly api: string
  readonly request: ActionRequest
  readonly form: Form
  /** Whether the request is authenticated. */
  readonly signedIn: boolean
}

export interface Code {
  readonly name: string
  readonly label: string
  readonly text: string
}

/** One parameter: a text, a secret by the name of its variable, or a file. */
interface Sent {
  readonly name: string
  readonly text: string
  readonly variable: string | null
  readonly isFile: boolean
  readonly param: Param | undefined
}

const AGENT = 'my-tool/1.0 (me@example.org)'
const USER = 'WIKI_USER'
const PASSWORD = 'WIKI_PASSWORD'

export function actionCodes(wish: Wish): Code[] {
  const sent = sentOf(wish)
  const only = sent.some(({ isFile }) => isFile) ? ['curl', 'client'] : null
  const codes: Code[] = [
    { name: 'curl', label: 'curl', text: curl(wish, sent) },
    { name: 'client', label: '@parlance/client', text: typed(wish, sent) },
    { name: 'mwn', label: 'mwn', text: mwn(wish, sent) },
    { name: 'pywikibot', label: 'pywikibot', text: pywikibot(wish, sent) },
    { name: 'mwclient', label: 'mwclient', text: mwclient(wish, sent) },
    { name: 'perl', label: 'MediaWiki::API', text: perlApi(wish, sent) },
  ]
  // The other clients upload files with separate methods, not with a plain request.
  return only ? codes.filter(({ name }) => only.includes(name)) : codes
}

function sentOf({ request, form }: Wish): Sent[] {
  const fields = new Map(form.sections.flatMap(({ fields }) => fields.map(each => [each.name, each.param])))
  return request.params.map(([name, text]) => {
    const param = fields.get(name)
    const variable = request.secrets.includes(name) ? `WIKI_${name.toUpperCase()}` : null
    return { name, text, param, variable, isFile: param?.type === 'upload' }
  })
}

/** Clients set the format themselves. */
const withoutFormat = (sent: readonly Sent[]): Sent[] => sent.filter(({ name }) => name !== 'format')
const without = (sent: readonly Sent[], ...names: string[]): Sent[] => sent.filter(({ name }) => !names.includes(name))

const lines = (...all: readonly (string | false | null | undefined)[]): string =>
  `${all.filter(each => typeof each === 'string').join('\n')}\n`

// ---- curl

function curl({ api, request, signedIn }: Wish, sent: readonly Sent[]): string {
  const form = sent.some(({ isFile }) => isFile)
  const argument = (each: Sent): string => {
    if (form) return each.isFile ? `--form ${shell(`${each.name}=@${each.text}`)}` : `--form-string ${value(each)}`
    return /[\u0000-\u0009\u000b-\u001f]/.test(each.text)
      ? `--data ${shell(`${encodeURIComponent(each.name)}=${encodeURIComponent(each.text)}`)}`
      : `--data-urlencode ${value(each)}`
  }
  const value = ({ name, text, variable }: Sent): string =>
    variable === null ? shell(`${name}=${text}`) : `"${name}=$${variable}"`
  const args = sent.map(argument)
  if (!signedIn && !request.token)
    return `${[`curl --silent${request.post ? '' : ' --get'} ${shell(api)}`, ...args].join(' \\\n  ')}\n`
  const flag = form ? '--form-string' : '--data-urlencode'
  const token = request.token && `${flag} "${request.token.name}=$(token ${request.token.type})"`
  return lines(
    `api=${shell(api)}`,
    'cookies=$(mktemp)',
    'wiki() { curl --silent --cookie "$cookies" --cookie-jar "$cookies" "$api" "$@"; }',
    'token() {',
    '  wiki --data "action=query&meta=tokens&type=$1&format=json" |',
    `    sed -E 's/.*"[a-z]+token":"([^"]*)".*/\\1/; s/\\\\\\\\/\\\\/g'`,
    '}',
    ...(signedIn
      ? [
          `wiki --data 'action=login&format=json' --data-urlencode "lgname=$${USER}" \\`,
          `  --data-urlencode "lgpassword=$${PASSWORD}" --data-urlencode "lgtoken=$(token login)" > /dev/null`,
        ]
      : []),
    ['wiki', ...args, ...(token ? [token] : [])].join(' \\\n  '),
    'rm "$cookies"',
  )
}

// ---- our own client

/** The value with the type that the client declares. */
function typedValue({ text, param }: Sent): unknown {
  if (param === undefined) return text
  const one = (each: string): string | number =>
    ['integer', 'limit', 'namespace'].includes(param.type as string) && /^-?\d+$/.test(each) ? Number(each) : each
  if (param.type === 'boolean') return true
  if (!param.multi) return one(text)
  const all = splitMany(text).map(one)
  return all.length === 1 ? all[0] : all
}

function typed({ api, request, signedIn, form }: Wish, all: readonly Sent[]): string {
  const sent = without(withoutFormat(all), 'formatversion')
  const action = sent.find(({ name }) => name === 'action')?.text ?? ''
  const isKnown = sent.every(({ param }) => param !== undefined) && form.missing.length === 0
  const file = sent.find(({ isFile }) => isFile)
  const entry = (each: Sent): string => {
    const { name, variable, isFile, text } = each
    if (isFile) return `  ${member(name)}: new Blob([await readFile(${script(text)})]),`
    if (variable !== null) return `  ${member(name)}: process.env.${variable} ?? '',`
    return `  ${member(name)}: ${scriptValue(typedValue(each))},`
  }
  const object = (some: readonly Sent[]): string => (some.length === 0 ? '{}' : `{\n${some.map(entry).join('\n')}\n}`)
  const call = !isKnown
    ? `wiki.request(${object(sent)}${request.post ? ', { post: true }' : ''})`
    : action === 'query'
      ? `wiki.query(${object(without(sent, 'action'))})`
      : `wiki.action(${script(action)}, ${object(without(sent, 'action'))})`
  return lines(
    file && `import { readFile } from 'node:fs/promises'`,
    `import { Wiki } from '@parlance/client'`,
    '',
    `const wiki = new Wiki({ url: ${script(api)}, userAgent: ${script(AGENT)} })`,
    signedIn && `await wiki.login(process.env.${USER} ?? '', process.env.${PASSWORD} ?? '')`,
    `const answer = await ${call}`,
    'console.log(JSON.stringify(answer, null, 2))',
  )
}

// ---- mwn

function mwn({ api, request, signedIn }: Wish, all: readonly Sent[]): string {
  const entries = withoutFormat(all).map(
    ({ name, text, variable }) => `  ${member(name)}: ${variable === null ? script(text) : `process.env.${variable}`},`,
  )
  const { token } = request
  const options = [
    `  apiUrl: ${script(api)},`,
    `  userAgent: ${script(AGENT)},`,
    '  silent: true,',
    '  suppressAPIWarnings: true,',
    ...(signedIn ? [`  username: process.env.${USER},`, `  password: process.env.${PASSWORD},`] : []),
  ]
  return lines(
    `import { Mwn } from 'mwn'`,
    '',
    'const bot = new Mwn({',
    ...options,
    '})',
    signedIn && 'await bot.login()',
    token && `const { query } = await bot.request({ action: 'query', meta: 'tokens', type: ${script(token.type)} })`,
    'const answer = await bot.request({',
    ...entries,
    token && `  ${member(token.name)}: query.tokens.${token.type}token,`,
    '})',
    'console.log(JSON.stringify(answer, null, 2))',
  )
}

// ---- Python

const pythonEntry = ({ name, text, variable }: Sent): string =>
  `    ${quoted(name)}: ${variable === null ? quoted(text) : `os.environ[${quoted(variable)}]`},`

function mwclient({ api, request, signedIn }: Wish, all: readonly Sent[]): string {
  const { host, protocol, pathname } = new URL(api)
  const action = all.find(({ name }) => name === 'action')?.text ?? ''
  const entries = without(withoutFormat(all), 'action').map(pythonEntry)
  const { token } = request
  const path = pathname.replace(/api\.php$/, '')
  return lines(
    'import json',
    'import os',
    '',
    'import mwclient',
    '',
    `site = mwclient.Site(${quoted(host)}, path=${quoted(path)}, scheme=${quoted(protocol.slice(0, -1))}, clients_useragent=${quoted(AGENT)})`,
    signedIn && `site.login(os.environ[${quoted(USER)}], os.environ[${quoted(PASSWORD)}])`,
    `answer = site.raw_api(${quoted(action)}, http_method=${quoted(request.post ? 'POST' : 'GET')}, **{`,
    ...entries,
    token && `    ${quoted(token.name)}: site.get_token(${quoted(token.type)}),`,
    '})',
    'print(json.dumps(answer, ensure_ascii=False, indent=2))',
  )
}

/** pywikibot adds meta=userinfo to every query. */
function pywikibot({ api, request, signedIn }: Wish, all: readonly Sent[]): string {
  const entries = withoutFormat(all).map(pythonEntry)
  const says = (name: string, value: string) =>
    all.some(each => each.name === name && each.text.split('|').includes(value))
  const addsItself = says('action', 'query') && !says('meta', 'userinfo')
  const { token } = request
  return lines(
    'import json',
    'import os',
    '',
    `os.environ['PYWIKIBOT_NO_USER_CONFIG'] = '2'`,
    'import pywikibot',
    signedIn && 'from pywikibot import config',
    'from pywikibot.data import api',
    signedIn && 'from pywikibot.login import ClientLoginManager',
    '',
    `site = pywikibot.Site(url=${quoted(api.replace(/api\.php$/, 'index.php'))}${signedIn ? `, user=os.environ[${quoted(USER)}]` : ''})`,
    signedIn && `config.usernames[site.family.name]['*'] = os.environ[${quoted(USER)}]`,
    signedIn &&
      `ClientLoginManager(site=site, user=os.environ[${quoted(USER)}], password=os.environ[${quoted(PASSWORD)}]).login()`,
    'answer = api.Request(site=site, parameters={',
    ...entries,
    token && `    ${quoted(token.name)}: site.tokens[${quoted(token.type)}],`,
    `}, use_get=${request.post ? 'False' : 'True'}).submit()`,
    addsItself && '# pywikibot also sends meta=userinfo with every query.',
    addsItself && "answer.get('query', {}).pop('userinfo', None)",
    'print(json.dumps(answer, ensure_ascii=False, indent=2))',
  )
}

// ---- Perl

function perlApi({ api, request, signedIn }: Wish, all: readonly Sent[]): string {
  const entries = withoutFormat(all).map(
    ({ name, text, variable }) => `    ${perl(name)} => ${variable === null ? perl(text) : `$ENV{${variable}}`},`,
  )
  const { token } = request
  const failed = `or die $wiki->{error}->{details}`
  return lines(
    'use strict;',
    'use warnings;',
    'use utf8;',
    'use JSON;',
    'use MediaWiki::API;',
    '',
    `my $wiki = MediaWiki::API->new({ api_url => ${perl(api)} });`,
    `$wiki->{ua}->agent(${perl(AGENT)});`,
    signedIn && `$wiki->login({ lgname => $ENV{${USER}}, lgpassword => $ENV{${PASSWORD}} }) ${failed};`,
    token && `my $tokens = $wiki->api({ action => 'query', meta => 'tokens', type => ${perl(token.type)} }) ${failed};`,
    'my $answer = $wiki->api({',
    ...entries,
    token && `    ${perl(token.name)} => $tokens->{query}{tokens}{${token.type}token},`,
    `}) ${failed};`,
    'print JSON->new->utf8->pretty->canonical->encode($answer);',
  )
}
