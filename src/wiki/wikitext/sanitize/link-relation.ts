// The `nofollow` relation of external links.

import type { Site } from '#wiki/site/site.ts'

/** Value of the attribute "rel", or an empty string. */
export function linkRelation(site: Site, ns: number, url: string): string {
  const { nofollowlinks, nofollownsexceptions, nofollowdomainexceptions } = site.info.general
  if (nofollowlinks === false) return ''
  if (Array.isArray(nofollownsexceptions) && nofollownsexceptions.includes(ns)) return ''
  const domains = Array.isArray(nofollowdomainexceptions) ? nofollowdomainexceptions : ['mediawiki.org']
  return domains.some(domain => typeof domain === 'string' && isInDomain(url, domain)) ? '' : 'nofollow'
}

function isInDomain(url: string, domain: string): boolean {
  const host = /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(url)?.[1] ?? ''
  return host === domain || host.endsWith(`.${domain}`)
}
