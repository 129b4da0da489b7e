// What stands after a file's name: how it is shown, where it leads, and its caption.

import type { ShownFile } from '../../host.ts'
import { trim } from '../../text.ts'
import type { Rendering } from '../rendering/rendering.ts'
import { type ImageTarget, preferredTarget, readTarget } from './image-target.ts'
import { type OptionName, writtenOption } from './option-words.ts'
import { plainText } from './plain-text.ts'

const alignments = ['left', 'right', 'center', 'none'] as const
type Alignment = (typeof alignments)[number]

/** Names of styles by their options. */
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
  /** The first of these that is named counts. */
  format?: Format
  /** The file whose picture stands for a thumbnail. */
  standIn?: string
  align?: Alignment
  vertical?: string
  border?: boolean
  width?: number
  height?: number
  /** How much larger or smaller than usual a thumbnail is; 0 stands for the usual measure of upright pictures. */
  upright?: number
  alt?: string
  css?: string
  lang?: string
  target?: ImageTarget
  /** HTML with placeholders. */
  caption: string
}

const isAlignment = (name: OptionName): name is Alignment => (alignments as readonly string[]).includes(name)

/** Whether a frame with room for a caption goes around the image. */
export const isFramed = ({ format }: ImageOptions): boolean => format !== undefined && format !== 'frameless'

/** `parts` are the texts between the bars, their links and quotes already HTML. */
export function readImageOptions(rendering: Rendering, parts: readonly string[], file: ShownFile | null): ImageOptions {
  const options: ImageOptions = { caption: '' }
  for (const part of parts) {
    const text = trim(part)
    const written = writtenOption(rendering.state.words, text)
    if (!written || !take(rendering, options, written.name, written.value, file)) options.caption = text
  }
  return options
}

/** False where the option cannot have this value: then it is a caption. */
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

/** Only drawings have several languages. */
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
