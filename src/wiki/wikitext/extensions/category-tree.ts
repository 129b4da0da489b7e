// CategoryTree: a category with its counts. A browser script unfolds deeper levels (`web/reading/trees.ts`); without it,
// they are on the page of the category.

import { NS } from '#wiki/site/namespaces.ts'
import { prefixedText } from '#wiki/site/title-format.ts'
import { titleOrNull } from '#wiki/site/titles.ts'
import { localUrl } from '#wiki/site/urls.ts'
import { lazy } from '../functions/call.ts'
import type { ParseState } from '../state/parse-state.ts'
import { killMarkers } from '../state/strip-markers.ts'
import { escapeHtml, trim } from '../text.ts'
import type { Extension } from './extension.ts'
import { openTag } from './markup.ts'

const MODULE = 'ext.categoryTree.styles'

export const categoryTree: Extension = {
  name: 'CategoryTree',
  type: 'parserhook',
  url: 'https://www.mediawiki.org/wiki/Extension:CategoryTree',
  about: 'Shows a category with its number of pages and unfolds what is in it.',
  tags: {
    categorytree: {
      html: ({ state, inner, attributes, expand }) => treeHtml(state, expand(inner ?? ''), attributes),
    },
  },
  functions: {
    categorytree: lazy(call => {
      const { state, expander, frame } = call
      const options = new Map<string, string>()
      for (const { index, name, value } of call.parts)
        if (index === 0)
          options.set(trim(expander.expand(name, frame)).toLowerCase(), trim(expander.expand(value, frame)))
      return state.strip.addGeneral('categorytree', treeHtml(state, call.first, options))
    }),
  },
  messages: { 'categorytree-not-found': 'Category $1 not found' },
  styles: {
    module: MODULE,
    css: [
      '.CategoryTreeTag{margin-block:.5em}.CategoryTreeItem .CategoryTreeCount{opacity:.75}',
      '@media (scripting:enabled){.CategoryTreeItem{padding-inline-start:1.4rem}',
      '.CategoryTreeItem[data-root=hidden]{padding-inline-start:0}',
      '.CategoryTreeItem[data-root=hidden]>:is(bdi,.CategoryTreeCount,.unfold){display:none}}',
    ].join(''),
  },
}

/** What is listed, as `cmtype` of the API. */
const MODES: ReadonlyMap<string, string> = new Map([
  ['categories', 'subcat'],
  ['0', 'subcat'],
  ['pages', 'subcat|page'],
  ['10', 'subcat|page'],
  ['all', 'subcat|page|file'],
  ['20', 'subcat|page|file'],
])
/** Levels that open without a click. */
const MOST_LEVELS = 3

interface Tree {
  readonly mode: string
  readonly depth: number
  /** Whether only the members of the category are shown. */
  readonly isHidden: boolean
}

function treeHtml(state: ParseState, written: string, options: ReadonlyMap<string, string>): string {
  const title = titleOrNull(state.site, trim(killMarkers(written)), NS.category)
  if (title?.ns !== NS.category || title.interwiki !== '') return ''
  state.output.styles.add(MODULE)
  const isHidden = /^(?:on|true|yes|1|)$/i.test(options.get('hideroot') ?? 'off')
  const mode = MODES.get((options.get('mode') ?? '').toLowerCase()) ?? 'subcat'
  const depth = Math.min(MOST_LEVELS, Math.max(isHidden ? 1 : 0, Math.trunc(Number(options.get('depth') ?? 0)) || 0))
  const root = itemHtml(state, title.dbkey, { mode, depth, isHidden })
  return `<div class="CategoryTreeTag tree"><div class="CategoryTreeSection">${root}</div></div>`
}

function itemHtml(state: ParseState, dbkey: string, { mode, depth, isHidden }: Tree): string {
  const { site, host } = state
  const title = { ns: NS.category, dbkey }
  const counts = host.pagesInCategory?.(dbkey)
  const count = counts ? ` <span class="CategoryTreeCount" dir="ltr">(${counts.pages})</span>` : ''
  const link = openTag('a', [
    ['href', localUrl(site, title)],
    ['title', prefixedText(site, NS.category, dbkey)],
  ])
  const inside = mode === 'subcat' ? (counts?.subcategories ?? 0) : (counts?.pages ?? 0)
  const item = openTag('div', [
    ['class', 'CategoryTreeItem'],
    ['data-tree', prefixedText(site, NS.category, dbkey)],
    ['data-inside', String(inside)],
    ['data-mode', mode],
    ['data-depth', String(depth)],
    ...(isHidden ? [['data-root', 'hidden'] as const] : []),
  ])
  return `${item}<bdi>${link}${escapeHtml(dbkey.replaceAll('_', ' '))}</a></bdi>${count}</div>`
}
