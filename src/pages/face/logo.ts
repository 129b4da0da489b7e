import { createHash } from 'node:crypto'
import type { Services } from '#core/services.ts'
import { type ChosenFace, LOGO, type StoredFace, saveFace } from '#core/site-face.ts'
import type { TextKey } from '#html/texts/index.ts'
import { deleteSetting, readSetting, writeSetting } from '#store/site-settings.ts'
import type { Reader } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { drawElsewhere } from '#wiki/files/draw-elsewhere.ts'
import { refuseCostlyEffects } from '#wiki/files/drawing-cost.ts'
import { FileError } from '#wiki/files/file-error.ts'
import { inspectFile } from '#wiki/files/inspect/inspect-file.ts'

export const MAX_LOGO_BYTES = 1024 * 1024
export const MAX_LOGO_SIDE = 4096
/** Longer drawings are shown as PNG, because every page loads the logo. */
const LONGEST_DRAWING = 100_000
/** Pixels, for high-density screens and icons on phones. */
const SIDE = 256
const SECONDS = 10

/** A logo as it is served. Pictures are always converted, so that nothing but pixels remains. */
export interface Logo {
  /** SVG if the original is a short drawing. */
  readonly svg: Buffer | null
  readonly png: Buffer
}

export type LogoProblem = Extract<TextKey, `face.logo_${string}`>

/** Reads an uploaded picture, or says why it cannot be the logo. */
export async function readLogo(content: Buffer): Promise<Logo | LogoProblem> {
  if (content.length === 0) return 'face.logo_missing'
  if (content.length > MAX_LOGO_BYTES) return 'face.logo_too_big'
  const start = content.subarray(0, 12).toString('latin1')
  if (/^\x89PNG\r\n\x1a\n|^RIFF.{4}WEBP/s.test(start)) return readPicture(content)
  return readDrawing(content)
}

async function readPicture(content: Buffer): Promise<Logo | LogoProblem> {
  // Loaded lazily: the image library takes longer to load than the rest of the server.
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(content, { limitInputPixels: MAX_LOGO_SIDE ** 2, failOn: 'error' })
    const { width, height } = await sharp(content, { limitInputPixels: false }).metadata()
    if (Math.max(width, height) > MAX_LOGO_SIDE) return 'face.logo_too_large'
    const fitted = picture.autoOrient().resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
    return { svg: null, png: await fitted.png({ compressionLevel: 9 }).timeout({ seconds: SECONDS }).toBuffer() }
  } catch {
    return 'face.logo_damaged'
  }
}

async function readDrawing(content: Buffer): Promise<Logo | LogoProblem> {
  const { facts, partFault } = await inspectFile(content, 'svg')
  if (!/<(?:[\w-]+:)?svg[\s>]/i.test(content.toString('utf8'))) return 'face.logo_unknown'
  if (partFault !== null) return 'face.logo_scripts'
  const { mime, width, height } = facts
  if (mime !== 'image/svg+xml' || !(width > 0) || !(height > 0)) return 'face.logo_damaged'
  try {
    refuseCostlyEffects(content.toString())
    const scale = SIDE / Math.max(width, height)
    const sides = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
    const order = { prefix: '', mime: 'image/png', params: { width: sides.width }, ...sides }
    const density = Math.min(Math.max((72 * sides.width) / width, 1), 2400)
    const png = await drawElsewhere(content, { order, density })
    return { svg: content.length > LONGEST_DRAWING ? null : content, png }
  } catch (error) {
    if (error instanceof FileError) return 'face.logo_costly'
    throw error
  }
}

/** Makes a picture the logo, or removes it. Returns false if someone else changed the face meanwhile. */
export async function saveLogo(
  services: Services,
  before: StoredFace,
  logo: Logo | null,
  accountId: number,
): Promise<boolean> {
  const { logo: _, ...others } = before.chosen
  const chosen: ChosenFace = logo === null ? others : { ...others, logo: namesOf(logo) }
  return services.store
    .transaction(async tx => {
      if (logo === null) await deleteSetting(tx, LOGO)
      else
        await writeSetting(tx, LOGO, {
          svg: logo.svg?.toString('base64') ?? null,
          png: logo.png.toString('base64'),
        })
      const isSaved = await saveFace(tx, services.clock, before, chosen, accountId)
      if (!isSaved) throw new ChangedMeanwhile()
      return true
    })
    .catch(error => {
      if (error instanceof ChangedMeanwhile) return false
      throw error
    })
}

/** Rolls back. */
class ChangedMeanwhile extends Error {}

const namesOf = ({ svg, png }: Logo): NonNullable<ChosenFace['logo']> => ({
  digest: createHash('sha256')
    .update(svg ?? png)
    .digest('base64url')
    .slice(0, 16),
  type: svg === null ? 'image/png' : 'image/svg+xml',
})

/** The stored logo; null if there is none. */
export async function storedLogo(db: Reader): Promise<Logo | null> {
  const { svg, png } = storedObject<{ svg: unknown; png: unknown }>(await readSetting(db, LOGO))
  if (typeof png !== 'string') return null
  return { svg: typeof svg === 'string' ? Buffer.from(svg, 'base64') : null, png: Buffer.from(png, 'base64') }
}
