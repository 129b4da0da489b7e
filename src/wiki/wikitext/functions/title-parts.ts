// #titleparts and #rel2abs: titles as paths.

import { prefixedText } from '#wiki/site/title-format.ts'
import { titleOrNull } from '#wiki/site/titles.ts'
import type { ParseState } from '../state/parse-state.ts'
import { escapeHtml } from '../text.ts'
import { type ParserFunction, plain } from './call.ts'

const maxParts = 25

function titleParts(state: ParseState, [text = '', count = '0', start = '0']: readonly string[]): string {
  const title = titleOrNull(state.site, text)
  if (!title) return text
  const all = prefixedText(state.site, title.ns, title.dbkey).split('/')
  const parts = all.length > maxParts ? [...all.slice(0, maxParts - 1), all.slice(maxParts - 1).join('/')] : all
  const partCount = Number.parseInt(count, 10) || 0
  let offset = Number.parseInt(start, 10) || 0
  if (offset > 0) offset--
  const from = offset < 0 ? Math.max(0, parts.length + offset) : offset
  if (partCount === 0) return parts.slice(from).join('/')
  return parts.slice(from, partCount < 0 ? partCount : from + partCount).join('/')
}

function absolutePath(state: ParseState, [target = '', given = '']: readonly string[]): string {
  const from = given === '' ? prefixedText(state.site, state.page.ns, state.page.dbkey) : given
  const to = target.replace(/(?<![ /])[ /]+$/, '')
  if (to === '' || to === '.') return from
  const relative = to.startsWith('/') || to.startsWith('./') || to.startsWith('../') || to === '..'
  const path: string[] = []
  for (const part of `${relative ? from : ''}/${to}`.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') path.push(part)
    else if (path.pop() === undefined) {
      const message = state.host.message('pfunc_rel2abs_invalid_depth') ?? 'Error: Invalid depth in path: "$1"'
      const whole = relative ? `${from}/${to}` : to
      return `<strong class="error">${escapeHtml(message.replaceAll('$1', () => whole))}</strong>`
    }
  }
  return path.join('/')
}

export const titlePartFunctions: Record<string, ParserFunction> = {
  titleparts: plain(titleParts),
  rel2abs: plain(absolutePath),
}
