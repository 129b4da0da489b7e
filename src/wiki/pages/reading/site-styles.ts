import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { whoLooks } from '#core/visitor.ts'
import { type Html, html } from '#html/html.ts'
import { searchParams } from '#html/search-params.ts'
import { pageTexts } from '../../content/page-texts.ts'
import { pagesByName } from '../../content/pages.ts'
import { NS } from '../../site/namespaces.ts'
import type { Wiki } from '../../wiki.ts'
import { extensionStyles } from '../../wikitext/extensions/index.ts'
import { GADGET_MODULE, gadgetSheet } from './gadget-styles.ts'
import { scopedCss } from './scoped-css.ts'

const PAGES = ['Common.css', 'Print.css'] as const
/** More than any wiki needs; the rest would only slow readers down. */
const MOST = 500_000

const LONGEST_LIST = 2000

const cache = new WeakMap<Wiki, { readonly version: string; readonly css: string }>()

/** Revisions the style sheet is built from; null if there are none. */
async function versionOf({ db }: Wiki): Promise<string | null> {
  const pages = await pagesByName(
    db,
    PAGES.map(title => ({ ns: NS.mediawiki, title })),
  )
  return pages.length === 0 ? null : pages.map(page => page.latest_rev).join('-')
}

/** Link to the wiki's own style sheet, at MediaWiki's URL for it. */
export async function siteStyles(wiki: Wiki): Promise<Html | null> {
  const version = await versionOf(wiki)
  if (version === null) return null
  return html`<link rel="stylesheet" href="/load.php?modules=site.styles&amp;only=styles&amp;version=${version}">`
}

/** Link to the styles of extensions that a page uses. */
export function styleLink(modules: readonly string[] = []): Html | null {
  const css = cssOf(modules)
  if (css === '') return null
  const names = modules.join('|')
  return html`<link rel="stylesheet" href="/load.php?modules=${encodeURIComponent(names)}&amp;only=styles&amp;version=${versionOfCss(css)}">`
}

const cssOf = (modules: readonly string[]): string => modules.map(name => extensionStyles(name)?.css ?? '').join('')
const versionOfCss = (css: string): string => createHash('sha256').update(css).digest('base64url').slice(0, 12)

async function styleSheet(wiki: Wiki, version: string): Promise<string> {
  const cached = cache.get(wiki)
  if (cached?.version === version) return cached.css
  const texts = await pageTexts(wiki, NS.mediawiki, PAGES)
  const [common = '', print = ''] = PAGES.map(title => (texts.get(title) ?? '').slice(0, MOST))
  const css = scopedCss(common) + (print === '' ? '' : `@media print{${scopedCss(print)}}`)
  cache.set(wiki, { version, css })
  return css
}

/** `load.php`: the wiki's own style sheet (`site.styles`), those of gadgets and those of extensions. Script modules are not served. */
export function styleRoutes(app: FastifyInstance, wiki: Wiki): void {
  const paths = new Set(['/load.php', '/w/load.php', `${wiki.site.info.general.scriptpath ?? ''}/load.php`])
  for (const url of paths)
    app.get(url, async (request, reply) => {
      const caller = await whoLooks(wiki.services, request)
      const search = searchParams(request)
      const headers = { 'Content-Type': 'text/css; charset=utf-8', 'X-Content-Type-Options': 'nosniff', Vary: 'Cookie' }
      const answer = (status: number, body: string, age = 0) =>
        reply
          .code(status)
          .headers({
            ...headers,
            'Cache-Control': age > 0 ? `private, max-age=${age}, immutable` : 'private, no-cache',
          })
          .send(body)
      if (!caller.can('read')) return answer(403, '/* You need read permission for this style sheet. */')
      const modules = search.get('modules') ?? ''
      if (modules.startsWith(GADGET_MODULE)) {
        const sheet = await gadgetSheet(wiki, modules.slice(0, LONGEST_LIST).split('|'))
        if (sheet === null) return answer(404, '/* No such gadget, or a gadget with scripts. */')
        return answer(200, sheet.css, search.get('version') === sheet.version ? 31_536_000 : 0)
      }
      if (modules !== 'site.styles') {
        const css = cssOf(modules.slice(0, LONGEST_LIST).split('|'))
        if (css === '') return answer(404, '/* No such style module. */')
        return answer(200, css, search.get('version') === versionOfCss(css) ? 31_536_000 : 0)
      }
      const version = await versionOf(wiki)
      if (version === null) return answer(200, '')
      return answer(200, await styleSheet(wiki, version), search.get('version') === version ? 31_536_000 : 0)
    })
}
