// MicroDVD subtitles: {first frame}{last frame}text, with a bar between lines.

import { lineEnd } from '../pair-file.ts'
import { type Cue, subtitleFormat } from '../srt/subtitles.ts'

export const sub = subtitleFormat({
  id: 'sub',
  name: 'MicroDVD subtitle file',
  time: /^\d+$/,
  scan,
  write: value => value.replaceAll('\n', '|'),
  statement: (from, to, value) => `{${from}}{${to}}${value.replaceAll('\n', '|')}`,
  refuses: text =>
    /[|\r]|^\s|\s$/.test(text)
      ? 'The file format "MicroDVD subtitle file" does not allow vertical bars, or spaces at the start or end of a text.'
      : undefined,
})

function scan(text: string, count: () => void): { cues: Cue[] } {
  const cues: Cue[] = []
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at)
    const head = /\{(\d+)\}\{(\d+)\}[ \t]*/y
    head.lastIndex = at
    const match = head.exec(text)
    if (match !== null && head.lastIndex <= end) {
      count()
      const valueStart = head.lastIndex
      const value = text.slice(valueStart, end).trimEnd()
      cues.push({
        from: match[1]!,
        to: match[2]!,
        text: value.replaceAll('|', '\n'),
        at,
        valueStart,
        valueEnd: valueStart + value.length,
        start: at,
        end,
      })
    }
    at = end
  }
  return { cues }
}
