// Redirects of scripts and style sheets: they load the other page, in exactly the form that a page move writes.

import type { Site } from '#wiki/site/site.ts'
import { type Title, titleOrNull } from '#wiki/site/titles.ts'
import { fullUrl } from '#wiki/site/urls.ts'
import { percentDecode } from './text.ts'

type Target = Pick<Title, 'ns' | 'dbkey'>

/** The text of a script redirect; null when the content model does not support one. */
export function scriptRedirect(site: Site, to: Target, model: string): string | null {
  const raw = (type: string) => fullUrl(site, { ns: to.ns, dbkey: to.dbkey }, `action=raw&ctype=${type}`)
  switch (model) {
    case 'javascript':
      return `/* #REDIRECT */mw.loader.load(${JSON.stringify(raw('text/javascript')).replaceAll('&', '\\u0026')});`
    case 'css':
      return `/* #REDIRECT */@import url(${raw('text/css')});`
    default:
      return null
  }
}

const LONGEST = 4000

/** The target of a script redirect. Any other wording is not a redirect. */
export function scriptRedirectOf(site: Site, text: string, model: string): Title | null {
  if (!text.startsWith('/* #REDIRECT */') || text.length > LONGEST) return null
  const name = /[?&]title=([^&\\]+)(?:&|\\u0026)action=raw/.exec(text)?.[1]
  const title = name === undefined ? null : titleOrNull(site, percentDecode(name))
  return title !== null && title.interwiki === '' && scriptRedirect(site, title, model) === text ? title : null
}
