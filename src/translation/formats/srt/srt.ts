// SubRip subtitles: a number, an interval of time, and lines of text up to a blank line.

import { lineEnd } from '../pair-file.ts'
import { type Cue, subtitleFormat } from './subtitles.ts'

const timing = /^(\d{1,3}:\d{1,2}:\d{1,2}[,.]\d{1,3})[ \t]*-->[ \t]*(\d{1,3}:\d{1,2}:\d{1,2}[,.]\d{1,3})/

export const srt = subtitleFormat({
  id: 'srt',
  name: 'SubRip subtitle file',
  time: /^\d{1,3}:\d{1,2}:\d{1,2}[,.]\d{1,3}$/,
  scan,
  // The line break after the text belongs to it, so that a cue can be empty.
  write: (value, newline, { valueStart }, text) => {
    if (value === '') return ''
    const gap = /[\r\n]/.test(text[valueStart - 1] ?? '') ? '' : newline
    return gap + value.replaceAll('\n', newline) + newline
  },
  isSpaced: true,
  statement: (from, to, value, { count, newline }) => {
    const lines = value === '' ? [] : value.split('\n')
    return [`${count + 1}`, `${from} --> ${to}`, ...lines, ''].join(newline)
  },
  refuses: text =>
    text !== '' && /^\s*$/m.test(text)
      ? 'The file format "SubRip subtitle file" does not allow blank lines in a text.'
      : undefined,
})

function scan(text: string, count: () => void): { cues: Cue[] } {
  const cues: Cue[] = []
  let number: number | undefined
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at)
    const line = text.slice(at, end).trim()
    const times = timing.exec(line)
    if (times === null) {
      number = /^\d+$/.test(line) ? at : undefined
      at = end
      continue
    }
    count()
    const valueStart = end
    let valueEnd = end
    while (valueEnd < text.length) {
      const next = lineEnd(text, valueEnd)
      if (text.slice(valueEnd, next).trim() === '') break
      valueEnd = next
    }
    // One blank line separates cues.
    const last = lineEnd(text, valueEnd)
    cues.push({
      from: times[1]!,
      to: times[2]!,
      text: text
        .slice(valueStart, valueEnd)
        .replace(/(?:\r\n|[\r\n])$/, '')
        .replace(/\r\n?/g, '\n'),
      at,
      valueStart,
      valueEnd,
      start: number ?? at,
      end: valueEnd < text.length ? last : valueEnd,
    })
    at = valueEnd
    number = undefined
  }
  return { cues }
}
