// Tabber: panels of which a reader opens one. They work without scripts.

import type { ParseState } from '../state/parse-state.ts'
import { escapeHtml, trim } from '../text.ts'
import type { Extension, TagCall } from './extension.ts'

const MODULE = 'ext.tabberNeue.styles'

const counts = new WeakMap<ParseState, number>()

export const tabber: Extension = {
  name: 'TabberNeue',
  aliases: ['Tabber'],
  type: 'parserhook',
  url: 'https://www.mediawiki.org/wiki/Extension:TabberNeue',
  about: 'Shows texts in panels of which the reader opens one.',
  tags: { tabber: { html: tabs }, tabbertransclude: { html: transcludedTabs } },
  styles: {
    module: MODULE,
    css: [
      '.tabber{margin-block:.5em;border:1px solid var(--line,currentColor);border-radius:4px}',
      '.tabber__tab{padding:.4em .7em;cursor:pointer;font-weight:700}',
      '.tabber__panel+.tabber__panel{border-block-start:1px solid var(--line,currentColor)}',
      '.tabber__content{padding:.2em .8em .6em}',
    ].join(''),
  },
}

/** Tabs are separated by "|-|", each with a name before the first equals sign. */
function tabs(call: TagCall): string {
  const panels = (call.inner ?? '').split('|-|').flatMap(part => {
    const equals = part.indexOf('=')
    const name = trim(equals < 0 ? part : part.slice(0, equals))
    return name === '' ? [] : ([[name, equals < 0 ? '' : part.slice(equals + 1)]] as const)
  })
  return panelsHtml(call, panels)
}

/** Each line names a page and its tab. */
function transcludedTabs(call: TagCall): string {
  const panels = (call.inner ?? '').split('\n').flatMap(line => {
    const [page = '', name = page] = line.split('|').map(trim)
    return page === '' || /[{}[\]<>]/.test(page) ? [] : ([[name, `{{:${page}}}`]] as const)
  })
  return panelsHtml(call, panels)
}

function panelsHtml(call: TagCall, panels: readonly (readonly [name: string, text: string])[]): string {
  const number = (counts.get(call.state) ?? 0) + 1
  counts.set(call.state, number)
  call.state.output.styles.add(MODULE)
  const html = panels.map(([name, text], at) => {
    const content = call.complete(call.expand(`\n${trim(text)}\n`))
    const label = escapeHtml(trim(call.expand(name)))
    const open = at === 0 ? ' open=""' : ''
    const start = `<details class="tabber__panel" name="tabber-${number}"${open}><summary class="tabber__tab">${label}</summary>`
    return `${start}<div class="tabber__content">${content}</div></details>`
  })
  return `<div class="tabber">${html.join('')}</div>`
}
