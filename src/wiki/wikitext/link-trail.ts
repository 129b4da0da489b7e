// Letters right after a link that belong to it: "[[bus]]es".

import { compileLinkTrail } from '#languages/link-patterns.ts'
import type { Site } from '#wiki/site/site.ts'
import { trimEnd } from './text.ts'

const trails = new WeakMap<Site, RegExp>()
const english = /^([a-z]+)(.*)$/s

function trailOf(site: Site): RegExp {
  let trail = trails.get(site)
  if (!trail) {
    try {
      trail = compileLinkTrail(site.info.general.linktrail ?? '')
    } catch {
      trail = english
    }
    trails.set(site, trail)
  }
  return trail
}

/** Maximum trail length; no word is longer. */
const longest = 200

/** The text after a link that is shown as part of it. */
export function linkTrail(site: Site, text: string): string {
  return trailOf(site).exec(text.length > longest ? text.slice(0, longest) : text)?.[1] ?? ''
}

/** Appends the text after an invisible link, dropping the whitespace before the link. */
export function appendTrail(output: string[], trail: string): void {
  while (output.length > 0) {
    const before = trimEnd(output.pop()!)
    if (before === '') continue
    output.push(before)
    break
  }
  output.push(trail)
}
