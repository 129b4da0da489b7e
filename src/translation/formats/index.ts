// All formats, by id.

import { arb } from './arb/arb.ts'
import { aresource } from './aresource/aresource.ts'
import { csv } from './csv/csv.ts'
import type { FileFormat, UnknownFile } from './format.ts'
import { i18nextv4 } from './i18nextv4/i18nextv4.ts'
import { json, jsonNested } from './json/json.ts'
import { mediawikiJson } from './mediawiki-json/mediawiki-json.ts'
import { po, poMono } from './po/po.ts'
import { properties } from './properties/properties.ts'
import { rubyYaml } from './ruby-yaml/ruby-yaml.ts'
import { strings } from './strings/strings.ts'
import { ts } from './ts/ts.ts'
import { plainXliff, xliff } from './xliff/xliff.ts'

// To add a format, create a folder and list it below. If several formats recognise a file, the last one wins.
const all: readonly FileFormat[] = [
  po,
  poMono,
  ts,
  plainXliff,
  xliff,
  strings,
  properties,
  aresource,
  json,
  jsonNested,
  i18nextv4,
  mediawikiJson,
  arb,
  csv,
  rubyYaml,
]

const byId = new Map(all.map(each => [each.id, each]))

export function formats(): readonly FileFormat[] {
  return all
}

export function format(id: string): FileFormat | undefined {
  return byId.get(id)
}

// The id of the format, or undefined if unknown. The file may still contain errors.
export function detectFormat(filename: string, bytes: Uint8Array): string | undefined {
  const extension = /\.([^./\\]+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
  const results = new Map<unknown, unknown>()
  const seen: UnknownFile['seen'] = look => {
    if (!results.has(look)) results.set(look, look(bytes))
    return results.get(look) as ReturnType<typeof look>
  }
  const fits = ({ extensions, recognises }: FileFormat) =>
    extensions.includes(extension) && (recognises?.({ extension, seen }) ?? true)
  return all.findLast(fits)?.id
}

export type {
  CreateOptions,
  FileChanges,
  FileFormat,
  FileUnit,
  NewUnit,
  ParsedFile,
  ParseOptions,
  UnitChange,
} from './format.ts'
export { FormatError } from './format-error.ts'
export { openMonolingual, pairWithTemplate, withKeysAsSources, withOwnKeys } from './monolingual.ts'
export type { PluralCategory, PluralForms } from './plural.ts'
