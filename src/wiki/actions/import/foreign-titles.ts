import type { PageName } from '../../content/pages.ts'
import type { Site } from '../../site/site.ts'
import { prefixedDbKey } from '../../site/title-format.ts'
import { parseTitle, type Title } from '../../site/titles.ts'

/** A title on the source wiki. */
interface ForeignTitle {
  /** Namespace id on the source wiki. */
  readonly ns: number
  /** Namespace name on the source wiki. */
  readonly namespace: string
  readonly text: string
}

/** Destination of imported pages: the same place, one namespace, or subpages of one page. */
export type Destination =
  | { readonly kind: 'same' }
  | { readonly kind: 'namespace'; readonly ns: number }
  | { readonly kind: 'below'; readonly root: Title }

/** `namespaces` are those of the source wiki by id; null if the file does not list them. */
export function foreignTitle(namespaces: ReadonlyMap<number, string> | null, title: string, ns: number): ForeignTitle {
  const colon = title.indexOf(':')
  const hasName = ns !== 0 && colon >= 0
  const written = hasName ? title.slice(0, colon) : namespaces === null ? '' : `Ns${ns}`
  return { ns, namespace: namespaces?.get(ns) ?? written, text: hasName ? title.slice(colon + 1) : title }
}

/** The local page for a foreign title; null if it is not possible here. */
export function localPage(site: Site, foreign: ForeignTitle, to: Destination): PageName | null {
  const title = localTitle(site, foreign, to)
  if ('invalid' in title || title.interwiki !== '' || title.ns < 0 || title.dbkey === '') return null
  return { ns: title.ns, title: title.dbkey }
}

/** Namespaces below this id are the same on every wiki. */
const OWN_NAMESPACES = 100

function localTitle(site: Site, foreign: ForeignTitle, to: Destination) {
  const full = foreign.namespace === '' ? foreign.text : `${foreign.namespace}:${foreign.text}`
  const within = (ns: number) =>
    parseTitle(site, ns === 0 ? foreign.text : `${site.namespaces.nameOf(ns)}:${foreign.text}`)
  switch (to.kind) {
    case 'below':
      return parseTitle(site, `${prefixedDbKey(site, to.root.ns, to.root.dbkey)}/${full}`)
    case 'namespace':
      return within(to.ns)
    case 'same': {
      if (foreign.ns < OWN_NAMESPACES && site.namespaces.has(foreign.ns)) return within(foreign.ns)
      const named = site.namespaces.idOf(foreign.namespace)
      return named === undefined ? parseTitle(site, full) : within(named)
    }
  }
}
