// CategoryTree: a category with links to it and its counts. Deeper levels are on the page of the category.

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
  about: 'Links a category with its number of pages. Subcategories are on its page.',
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
    css: '.CategoryTreeTag{margin-block:.5em}.CategoryTreeItem .CategoryTreeCount{opacity:.75}',
  },
}

function treeHtml(state: ParseState, written: string, options: ReadonlyMap<string, string>): string {
  const title = titleOrNull(state.site, trim(killMarkers(written)), NS.category)
  if (title?.ns !== NS.category || title.interwiki !== '') return ''
  state.output.styles.add(MODULE)
  const isHidden = /^(?:on|true|yes|1|)$/i.test(options.get('hideroot') ?? 'off')
  const root = isHidden ? '' : itemHtml(state, title.dbkey)
  return `<div class="CategoryTreeTag"><div class="CategoryTreeSection">${root}</div></div>`
}

function itemHtml(state: ParseState, dbkey: string): string {
  const { site, host } = state
  const title = { ns: NS.category, dbkey }
  const counts = host.pagesInCategory?.(dbkey)
  const count = counts ? ` <span class="CategoryTreeCount" dir="ltr">(${counts.pages})</span>` : ''
  const link = openTag('a', [
    ['href', localUrl(site, title)],
    ['title', prefixedText(site, NS.category, dbkey)],
  ])
  return `<div class="CategoryTreeItem"><bdi>${link}${escapeHtml(dbkey.replaceAll('_', ' '))}</a></bdi>${count}</div>`
}
