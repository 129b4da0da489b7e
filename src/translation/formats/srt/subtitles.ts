// Shared by subtitle formats: a text per interval of time. The interval is the key, so translations follow the times of
// their template.

import { distinctIds } from '../distinct-ids.ts'
import { type Decoded, decodeUtf8Or, newlineOf } from '../encoding.ts'
import type { CreateOptions, FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { type Pair, pairFile } from '../pair-file.ts'
import { shown, singleForm } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'

export interface Cue extends Omit<Pair, 'key' | 'target' | 'note'> {
  readonly from: string
  readonly to: string
  readonly text: string
  readonly note?: string
}

export interface SubtitleFile {
  // What the file says about its cues.
  readonly head: string
  readonly count: number
  readonly newline: string
}

export interface SubtitleSyntax {
  readonly id: string
  readonly name: string
  // A time as the file writes it.
  readonly time: RegExp
  readonly scan: (text: string, count: () => void) => { cues: Cue[]; top?: number; bottom?: number }
  readonly write: (value: string, newline: string, cue: Cue, text: string) => string
  readonly statement: (from: string, to: string, value: string, file: SubtitleFile) => string
  readonly head?: (text: string) => string
  readonly refuses: (text: string) => string | undefined
  // A blank line separates cues.
  readonly isSpaced?: boolean
  // A file without cues.
  readonly empty?: (template: string | undefined) => string
}

export function subtitleFormat(syntax: SubtitleSyntax): FileFormat {
  const format: FileFormat = {
    id: syntax.id,
    name: syntax.name,
    extensions: [syntax.id],
    monolingual: true,
    restricted: true,
    refuses: syntax.refuses,
    states: [],
    flags: [],
    parse: (bytes, options = {}) => parse(bytes, options, syntax),
    create: options => create(options, syntax, format),
  }
  return format
}

const decodeSubtitles = (bytes: Uint8Array, options: ParseOptions): Decoded =>
  decodeUtf8Or('windows-1252', bytes, options)

interface SubtitlePair extends Pair {
  readonly cue: Cue
}

function parse(bytes: Uint8Array, options: ParseOptions, syntax: SubtitleSyntax): ParsedFile {
  const decoded = decodeSubtitles(bytes, options)
  const { text } = decoded
  const newline = newlineOf(text, options.template?.layout.newline)
  const { cues, top, bottom } = syntax.scan(text, unitCounter(options))
  const distinct = distinctIds()
  const file: SubtitleFile = { head: syntax.head?.(text) ?? '', count: cues.length, newline }
  const pairs = cues.map(cue => ({
    ...cue,
    key: distinct(`${cue.from}-->${cue.to}`),
    target: [cue.text],
    note: cue.note ?? '',
    cue,
  }))
  return pairFile<SubtitlePair>({
    format: syntax.id,
    decoded,
    options,
    pairs,
    ...(top !== undefined && { top }),
    ...(bottom !== undefined && { bottom }),
    declareUtf8: each => each,
    ...(syntax.isSpaced && {
      place: (_: string, anchor: Pair | null | undefined) => {
        const at = anchor === null ? (pairs[0]?.start ?? 0) : (anchor?.end ?? text.length)
        return { at, before: at === 0 || /\n\r?\n$/.test(text.slice(Math.max(0, at - 4), at)) ? '' : newline }
      },
    }),
    details: ({ cue }) => ({ context: `${cue.from}-->${cue.to}` }),
    value: (target, { key, cue }) => syntax.write(checked(target, key), newline, cue, text),
    statement: (added, key) => {
      const times = key
        .replace(/\u0018\d+$/, '')
        .split('-->')
        .map(time => time.trim())
      if (times.length !== 2 || times.some(time => !syntax.time.test(time)))
        throw new FormatError(`"${shown(key)}" is no interval of time, such as ${example(syntax)}`)
      return syntax.statement(times[0]!, times[1]!, checked(added.target, key), file)
    },
  })

  function checked(target: readonly string[], key: string): string {
    const value = singleForm(target, key)
    const why = syntax.refuses(value)
    if (why !== undefined) throw new FormatError(why)
    return value
  }
}

const example = ({ id }: SubtitleSyntax): string =>
  id === 'srt' ? '00:00:01,000-->00:00:02,500' : id === 'sub' ? '25-->60' : '0:00:01.00-->0:00:02.50'

// A new language has the times of the template, without texts.
function create({ template, maxBytes }: CreateOptions, syntax: SubtitleSyntax, format: FileFormat): Uint8Array {
  if (template === undefined) return Buffer.from(syntax.empty?.(undefined) ?? '')
  const { text } = decodeSubtitles(template, { maxBytes })
  const file = format.parse(Buffer.from(text))
  return file.serialize({ update: file.units.map(({ id }) => ({ id, target: [''] })) })
}
