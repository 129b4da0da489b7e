// Image options: format, target and caption.

import type { ShownFile } from '../../host.ts'
import { trim } from '../../text.ts'
import type { Rendering } from '../rendering/rendering.ts'
import { type ImageTarget, preferredTarget, readTarget } from './image-target.ts'
import { type OptionName, writtenOption } from './option-words.ts'
import { plainText } from './plain-text.ts'

const alignments = ['left', 'right', 'center', 'none'] as const
type Alignment = (typeof alignments)[number]

/** CSS values by option. */
const verticals: Partial<Record<OptionName, string>> = {
  baseline: 'baseline',
  sub: 'sub',
  super: 'super',
  top: 'top',
  text_top: 'text-top',
  middle: 'middle',
  bottom: 'bottom',
  text_bottom: 'text-bottom',
}

type Format = 'thumbnail' | 'manualthumb' | 'framed' | 'frameless'

export interface ImageOptions {
  /** The first format counts. */
  format?: Format
  /** The file to show as the thumbnail. */
  standIn?: string
  align?: Alignment
  vertical?: string
  border?: boolean
  width?: number
  height?: number
  /** Thumbnail scale factor; 0 stands for the default of `upright`. */
  upright?: number
  alt?: string
  css?: string
  lang?: string
  target?: ImageTarget
  /** HTML with placeholders. */
  caption: string
}

const isAlignment = (name: OptionName): name is Alignment => (alignments as readonly string[]).includes(name)

/** Whether the image has a frame with a caption. */
export const isFramed = ({ format }: ImageOptions): boolean => format !== undefined && format !== 'frameless'

/** `parts` are the texts between pipes, with links and quotes already converted to HTML. */
export function readImageOptions(rendering: Rendering, parts: readonly string[], file: ShownFile | null): ImageOptions {
  const options: ImageOptions = { caption: '' }
  for (const part of parts) {
    const text = trim(part)
    const written = writtenOption(rendering.state.words, text)
    if (!written || !take(rendering, options, written.name, written.value, file)) options.caption = text
  }
  return options
}

/** False when the value is invalid; the text is then a caption. */
function take(
  rendering: Rendering,
  options: ImageOptions,
  name: OptionName,
  value: string | null,
  file: ShownFile | null,
): boolean {
  if (isAlignment(name)) options.align ??= name
  else if (verticals[name]) options.vertical ??= verticals[name]
  else if (name === 'border') options.border = true
  else if (name === 'upright') return takeUpright(options, value)
  else if (name === 'width') return takeSize(options, value ?? '')
  else if (name === 'alt') options.alt = plainText(rendering, value ?? '')
  else if (name === 'class') options.css = plainText(rendering, value ?? '')
  else if (name === 'lang') return takeLanguage(options, value ?? '', file)
  else if (name === 'link') return takeTarget(rendering, options, value ?? '')
  else if (options.format !== undefined) return false
  else {
    options.format = name as Format
    if (name === 'manualthumb') options.standIn = plainText(rendering, value ?? '')
  }
  return true
}

const numeric = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i

function takeUpright(options: ImageOptions, value: string | null): boolean {
  if (value !== null && !numeric.test(value)) return false
  options.upright = Number(value ?? 0)
  return true
}

const size = /^(\d*)(?:x(\d*))?\s*(?:px)?\s*$/

function takeSize(options: ImageOptions, value: string): boolean {
  const match = size.exec(value)
  if (!match) return false
  const [width, height] = [match[1], match[2]].map(digits => Math.min(Number(digits ?? 0), Number.MAX_SAFE_INTEGER))
  if (width) options.width = width
  if (height) options.height = height
  return Boolean(width || height)
}

/** Only drawings can have several languages. */
export const isLanguageOfDrawing = (file: ShownFile | null, value: string): boolean =>
  Boolean(file?.isDrawing) && /^[a-z]{2,}(?:-[a-z0-9]+)*$/i.test(value)

function takeLanguage(options: ImageOptions, value: string, file: ShownFile | null): boolean {
  if (!isLanguageOfDrawing(file, value)) return false
  options.lang = value
  return true
}

function takeTarget(rendering: Rendering, options: ImageOptions, value: string): boolean {
  const target = readTarget(rendering, plainText(rendering, value))
  const preferred = preferredTarget(options.target, target)
  if (preferred) options.target = preferred
  return target !== null
}
