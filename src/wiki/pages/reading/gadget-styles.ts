import { optionsOf } from '#accounts/options.ts'
import { type Html, html } from '#html/html.ts'
import { type Gadget, gadgetsOf, isAvailable, isLoaded, isOn } from '../../content/gadgets.ts'
import { pageTexts } from '../../content/page-texts.ts'
import { pagesByName } from '../../content/pages.ts'
import { NS } from '../../site/namespaces.ts'
import type { Wiki } from '../../wiki.ts'
import type { Visit } from '../visit.ts'
import { scopedCss } from './scoped-css.ts'

/** MediaWiki's prefix for the modules of gadgets. */
export const GADGET_MODULE = 'ext.gadget.'
/** More than any gadget needs; the rest would only slow readers down. */
const MOST = 200_000

/** Link to the style sheets of the gadgets that the reader has switched on. */
export async function gadgetStyles(visit: Visit, ns: number): Promise<Html | null> {
  const { wiki, caller } = visit
  const gadgets = (await gadgetsOf(wiki)).filter(isLoaded)
  if (gadgets.length === 0) return null
  const options = caller.account === null ? new Map() : await optionsOf(wiki.db, caller.account.id)
  const wanted = gadgets.filter(
    gadget =>
      isOn(gadget, options) &&
      isAvailable(gadget, caller) &&
      (gadget.namespaces.length === 0 || gadget.namespaces.includes(ns)) &&
      (gadget.actions.length === 0 || gadget.actions.includes('view')),
  )
  if (wanted.length === 0) return null
  const version = await versionOf(wiki, wanted)
  const names = encodeURIComponent(wanted.map(({ name }) => `${GADGET_MODULE}${name}`).join('|'))
  return html`<link rel="stylesheet" href="/load.php?modules=${names}&amp;only=styles&amp;version=${version}">`
}

const titlesOf = (gadgets: readonly Gadget[]): string[] => [...new Set(gadgets.flatMap(({ styles }) => styles))]

/** Revisions that the style sheets are built from. */
async function versionOf({ db }: Wiki, gadgets: readonly Gadget[]): Promise<string> {
  const pages = await pagesByName(
    db,
    titlesOf(gadgets).map(title => ({ ns: NS.mediawiki, title })),
  )
  return pages.map(page => page.latest_rev).join('-') || '0'
}

interface Sheet {
  readonly css: string
  readonly version: string
}

/** The style sheets of gadgets by their modules; null if none exists. The same rules as for the wiki's own sheet apply. */
export async function gadgetSheet(wiki: Wiki, modules: readonly string[]): Promise<Sheet | null> {
  const names = new Set(modules.map(module => module.slice(GADGET_MODULE.length)))
  const gadgets = (await gadgetsOf(wiki)).filter(gadget => names.has(gadget.name) && isLoaded(gadget))
  if (gadgets.length === 0) return null
  const titles = titlesOf(gadgets)
  const texts = await pageTexts(wiki, NS.mediawiki, titles)
  const css = titles.map(title => scopedCss((texts.get(title) ?? '').slice(0, MOST))).join('')
  return { css, version: await versionOf(wiki, gadgets) }
}
