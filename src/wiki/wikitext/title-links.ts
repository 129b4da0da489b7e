// Links to everything a title can refer to, as HTML.

import { NS } from '#wiki/site/namespaces.ts'
import type { Site } from '#wiki/site/site.ts'
import { prefixedText } from '#wiki/site/title-format.ts'
import type { Title } from '#wiki/site/titles.ts'
import { encodeFragment, interwikiUrl, legacyId, localUrl, urlEncodeTitle } from '#wiki/site/urls.ts'
import { anchor, type LinkContext, missingTitle, pageLink } from './page-links.ts'

export interface TitleLinkContext extends LinkContext {
  /** URL of an uploaded file. */
  fileUrl?(dbkey: string): string | null
}

/** A link to a page here or elsewhere, a special page, or a place on the same page. */
export function titleLink(context: TitleLinkContext, title: Title, html: string): string {
  const { site } = context
  if (title.interwiki !== '') {
    return anchor(interwikiUrl(site, title) + foreignPlace(site, title), 'extiw', interwikiTitle(site, title), html)
  }
  const fragment = title.fragment === '' ? '' : `#${encodeFragment(title.fragment)}`
  if (title.ns === NS.special) return specialLink(context, title, fragment, html)
  if (title.dbkey === '' && fragment === '') return anchor(localUrl(site, { ns: NS.main, dbkey: '' }), '', '', html)
  return title.dbkey === '' ? anchor(fragment, '', '', html) : pageLink(context, title, html, { fragment })
}

/** Wikis that do not belong to this one may use older names of sections. */
function foreignPlace(site: Site, { interwiki, fragment }: Title): string {
  if (fragment === '') return ''
  const isOurs = site.interwiki.get(interwiki)?.local === true
  return `#${isOurs ? encodeFragment(fragment) : legacyId(fragment.replaceAll(' ', '_'))}`
}

function interwikiTitle(site: Site, title: Title): string {
  return `${title.interwiki}:${prefixedText(site, title.ns, title.dbkey)}`
}

function specialLink(context: TitleLinkContext, title: Title, fragment: string, html: string): string {
  const { specialPages } = context.site
  const exists = specialPages.resolve(title.dbkey) !== null
  const local = { ns: NS.special, dbkey: specialPages.localise(title.dbkey) }
  const text = prefixedText(context.site, local.ns, local.dbkey)
  return exists
    ? anchor(localUrl(context.site, local) + fragment, '', text, html)
    : anchor(localUrl(context.site, local), 'new', missingTitle(context, text), html)
}

/** [[Media:…]] links to the file itself, or to the upload form. */
export function fileLink(context: TitleLinkContext, dbkey: string, html: string): string {
  const url = context.fileUrl?.(dbkey) ?? null
  const title = dbkey.replaceAll('_', ' ')
  if (url !== null) return anchor(url, 'internal', title, html)
  const upload = { ns: NS.special, dbkey: context.site.specialPages.localKey('Upload') }
  return anchor(localUrl(context.site, upload, `wpDestFile=${urlEncodeTitle(dbkey)}`), 'new', title, html)
}
