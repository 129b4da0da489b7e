// Poem: lines of a text stay lines, and indentation is kept.

import { checkAttributes } from '../sanitize/attributes.ts'
import { trim } from '../text.ts'
import type { Extension, TagCall } from './extension.ts'
import { openTag } from './markup.ts'

const LINE_BREAK = '<br />'

export const poem: Extension = {
  name: 'Poem',
  type: 'parserhook',
  url: 'https://www.mediawiki.org/wiki/Extension:Poem',
  about: 'Keeps the line breaks and indentation of verses.',
  tags: { poem: { html: poemHtml } },
  styles: { module: 'ext.poem.styles', css: '.poem .mw-poem-indented{display:inline-block}' },
}

function poemHtml(call: TagCall): string {
  call.state.output.styles.add('ext.poem.styles')
  const edge = call.attributes.has('compact') ? '' : '\n'
  const mark = call.state.strip.addGeneral('poem', LINE_BREAK)
  const lines = (call.inner ?? '').replace(/^\n/, '').replace(/\n$/, '').split('\n')
  const verses = lines.map((line, at) => {
    const text = indented(call, line)
    return at === lines.length - 1 ? text : `${text}${isRule(line) ? '' : mark}\n`
  })
  const html = call.inline(call.expand(verses.join(''))).replaceAll(`<hr />${mark}`, '<hr />')
  const attributes = checkAttributes(call.attributes, 'div')
  const own = attributes.get('class')
  attributes.set('class', own ? `poem ${own}` : 'poem')
  return `${openTag('div', attributes)}${edge}${trim(html)}${edge}</div>`
}

/** Exactly four dashes; longer rules are found in the HTML. */
const isRule = (line: string): boolean => line === '----'

/** Leading spaces are kept; colons indent. */
function indented(call: TagCall, line: string): string {
  const colons = /^(:+)(?=[^:])/.exec(line)?.[1]?.length ?? 0
  if (colons > 0) {
    const style = `display: inline-block; margin-inline-start: ${colons}em;`
    const verse = call.inline(call.expand(line.slice(colons)))
    return call.state.strip.addGeneral('poem', `<span class="mw-poem-indented" style="${style}">${verse}</span>`)
  }
  const spaces = /^ +/.exec(line)?.[0].length ?? 0
  return '&#160;'.repeat(spaces) + line.slice(spaces)
}
