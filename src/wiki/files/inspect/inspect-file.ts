import { contentType } from './content-type.ts'
import { DrawingFacts } from './drawing-facts.ts'
import { endingFits, mediaTypeOf, refinedMime } from './file-kinds.ts'
import { gifFacts } from './gif-facts.ts'
import { looksScripted, typeFault } from './hostile-content.ts'
import { type Fault, HostileParts } from './hostile-drawing.ts'
import { jpegFacts } from './jpeg-facts.ts'
import type { PictureFacts } from './picture-facts.ts'
import { pngFacts } from './png-facts.ts'
import { readXml, type XmlElement } from './read-xml.ts'
import { webpFacts } from './webp-facts.ts'
import { xmlText } from './xml-text.ts'

/** Properties of a file, detected from its bytes and extension. */
export interface FileFacts extends PictureFacts {
  readonly size: number
  readonly mime: string
  readonly mediaType: string
}

export interface Inspection {
  readonly facts: FileFacts
  /** Why it is rejected, even while incomplete. */
  readonly partFault: Fault | null
  /** Why the complete file is rejected. */
  readonly fault: Fault | null
}

const PICTURES: Readonly<Record<string, (bytes: Buffer) => PictureFacts | Promise<PictureFacts>>> = {
  'image/gif': gifFacts,
  'image/jpeg': jpegFacts,
  'image/png': pngFacts,
  'image/webp': webpFacts,
}

const NOTHING: PictureFacts = { width: 0, height: 0, bits: 0, metadata: {} }

/** Inspects a file. The extension may be empty; the bytes take precedence over it. */
export async function inspectFile(bytes: Buffer, ending: string): Promise<Inspection> {
  const xml = await inspectXml(bytes)
  const found = contentType(bytes, xml?.isWellFormed ? xml.root : null)
  const mime = refinedMime(found, ending)
  const isDrawing = mime === 'image/svg+xml'
  const picture = isDrawing && xml ? xml.drawing : ((await PICTURES[mime]?.(bytes)) ?? NOTHING)
  const { width, height, bits, metadata } = picture
  const facts = { size: bytes.length, mime, mediaType: mediaTypeOf(mime), width, height, bits, metadata }
  const isSvg = ending.toLowerCase() === 'svg' || found === 'image/svg+xml'
  const drawingFault = isSvg && xml?.isWellFormed ? xml.hostile.fault : null
  const partFault =
    typeFault(bytes, found, ending) ?? (looksScripted(bytes, found, ending) ? ['uploadscripted'] : drawingFault)
  return { facts, partFault, fault: partFault ?? wholeFault(mime, ending, isSvg && !xml?.isWellFormed) }
}

function wholeFault(mime: string, ending: string, isBrokenDrawing: boolean): Fault | null {
  if (ending !== '' && !endingFits(mime, ending)) return ['filetype-mime-mismatch', ending, mime]
  return isBrokenDrawing ? ['uploadinvalidxml'] : null
}

interface XmlInspection {
  readonly isWellFormed: boolean
  readonly root: string
  readonly hostile: HostileParts
  readonly drawing: PictureFacts
}

/** Null for anything that does not look like XML. */
async function inspectXml(bytes: Buffer): Promise<XmlInspection | null> {
  if (!/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*<[\s\S]/.test(bytes.toString('latin1', 0, 1000))) return null
  const text = xmlText(bytes)
  if (text === null) return null
  const [hostile, drawing] = [new HostileParts(), new DrawingFacts()]
  let root = ''
  const first = {
    open(element: XmlElement) {
      if (element.depth === 0) root = element.name
    },
  }
  const isWellFormed = await readXml(text, [first, hostile, drawing])
  const { width, height, metadata } = drawing
  return { isWellFormed, root, hostile, drawing: { width, height, bits: 0, metadata } }
}
