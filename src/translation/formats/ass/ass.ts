// SubStation Alpha subtitles, in both versions: a line per event, whose last field is the text.

import type { FileFormat } from '../format.ts'
import { lineEnd } from '../pair-file.ts'
import { type Cue, subtitleFormat } from '../srt/subtitles.ts'

export const ass = alphaFormat('ass', 'Advanced SubStation Alpha subtitle file', '4.00+')
export const ssa = alphaFormat('ssa', 'SubStation Alpha subtitle file', '4.00')

function alphaFormat(id: string, name: string, version: string): FileFormat {
  const fields =
    id === 'ass'
      ? 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'
      : 'Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'
  return subtitleFormat({
    id,
    name,
    time: /^\d+:\d{2}:\d{2}[.:]\d{2,3}$/,
    scan,
    write: value => lineText(value),
    head: text => /^\[Events\][\s\S]*?^Format:(.*)$/m.exec(text)?.[1] ?? '',
    statement: (from, to, value, { head, newline }) => {
      const names = (head || fields).split(',').map(field => field.trim())
      const known: Readonly<Record<string, string>> = {
        Layer: '0',
        Marked: 'Marked=0',
        Start: from,
        End: to,
        Style: 'Default',
        MarginL: '0',
        MarginR: '0',
        MarginV: '0',
        Text: lineText(value),
      }
      const section = head === '' ? `[Events]${newline}Format: ${fields}${newline}` : ''
      return `${section}Dialogue: ${names.map(field => known[field] ?? '').join(',')}`
    },
    refuses: text =>
      /\r|\\N|^\s|\s$/.test(text)
        ? `The file format "${name}" does not allow "\\N", or spaces at the start or end of a text. Write line breaks as such.`
        : undefined,
    empty: () => `[Script Info]\nScriptType: v${version}\n\n[Events]\nFormat: ${fields}\n`,
  })
}

const lineText = (value: string): string => value.replaceAll('\n', '\\N')

function scan(text: string, count: () => void): { cues: Cue[] } {
  const cues: Cue[] = []
  let isEvents = false
  let names: string[] = []
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at)
    const line = text.slice(at, end).trimEnd()
    if (/^\[.*\]$/.test(line)) isEvents = /^\[Events\]$/i.test(line)
    else if (isEvents && line.startsWith('Format:')) {
      names = line
        .slice(7)
        .split(',')
        .map(name => name.trim().toLowerCase())
    } else if (isEvents && line.startsWith('Dialogue:') && names.at(-1) === 'text') {
      const starts = fieldStarts(line, names.length)
      const field = (name: string) => {
        const i = names.indexOf(name)
        return i === -1 ? '' : line.slice(starts[i], (starts[i + 1] ?? line.length + 1) - 1).trim()
      }
      if (starts.length === names.length) {
        const textStart = starts.at(-1)!
        const lead = /^[ \t]*/.exec(line.slice(textStart))![0].length
        const value = line.slice(textStart + lead)
        count()
        cues.push({
          from: field('start'),
          to: field('end'),
          text: value.replaceAll('\\N', '\n'),
          note: field('name'),
          at,
          valueStart: at + textStart + lead,
          valueEnd: at + line.length,
          start: at,
          end,
        })
      }
    }
    at = end
  }
  return { cues }
}

// Where each field starts; the last one takes the rest of the line.
function fieldStarts(line: string, count: number): number[] {
  const starts = ['Dialogue:'.length]
  while (starts.length < count) {
    const comma = line.indexOf(',', starts.at(-1)!)
    if (comma === -1) break
    starts.push(comma + 1)
  }
  return starts
}
