// Numbered and selected lines of highlighted code.

import { openTag } from '../markup.ts'

/** Lines of "1,3-5". */
export function selectedLines(written: string): ReadonlySet<number> {
  const lines = new Set<number>()
  for (const part of written.slice(0, 1000).split(',')) {
    const [, from = '', to = from] = /^\s*(\d{1,5})\s*(?:-\s*(\d{1,5})\s*)?$/.exec(part) ?? []
    if (from === '') continue
    for (let line = Number(from); line <= Math.min(Number(to), Number(from) + 1000); line++) lines.add(line)
  }
  return lines
}

/**
 * Adds numbers and marks lines; elements that span several lines are closed and opened again. With `anchor`, each line
 * gets an ID that begins with it, and its number links there.
 */
export function numberedLines(
  html: string,
  first: number | null,
  marked: ReadonlySet<number>,
  anchor: string | null = null,
): string {
  const open: string[] = []
  return html
    .split('\n')
    .map((line, index) => {
      const start = open.join('')
      for (const [tag] of line.matchAll(/<\/?span[^>]*>/g)) {
        if (tag === '</span>') open.pop()
        else open.push(tag)
      }
      const number = first === null ? '' : `<span class="linenos" data-line="${first + index}"></span>`
      const id = `${anchor}-${(first ?? 1) + index}`
      const link = anchor === null ? number : `${openTag('a', [['href', `#${id}`]])}${number}</a>`
      const text = `${link}${start}${line}${'</span>'.repeat(open.length)}`
      const shown = marked.has(index + 1) ? `<span class="hll">${text}</span>` : text
      return anchor === null ? `${shown}\n` : `${openTag('span', [['id', id]])}${shown}\n</span>`
    })
    .join('')
}
