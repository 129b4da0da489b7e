// Generates data/translation.json from a checkout of https://github.com/WeblateOrg/language-data (MIT):
//
//   node bin/run.js src/languages/generate/translation-table.ts CHECKOUT
//
// Reads languages.csv, aliases.csv, default_countries.csv, rtl.csv, and population.csv with lines `code,population`.

import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { checkPlural } from '../plural.ts'
import { pluralType } from '../plural-type.ts'

const checkout = process.argv[2]
if (checkout === undefined) throw new Error('Pass the directory of the language-data checkout as an argument')

const population = new Map(table('population.csv').map(([code, people]) => [code!, Number(people)]))
const plurals: [number, string, number][] = []
const languages = table('languages.csv').map(([code = '', name = '', number, formula = '']) => {
  const plural = { number: Number(number), formula }
  checkPlural(plural)
  const existing = plurals.findIndex(row => row[0] === plural.number && row[1] === formula)
  const index =
    existing >= 0 ? existing : plurals.push([plural.number, formula, pluralType(plural.number, formula)]) - 1
  return [code, name, index, population.get(code) ?? 0]
})
const codes = new Set(languages.map(([code]) => code))
const aliases = table('aliases.csv').filter(([alias]) => alias !== '#')
for (const [alias, code] of aliases) {
  if (!codes.has(code!)) throw new Error(`The alias ${alias} points to ${code}, which is not in languages.csv`)
}
const rtl = table('rtl.csv').map(([code]) => code!)

const content = {
  plurals,
  languages,
  rtl: rtl.filter(code => codes.has(code)).join(' '),
  aliases: aliases.map(([alias, code]) => `${alias}:${code}`).join(' '),
  defaultCountries: table('default_countries.csv', false)
    .map(([code]) => code!)
    .join(' '),
}
writeFileSync(new URL('../data/translation.json', import.meta.url), `${JSON.stringify(content)}\n`)
console.log(`data/translation.json: ${languages.length} languages, ${aliases.length} aliases; format it with biome`)

function table(name: string, header = true): string[][] {
  const rows: string[][] = parse(readFileSync(path.join(checkout!, name)), { relaxColumnCount: true })
  return header ? rows.slice(1) : rows
}
