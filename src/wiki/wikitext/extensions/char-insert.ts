// CharInsert: characters to copy into the edit box. Each item keeps what an edit script would insert.

import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
import { killMarkers } from '../state/strip-markers.ts'
import { escapeHtml } from '../text.ts'
import type { Extension, TagCall } from './extension.ts'
import { openTag } from './markup.ts'

export const charInsert: Extension = {
  name: 'CharInsert',
  type: 'parserhook',
  url: 'https://www.mediawiki.org/wiki/Extension:CharInsert',
  about: 'Lists characters for editors.',
  tags: { charinsert: { html: list, links: () => {} } },
}

function list({ inner, attributes, state }: TagCall): string {
  const label = attributes.get('label')
  const text = decodeCharacterReferences(killMarkers(state.strip.restoreNowiki(inner ?? '')))
  state.steps.read(text, 2)
  const lines = text.trim().split('\n')
  return lines
    .map(line =>
      line
        .split(/\s+/)
        .flatMap(item => (item === '' ? [] : itemHtml(item, label)))
        .join(' '),
    )
    .join('\n')
}

/** "a+b" goes before and after the selection; a plus sign of its own is a character. */
function itemHtml(item: string, label: string | undefined): string {
  const plus = item.length > 1 ? item.indexOf('+') : -1
  const [start, end] = plus < 0 ? [item, ''] : [item.slice(0, plus), item.slice(plus + 1)]
  const attributes = [
    ['data-mw-charinsert-start', start],
    ['data-mw-charinsert-end', end],
    ['class', 'mw-charinsert-item'],
  ] as const
  return `${openTag('a', attributes)}${escapeHtml(label ?? start + end)}</a>`
}
