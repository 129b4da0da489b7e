// One wiki's settings, ready for use. `info` is the plain JSON behind it: store that, and rebuild with siteFromInfo.

import usergroups from '#accounts/default-groups.json' with { type: 'json' }
import { direction } from '#languages/direction.ts'
import { linkPatterns } from '#languages/link-patterns.ts'
import { lazily } from '#languages/load-data.ts'
import { contentFallbacks, nameOf, variantFallbacks, variants, wikiLanguages } from '#languages/wiki-languages.ts'
import settings from './default-site.json' with { type: 'json' }
import { InterwikiMap } from './interwiki.ts'
import { Namespaces } from './namespaces.ts'
import type { GeneralInfo, InterwikiInfo, SiteInfo } from './site-info.ts'
import { SpecialPages } from './special-pages.ts'
import { plainVariants, type Variants } from './variants/variants.ts'

export interface Site {
  readonly info: SiteInfo
  readonly name: string
  readonly language: string
  /** Title of the main page, as text. */
  readonly mainPage: string
  readonly server: string
  readonly articlePath: string
  readonly script: string
  readonly namespaces: Namespaces
  readonly interwiki: InterwikiMap
  readonly specialPages: SpecialPages
  readonly variants: Variants
}

/** Defaults of every part; the language tables are those of the program. */
const defaults = lazily(
  (): SiteInfo => ({
    ...settings,
    extensiontags: settings.extensiontags.split(' '),
    functionhooks: settings.functionhooks.split(' '),
    variables: settings.variables.split(' '),
    protocols: settings.protocols.split(' '),
    usergroups,
    languages: wikiLanguages().map(({ code, bcp47, autonym }) => ({ code, bcp47, name: autonym })),
    languagevariants: Object.fromEntries(
      Object.entries(variantFallbacks()).map(([code, forms]) => [
        code,
        Object.fromEntries(Object.entries(forms).map(([form, fallbacks]) => [form, { fallbacks }])),
      ]),
    ),
  }),
)

type Loose = Record<string, unknown>

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export class SiteInfoFault extends Error {}

const objectKeys = ['general', 'namespaces'] as const
const listKeys = [
  'namespacealiases',
  'interwikimap',
  'specialpagealiases',
  'magicwords',
  'languages',
  'extensiontags',
  'functionhooks',
  'variables',
  'protocols',
] as const

/** Checks that JSON has the basic shape of a siteinfo response. */
function checkShape(info: Loose): void {
  for (const key of objectKeys) {
    if (info[key] !== undefined && !isObject(info[key])) throw new SiteInfoFault(`"${key}" must be an object`)
  }
  for (const key of listKeys) {
    if (info[key] !== undefined && !Array.isArray(info[key])) throw new SiteInfoFault(`"${key}" must be a list`)
  }
  for (const [key, value] of Object.entries((info.namespaces as Loose) ?? {})) {
    if (!/^-?\d+$/.test(key) || !isObject(value)) throw new SiteInfoFault(`"namespaces" has no valid entry "${key}"`)
  }
  for (const [key, field] of [
    ['namespacealiases', 'alias'],
    ['interwikimap', 'prefix'],
    ['specialpagealiases', 'realname'],
    ['magicwords', 'name'],
    ['languages', 'code'],
  ] as const) {
    for (const entry of (info[key] as unknown[]) ?? []) {
      if (!isObject(entry) || typeof entry[field] !== 'string')
        throw new SiteInfoFault(`every entry of "${key}" needs a "${field}"`)
    }
  }
}

/**
 * Builds a site from the JSON of meta=siteinfo, either the whole response ({ query: { general, … } }) or the inner
 * object. Missing parts get defaults. `interwiki` replaces the interwiki map, for which databases have their own table.
 */
export function siteFromInfo(source: unknown, interwiki?: InterwikiInfo[]): Site {
  const outer = isObject(source) ? source : {}
  const given = isObject(outer.query) ? outer.query : outer
  checkShape(given)
  const info = { ...defaults(), ...given } as SiteInfo
  // The description of another wiki without a list of extensions: the defaults of a new wiki do not apply.
  if ('namespaces' in given && !('extensions' in given)) info.extensions = []
  const told = given.general as GeneralInfo | undefined
  info.general = {
    ...defaults().general,
    ...languageFacts(told?.lang ?? settings.general.lang),
    ...told,
  }
  if (interwiki) info.interwikimap = interwiki
  const { general } = info
  return {
    info,
    name: general.sitename ?? 'Parlance',
    language: general.lang ?? 'en',
    mainPage: general.mainpage ?? 'Main Page',
    server: general.server ?? '',
    articlePath: general.articlepath ?? '/wiki/$1',
    script: general.script ?? '/index.php',
    namespaces: new Namespaces(info),
    interwiki: new InterwikiMap(info),
    specialPages: new SpecialPages(info),
    variants: plainVariants,
  }
}

/** Defaults that depend on the content language. */
function languageFacts(language: string): Partial<GeneralInfo> {
  const forms = variants(language)
  return {
    ...linkPatterns(language),
    fallback: contentFallbacks(language).map(code => ({ code })),
    ...(forms.length > 1 && { variants: forms.map(code => ({ code, name: nameOf(code) ?? code })) }),
    rtl: direction(language) === 'rtl',
  }
}

/** Defaults: English with the standard namespaces. */
export function defaultSite(): Site {
  return siteFromInfo({})
}
