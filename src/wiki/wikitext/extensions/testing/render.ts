// Renders wikitext on a small wiki with all extensions.

import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { siteFromInfo } from '#wiki/site/site.ts'
import { Harvester } from '../../harvest/harvest.ts'
import type { PageContext } from '../../host.ts'
import { type RenderedPage, renderPage } from '../../html/render.ts'
import { fileHost } from '../../testing/file-host.ts'
import { type TestWiki, testHost } from '../../testing/test-host.ts'
import { EXTENSION_NAMES } from '../names.ts'
import { withExtensions } from '../switched.ts'

const options = { editSections: false, wrapper: '', limitReport: false }

export const extendedSite = (info: Parameters<typeof siteFromInfo>[0] = {}) =>
  withExtensions(siteFromInfo(info), EXTENSION_NAMES)

export interface Shown {
  readonly html: string
  readonly categories: readonly string[]
  readonly rendered: RenderedPage
}

/** The HTML of a text, after checking that both ways of parsing find the same links and categories. */
export function show(wikitext: string, wiki: TestWiki = {}, page: PageContext = { ns: 0, dbkey: 'Foo' }): Shown {
  const host = { ...testHost({ site: extendedSite(), messages: {}, ...wiki }), file: fileHost().file! }
  const rendered = renderPage(host, page, wikitext, options)
  const found = rendered.rendering.state.output.found()
  const { redirect: _, usesInvoke: __, ...harvested } = new Harvester(host).harvest(page, wikitext)
  const categories = found.categories.map(({ dbkey }) => dbkey)
  if (JSON.stringify(sorted(harvested)) !== JSON.stringify(sorted(found)))
    throw new Error(`Links differ: ${JSON.stringify(harvested)} and ${JSON.stringify(found)}`)
  return { html: rendered.html.trim(), categories, rendered }
}

const sorted = (found: object): unknown[] =>
  Object.values(found).map(kind =>
    (Array.isArray(kind) ? kind : Object.entries(kind)).map(entry => JSON.stringify(entry)).sort(),
  )

/** Markup that must never appear in the output, wherever it is put. */
export const hostileMarkup = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><script>alert(1)</script>',
  '<b style="background:url(//evil.example/x)">',
  '[javascript:alert(1) x]',
  '\u007f\'"`UNIQ--poem-00000000-QINU`"\'\u007f',
  '{{{1|<script>}}}',
  '<svg onload=alert(1)>',
]

const FORBIDDEN = new Set([
  'script',
  'iframe',
  'object',
  'embed',
  'svg',
  'base',
  'frame',
  'video',
  'audio',
  'link',
  'meta',
])

type Tree = DefaultTreeAdapterTypes.ParentNode

/** Whether a browser would find anything that runs scripts or loads from other hosts. */
export function isHarmful(html: string): boolean {
  const rest: Tree[] = [parseFragment(html)]
  for (let node = rest.pop(); node; node = rest.pop())
    for (const child of node.childNodes) {
      if (!('tagName' in child)) continue
      if (FORBIDDEN.has(child.tagName) || child.attrs.some(isHarmfulAttribute)) return true
      rest.push(child)
    }
  return false
}

function isHarmfulAttribute({ name, value }: { readonly name: string; readonly value: string }): boolean {
  if (name.startsWith('on') || name === 'srcdoc') return true
  if (name === 'style') return /url\s*\(|expression/i.test(value)
  return /^(?:href|src|action|formaction|xlink:href)$/.test(name) && /^\s*(?:javascript|data|vbscript):/i.test(value)
}
