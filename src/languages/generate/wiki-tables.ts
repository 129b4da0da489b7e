// Records the wiki tables of ../data from a running MediaWiki through its public API:
//
//   node bin/run.js src/languages/generate/wiki-tables.ts http://127.0.0.1:8099/api.php
//
// The wiki must take its content language from the URL (`$wgLanguageCode = $_GET['contentlang'] ?? 'en';` in its
// settings), because the API shows link patterns only for the content language. This takes a few minutes.
// The rules in data/plural-rules.json come from CLDR and are maintained by hand; this script assigns languages to them.

import { readFileSync, writeFileSync } from 'node:fs'
import { MediaWikiClient } from './mediawiki-client.ts'
import { deriveNumberFormat, numberSamples } from './number-samples.ts'
import { explains, pluralSamples } from './plural-samples.ts'
import { SharedRows } from './shared-rows.ts'

interface Info {
  code: string
  bcp47: string
  dir: string
  autonym: string
  fallbacks: string[]
  variants: string[]
}
interface General {
  linktrail: string
  linkprefixcharset: string
  fallback8bitEncoding: string
}

const address = process.argv[2]
if (address === undefined) throw new Error('Pass the URL of the api.php to record from as an argument')
const wiki = new MediaWikiClient(address)
const codes = Object.keys((await languageInfo('*', 'code')).query.languageinfo)
const infos = new Map<string, Info>()
for (let at = 0; at < codes.length; at += 15) {
  const { query } = await languageInfo(codes.slice(at, at + 15).join('|'), 'code|bcp47|dir|autonym|fallbacks|variants')
  for (const info of Object.values(query.languageinfo)) infos.set(info.code, info)
}
if (infos.size !== codes.length) throw new Error(`Got information on only ${infos.size} of ${codes.length} languages`)

await writeWikiFile()
await recordNumbersAndPlurals()
await recordLinkPatterns()

function languageInfo(licode: string, liprop: string) {
  return wiki.ask<{ query: { languageinfo: Record<string, Info> } }>({
    action: 'query',
    meta: 'languageinfo',
    licode,
    liprop,
  })
}

async function writeWikiFile() {
  const { query } = await wiki.ask<{ query: { languagevariants: Record<string, Record<string, Info>> } }>({
    action: 'query',
    meta: 'siteinfo',
    siprop: 'languagevariants',
  })
  const languages: Record<string, unknown> = {}
  for (const code of codes) {
    const { autonym, bcp47, dir, fallbacks, variants } = infos.get(code)!
    languages[code] = {
      autonym,
      ...(bcp47 !== code && { bcp47 }),
      ...(dir === 'rtl' && { rtl: true }),
      ...(fallbacks.length > 0 && { fallbacks }),
      ...(variants.join() !== code && { variants }),
    }
  }
  const variantFallbacks: Record<string, Record<string, string[]>> = {}
  for (const [language, variants] of Object.entries(query.languagevariants)) {
    variantFallbacks[language] = Object.fromEntries(Object.entries(variants).map(([v, info]) => [v, info.fallbacks]))
  }
  write('wiki', { languages, variantFallbacks })
}

async function recordNumbersAndPlurals() {
  const formats = new SharedRows()
  const rows = readRules()
  const assigned: string[][] = rows.map(() => [])
  const missing: string[] = []
  for (const code of codes) {
    const answers = await wiki.expand(code, [...numberSamples, ...pluralSamples])
    formats.put(code, deriveNumberFormat(code, answers.slice(0, numberSamples.length)))
    const observed = answers.slice(numberSamples.length)
    const rule = rows.findIndex(({ forms }) => explains(forms, observed))
    if (rule < 0) missing.push(`${code}: ${observed.join(' ')}`)
    else assigned[rule]!.push(code)
  }
  write('number-formats', formats.rows())
  if (missing.length > 0) throw new Error(`No rule in data/plural-rules.json matches\n${missing.join('\n')}`)
  write(
    'plural-rules',
    rows.map(({ forms }, at) => ({ forms, languages: assigned[at]!.join(' ') })).filter(row => row.languages !== ''),
  )
}

function readRules() {
  const text = readFileSync(new URL('../data/plural-rules.json', import.meta.url), 'utf8')
  return JSON.parse(text) as { forms: string[] }[]
}

async function recordLinkPatterns() {
  const patterns = new SharedRows()
  for (const code of codes) {
    const { query } = await wiki.ask<{ query: { general: General } }>(
      { action: 'query', meta: 'siteinfo', siprop: 'general' },
      { contentlang: code },
    )
    const { linktrail, linkprefixcharset, fallback8bitEncoding } = query.general
    patterns.put(code, {
      trail: linktrail,
      ...(linkprefixcharset !== '' && { prefixCharacters: linkprefixcharset }),
      ...(fallback8bitEncoding !== 'windows-1252' && { encoding: fallback8bitEncoding }),
    })
  }
  write('link-patterns', patterns.rows())
}

function write(name: string, content: unknown) {
  writeFileSync(new URL(`../data/${name}.json`, import.meta.url), `${JSON.stringify(content)}\n`)
  console.log(`data/${name}.json written; format it with biome`)
}
