// Camera metadata in photographs, under its standard names.

type Kind = 'text' | 'short' | 'number' | 'ratio' | 'signed ratio' | 'bytes'
type Tag = readonly [name: string, kind: Kind, count?: number]

const IMAGE: Readonly<Record<number, Tag>> = {
  256: ['ImageWidth', 'number'],
  257: ['ImageLength', 'number'],
  258: ['BitsPerSample', 'short', 3],
  259: ['Compression', 'short'],
  262: ['PhotometricInterpretation', 'short'],
  270: ['ImageDescription', 'text'],
  271: ['Make', 'text'],
  272: ['Model', 'text'],
  274: ['Orientation', 'short'],
  277: ['SamplesPerPixel', 'short'],
  282: ['XResolution', 'ratio'],
  283: ['YResolution', 'ratio'],
  284: ['PlanarConfiguration', 'short'],
  296: ['ResolutionUnit', 'short'],
  305: ['Software', 'text'],
  306: ['DateTime', 'text'],
  315: ['Artist', 'text'],
  318: ['WhitePoint', 'ratio', 2],
  319: ['PrimaryChromaticities', 'ratio', 6],
  529: ['YCbCrCoefficients', 'ratio', 3],
  530: ['YCbCrSubSampling', 'short', 2],
  531: ['YCbCrPositioning', 'short'],
  532: ['ReferenceBlackWhite', 'ratio', 6],
  33432: ['Copyright', 'text'],
}

const SHOT: Readonly<Record<number, Tag>> = {
  33434: ['ExposureTime', 'ratio'],
  33437: ['FNumber', 'ratio'],
  34850: ['ExposureProgram', 'short'],
  34852: ['SpectralSensitivity', 'text'],
  34855: ['ISOSpeedRatings', 'short'],
  36864: ['ExifVersion', 'bytes'],
  36867: ['DateTimeOriginal', 'text'],
  36868: ['DateTimeDigitized', 'text'],
  37121: ['ComponentsConfiguration', 'bytes'],
  37122: ['CompressedBitsPerPixel', 'ratio'],
  37377: ['ShutterSpeedValue', 'signed ratio'],
  37378: ['ApertureValue', 'ratio'],
  37379: ['BrightnessValue', 'signed ratio'],
  37380: ['ExposureBiasValue', 'signed ratio'],
  37381: ['MaxApertureValue', 'ratio'],
  37382: ['SubjectDistance', 'ratio'],
  37383: ['MeteringMode', 'short'],
  37384: ['LightSource', 'short'],
  37385: ['Flash', 'short'],
  37386: ['FocalLength', 'ratio'],
  37396: ['SubjectArea', 'short', 4],
  37510: ['UserComment', 'bytes'],
  37520: ['SubSecTime', 'text'],
  37521: ['SubSecTimeOriginal', 'text'],
  37522: ['SubSecTimeDigitized', 'text'],
  40960: ['FlashPixVersion', 'bytes'],
  40961: ['ColorSpace', 'short'],
  40964: ['RelatedSoundFile', 'text'],
  41483: ['FlashEnergy', 'ratio'],
  41486: ['FocalPlaneXResolution', 'ratio'],
  41487: ['FocalPlaneYResolution', 'ratio'],
  41488: ['FocalPlaneResolutionUnit', 'short'],
  41492: ['SubjectLocation', 'short', 2],
  41493: ['ExposureIndex', 'ratio'],
  41495: ['SensingMethod', 'short'],
  41728: ['FileSource', 'bytes'],
  41729: ['SceneType', 'bytes'],
  41985: ['CustomRendered', 'short'],
  41986: ['ExposureMode', 'short'],
  41987: ['WhiteBalance', 'short'],
  41988: ['DigitalZoomRatio', 'ratio'],
  41989: ['FocalLengthIn35mmFilm', 'short'],
  41990: ['SceneCaptureType', 'short'],
  41991: ['GainControl', 'short'],
  41992: ['Contrast', 'short'],
  41993: ['Saturation', 'short'],
  41994: ['Sharpness', 'short'],
  41996: ['SubjectDistanceRange', 'short'],
  42016: ['ImageUniqueID', 'text'],
}

const PLACE: Readonly<Record<number, Tag>> = {
  1: ['GPSLatitudeRef', 'text'],
  2: ['GPSLatitude', 'ratio', 3],
  3: ['GPSLongitudeRef', 'text'],
  4: ['GPSLongitude', 'ratio', 3],
  5: ['GPSAltitudeRef', 'bytes'],
  6: ['GPSAltitude', 'ratio'],
  7: ['GPSTimeStamp', 'ratio', 3],
  18: ['GPSMapDatum', 'text'],
  29: ['GPSDateStamp', 'text'],
}

const SHOT_POINTER = 34665
const PLACE_POINTER = 34853
/** Bytes per value, by type. */
const SIZES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8 }
const MAX_TAGS = 1000
const LONGEST_VALUE = 60_000

/** Parses an EXIF block; empty when it is broken. */
export function readExif(block: Buffer): Record<string, unknown> {
  try {
    const order = block.toString('latin1', 0, 2)
    if (order !== 'II' && order !== 'MM') return {}
    const view = new View(block, order === 'II')
    const pointers = new Map<number, number>()
    const fields = view.directory(view.long(4), IMAGE, pointers)
    const shot = pointers.get(SHOT_POINTER)
    const place = pointers.get(PLACE_POINTER)
    if (shot !== undefined) Object.assign(fields, view.directory(shot, SHOT, pointers))
    if (place !== undefined) Object.assign(fields, withCoordinates(view.directory(place, PLACE, pointers)))
    return decoded(fields)
  } catch (error) {
    if (error instanceof RangeError) return {}
    throw error
  }
}

class View {
  readonly #block: Buffer
  readonly #isLittle: boolean

  constructor(block: Buffer, isLittle: boolean) {
    this.#block = block
    this.#isLittle = isLittle
  }

  short(at: number): number {
    return this.#isLittle ? this.#block.readUInt16LE(at) : this.#block.readUInt16BE(at)
  }

  long(at: number): number {
    return this.#isLittle ? this.#block.readUInt32LE(at) : this.#block.readUInt32BE(at)
  }

  signed(at: number): number {
    return this.#isLittle ? this.#block.readInt32LE(at) : this.#block.readInt32BE(at)
  }

  directory(at: number, tags: typeof IMAGE, pointers: Map<number, number>): Record<string, unknown> {
    const fields: Record<string, unknown> = {}
    const count = Math.min(this.short(at), MAX_TAGS)
    for (let entry = at + 2; entry < at + 2 + count * 12; entry += 12) {
      const id = this.short(entry)
      if (id === SHOT_POINTER || id === PLACE_POINTER) pointers.set(id, this.long(entry + 8))
      const tag = tags[id]
      const value = tag && this.#value(tag, entry)
      if (tag && value !== null && value !== undefined) fields[tag[0]] = value
    }
    return fields
  }

  #value([, kind, wanted = 1]: Tag, entry: number): unknown {
    const type = this.short(entry + 2)
    const count = this.long(entry + 4)
    const length = (SIZES[type] ?? 0) * count
    if (length === 0 || length > LONGEST_VALUE) return null
    const at = length <= 4 ? entry + 8 : this.long(entry + 8)
    if (at + length > this.#block.length) return null
    if (kind === 'text') return type === 2 ? plainText(this.#block.subarray(at, at + length)) : null
    if (kind === 'bytes') return this.#block.toString('latin1', at, at + length)
    const one = (index: number): unknown => this.#number(kind, type, at + index * SIZES[type]!)
    if (count !== wanted) return null
    return wanted === 1 ? one(0) : Array.from({ length: wanted }, (_, index) => one(index))
  }

  #number(kind: Kind, type: number, at: number): unknown {
    if (kind === 'ratio') return type === 5 && this.long(at + 4) !== 0 ? `${this.long(at)}/${this.long(at + 4)}` : null
    if (kind === 'signed ratio')
      return type === 10 && this.signed(at + 4) !== 0 ? `${this.signed(at)}/${this.signed(at + 4)}` : null
    if (type === 3) return this.short(at)
    return type === 4 && kind === 'number' ? this.long(at) : null
  }
}

function plainText(bytes: Buffer): string | null {
  const end = bytes.indexOf(0)
  const data = end < 0 ? bytes : bytes.subarray(0, end)
  const text = data.toString()
  const shown = (text.includes('\ufffd') ? new TextDecoder('windows-1252').decode(data) : text).trim()
  return shown === '' ? null : shown
}

const quotient = (ratio: unknown): number => {
  const [above, below] = String(ratio).split('/').map(Number)
  return above! / below!
}

/** Converts coordinates to signed decimal degrees. */
function withCoordinates(fields: Record<string, unknown>): Record<string, unknown> {
  const { GPSAltitudeRef: below, ...shown } = fields
  for (const name of ['GPSLatitude', 'GPSLongitude']) {
    const { [name]: value, [`${name}Ref`]: direction } = shown
    delete shown[`${name}Ref`]
    delete shown[name]
    if (!Array.isArray(value) || value.includes(null) || !/^[NSEW]$/.test(String(direction))) continue
    const [degrees, minutes, seconds] = value.map(quotient)
    const sum = degrees! + minutes! * (1 / 60) + seconds! * (1 / 3600)
    shown[name] = direction === 'S' || direction === 'W' ? -sum : sum
  }
  if (typeof shown.GPSAltitude === 'string')
    shown.GPSAltitude = quotient(shown.GPSAltitude) * (below === '\u0001' ? -1 : 1)
  return shown
}

/** Decodes values packed into bytes. */
function decoded(fields: Record<string, unknown>): Record<string, unknown> {
  const shown = { ...fields }
  for (const name of ['FileSource', 'SceneType'])
    if (typeof shown[name] === 'string') shown[name] = (shown[name] as string).charCodeAt(0)
  if (typeof shown.ComponentsConfiguration === 'string') {
    const parts = [...shown.ComponentsConfiguration].map((part, index) => [index, part.charCodeAt(0)])
    shown.ComponentsConfiguration = { ...Object.fromEntries(parts), _type: 'ol' }
  }
  if (typeof shown.UserComment === 'string') {
    const text = Buffer.from(shown.UserComment.slice(8), 'latin1')
      .toString()
      .replace(/^[\0\s]+|[\0\s]+$/g, '')
    if (text === '') delete shown.UserComment
    else shown.UserComment = text
  }
  for (const [name, value] of Object.entries(shown))
    if (value === null || (Array.isArray(value) && value.includes(null))) delete shown[name]
    else if (Array.isArray(value)) shown[name] = { ...value, _type: 'ol' }
  return shown
}
