// The text of an element without elements in it, and the place of each character in the XML, so that a change of part of
// the text changes only that part of the XML.

import { FormatError, failAt } from '../format-error.ts'
import type { Splice } from '../splice.ts'
import { setContent } from './edit.ts'
import type { XmlElement } from './scanner.ts'
import { escapeText, hasElements, nodeText } from './text.ts'

interface Run {
  // Offset in the text.
  readonly at: number
  readonly length: number
  // Offset in the XML. A reference is one run; in other runs, each character stands for itself.
  readonly start: number
  readonly end: number
  readonly isCdata: boolean
}

export interface MappedText {
  readonly text: string
  // The changes of the XML that change the text.
  splices(changes: readonly Splice[]): Splice[]
}

const CDATA_START = '<![CDATA['

export function mappedText(xml: string, element: XmlElement): MappedText {
  if (hasElements(element)) failAt(xml, element.start, `<${element.name}> contains elements instead of text`)
  const runs: Run[] = []
  let text = ''
  const add = (start: number, end: number, shown: string, isCdata: boolean) => {
    if (start === end) return
    runs.push({ at: text.length, length: shown.length, start, end, isCdata })
    text += shown
  }
  for (const node of element.children) {
    if (node.type === 'cdata') {
      const start = node.start + CDATA_START.length
      addLines(xml, start, node.end - 3, (from, to, shown) => add(from, to, shown, true))
    } else if (node.type === 'text') {
      let at = node.start
      for (const { 0: reference, index } of xml.slice(node.start, node.end).matchAll(/&[^;]*;/g)) {
        const start = node.start + index
        addLines(xml, at, start, (from, to, shown) => add(from, to, shown, false))
        at = start + reference.length
        add(start, at, nodeText(xml, { type: 'text', start, end: at }), false)
      }
      addLines(xml, at, node.end, (from, to, shown) => add(from, to, shown, false))
    }
  }
  const body = xml.slice(element.children[0]?.start ?? 0, element.children.at(-1)?.end ?? 0)
  // Some writers escape quotes, although texts of elements need no such references.
  const escapeAlike = (changed: string) =>
    body.includes('&quot;') && !body.includes('"') ? escapeText(changed).replaceAll('"', '&quot;') : escapeText(changed)
  return {
    text,
    splices: changes => {
      if (runs.length > 0) return changes.map(change => spliceOf(runs, change, escapeAlike))
      return setContent(xml, element, escapeText(changes.map(change => change.text).join('')))
    },
  }
}

// XML has one line break for "\r\n".
function addLines(
  xml: string,
  start: number,
  end: number,
  add: (from: number, to: number, shown: string) => void,
): void {
  let at = start
  for (const { 0: line, index } of xml.slice(start, end).matchAll(/\r\n?/g)) {
    add(at, start + index, xml.slice(at, start + index))
    at = start + index + line.length
    add(start + index, at, '\n')
  }
  add(at, end, xml.slice(at, end))
}

function spliceOf(runs: readonly Run[], { start, end, text }: Splice, escapeAlike: (text: string) => string): Splice {
  const first = runAt(runs, start) ?? runs.at(-1)!
  const last = end > start ? runAt(runs, end - 1)! : first
  if ((first.isCdata || last.isCdata) && !isOneSection(runs, first, last))
    throw new FormatError('a text is spread over several CDATA sections')
  const from = place(first, start)
  const to = end > start ? placeAfter(last, end) : from
  if (!first.isCdata) return { start: from, end: to, text: escapeAlike(text) }
  return { start: from, end: to, text: text.replaceAll(']]>', ']]]]><![CDATA[>') }
}

// Lines of a CDATA section are runs of their own.
function isOneSection(runs: readonly Run[], first: Run, last: Run): boolean {
  const between = runs.slice(runs.indexOf(first), runs.indexOf(last) + 1)
  return between.every((run, i) => run.isCdata && (i === 0 || run.start === between[i - 1]!.end))
}

function runAt(runs: readonly Run[], offset: number): Run | undefined {
  let [low, high] = [0, runs.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const run = runs[middle]!
    if (offset < run.at) high = middle - 1
    else if (offset >= run.at + run.length) low = middle + 1
    else return run
  }
  return undefined
}

const isVerbatim = ({ length, start, end }: Run): boolean => end - start === length

const place = (run: Run, offset: number): number =>
  offset >= run.at + run.length ? run.end : isVerbatim(run) ? run.start + offset - run.at : run.start

const placeAfter = (run: Run, offset: number): number => (isVerbatim(run) ? run.start + offset - run.at : run.end)
