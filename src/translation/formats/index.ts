// All formats, by id.

import { arb } from './arb/arb.ts'
import { aresource, cmpResource, mokoResource } from './aresource/aresource.ts'
import { asciidoc } from './asciidoc/asciidoc.ts'
import { ass, ssa } from './ass/ass.ts'
import { catkeys } from './catkeys/catkeys.ts'
import { csv, csvSimple } from './csv/csv.ts'
import { docx } from './docx/docx.ts'
import { dtd } from './dtd/dtd.ts'
import { flatxml } from './flatxml/flatxml.ts'
import { fluent } from './fluent/fluent.ts'
import type { FileFormat, UnknownFile } from './format.ts'
import { formatjs } from './formatjs/formatjs.ts'
import { goI18nJson } from './go-i18n-json/go-i18n-json.ts'
import { goI18nJsonV2 } from './go-i18n-json-v2/go-i18n-json-v2.ts'
import { goI18nToml } from './go-i18n-toml/go-i18n-toml.ts'
import { gotext } from './gotext/gotext.ts'
import { gwt } from './gwt/gwt.ts'
import { html } from './html/html.ts'
import { i18next } from './i18next/i18next.ts'
import { i18nextv4 } from './i18nextv4/i18nextv4.ts'
import { idml } from './idml/idml.ts'
import { ini, islu } from './ini/ini.ts'
import { joomla } from './joomla/joomla.ts'
import { json, jsonNested } from './json/json.ts'
import { markdown, mdx } from './markdown/markdown.ts'
import { mediawikiJson } from './mediawiki-json/mediawiki-json.ts'
import { nextcloudJson } from './nextcloud-json/nextcloud-json.ts'
import { odf } from './odf/odf.ts'
import { laravel, php } from './php/php.ts'
import { pluginFormats } from './plugins.ts'
import { po, poMono } from './po/po.ts'
import { poxliff } from './poxliff/poxliff.ts'
import { mi18nLang, properties } from './properties/properties.ts'
import { rc } from './rc/rc.ts'
import { resjson } from './resjson/resjson.ts'
import { resourcedictionary } from './resourcedictionary/resourcedictionary.ts'
import { resx } from './resx/resx.ts'
import { rubyYaml } from './ruby-yaml/ruby-yaml.ts'
import { srt } from './srt/srt.ts'
import { strings } from './strings/strings.ts'
import { stringsdict } from './stringsdict/stringsdict.ts'
import { sub } from './sub/sub.ts'
import { tbx } from './tbx/tbx.ts'
import { toml } from './toml/toml.ts'
import { ts } from './ts/ts.ts'
import { ts1 } from './ts1/ts1.ts'
import { dokuwiki, mediawiki, txt } from './txt/txt.ts'
import { webextension } from './webextension/webextension.ts'
import { wxl } from './wxl/wxl.ts'
import { xcstrings } from './xcstrings/xcstrings.ts'
import { appleXliff, plainXliff, xliff } from './xliff/xliff.ts'
import { xliff2, xliff2Placeables } from './xliff2/xliff2.ts'
import { xlsx } from './xlsx/xlsx.ts'
import { xwikiFullPage } from './xwiki-fullpage/xwiki-fullpage.ts'
import { xwikiJavaProperties } from './xwiki-java-properties/xwiki-java-properties.ts'
import { xwikiPageProperties } from './xwiki-page-properties/xwiki-page-properties.ts'
import { yaml } from './yaml/yaml.ts'

// To add a format, create a folder and list it below. If several formats recognise a file, the last one wins.
const ours: readonly FileFormat[] = [
  po,
  poMono,
  ts,
  ts1,
  plainXliff,
  xliff,
  appleXliff,
  poxliff,
  xliff2Placeables,
  xliff2,
  strings,
  stringsdict,
  properties,
  gwt,
  xwikiJavaProperties,
  xwikiPageProperties,
  xwikiFullPage,
  mi18nLang,
  cmpResource,
  mokoResource,
  aresource,
  json,
  jsonNested,
  i18next,
  i18nextv4,
  goI18nJson,
  goI18nJsonV2,
  webextension,
  formatjs,
  gotext,
  nextcloudJson,
  mediawikiJson,
  arb,
  resjson,
  xcstrings,
  csvSimple,
  csv,
  catkeys,
  xlsx,
  tbx,
  yaml,
  rubyYaml,
  toml,
  goI18nToml,
  ini,
  islu,
  joomla,
  php,
  laravel,
  dtd,
  rc,
  fluent,
  resx,
  wxl,
  flatxml,
  resourcedictionary,
  srt,
  sub,
  ass,
  ssa,
  dokuwiki,
  mediawiki,
  txt,
  asciidoc,
  html,
  markdown,
  mdx,
  odf,
  docx,
  idml,
]

/** Those of plugins come last, so they are preferred for the extensions of ours. */
const all: readonly FileFormat[] = [...ours, ...pluginFormats(ours)]

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
    extensions.includes(extension) && (recognises?.({ extension, path: filename, seen }) ?? true)
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
