// Which extensions a wiki has. The lists of `siteinfo` decide: those of an imported wiki, or the defaults of a new one.
// The setting `extensions` adds to them and takes from them.

import { type Site, siteFromInfo } from '#wiki/site/site.ts'
import type { SiteInfo } from '#wiki/site/site-info.ts'
import type { Extension } from './extension.ts'
import { extensions } from './index.ts'

const cache = new WeakMap<SiteInfo, readonly Extension[]>()

/** The extensions that are on. */
export function extensionsOf({ info }: Pick<Site, 'info'>): readonly Extension[] {
  let list = cache.get(info)
  if (!list) {
    list = extensions.filter(extension => isListed(extension, info))
    cache.set(info, list)
  }
  return list
}

const tagsOf = ({ tags = {} }: Extension): string[] => Object.keys(tags).map(name => `<${name}>`)
const functionsOf = ({ functions = {} }: Extension): string[] => Object.keys(functions)
const namesOf = ({ name, aliases = [] }: Extension): readonly string[] => [name, ...aliases]

/** An extension without tags and functions is found by its name. */
function isListed(extension: Extension, info: SiteInfo): boolean {
  const [tags, functions] = [tagsOf(extension), functionsOf(extension)]
  if (tags.length + functions.length === 0) return namedIn(info).some(name => namesOf(extension).includes(name))
  return tags.some(tag => info.extensiontags.includes(tag)) || functions.some(id => info.functionhooks.includes(id))
}

const entriesIn = ({ extensions: list }: SiteInfo): readonly { readonly name?: unknown }[] =>
  Array.isArray(list) ? list.filter(entry => typeof entry === 'object' && entry !== null) : []

const namedIn = (info: SiteInfo): string[] =>
  entriesIn(info).flatMap(({ name }) => (typeof name === 'string' ? name : []))

/** Applies the setting: "Name" switches an extension on, "-Name" off. */
export function withExtensions(site: Site, setting: readonly string[]): Site {
  let { info } = site
  for (const word of setting) {
    const extension = extensions.find(({ name }) => name === word.replace(/^-/, ''))
    if (extension) info = word.startsWith('-') ? without(extension, info) : together(extension, info)
  }
  return info === site.info ? site : siteFromInfo(info, info.interwikimap)
}

function together(extension: Extension, info: SiteInfo): SiteInfo {
  const words = (extension.words ?? []).map(({ name, aliases }) => ({ name, aliases: [...aliases] }))
  return {
    ...info,
    extensiontags: [...new Set([...info.extensiontags, ...tagsOf(extension)])],
    functionhooks: [...new Set([...info.functionhooks, ...functionsOf(extension)])],
    magicwords: [...info.magicwords, ...words.filter(({ name }) => !info.magicwords.some(word => word.name === name))],
    extensions: [...entriesIn(without(extension, info)), { type: extension.type, name: extension.name }],
  }
}

function without(extension: Extension, info: SiteInfo): SiteInfo {
  const [tags, functions, names] = [tagsOf(extension), functionsOf(extension), namesOf(extension)]
  return {
    ...info,
    extensiontags: info.extensiontags.filter(tag => !tags.includes(tag)),
    functionhooks: info.functionhooks.filter(id => !functions.includes(id)),
    extensions: entriesIn(info).filter(({ name }) => typeof name !== 'string' || !names.includes(name)),
  }
}
