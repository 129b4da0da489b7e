import { mergeMetadata } from './merge-metadata.ts'
import { BrokenPicture, brokenPicture, type PictureFacts } from './picture-facts.ts'

/** Maximum number of blocks, against files made to be slow. */
const MAX_BLOCKS = 2_000_000
const FRAME = 0x2c
const EXTENSION = 0x21
const END = 0x3b
const XMP_NAME = 'XMP DataXMP'
const XMP_TRAILER = 257

export async function gifFacts(bytes: Buffer): Promise<PictureFacts> {
  try {
    return await new GifReader(bytes).read()
  } catch (error) {
    if (error instanceof BrokenPicture || error instanceof RangeError) return brokenPicture('0')
    throw error
  }
}

class GifReader {
  readonly #bytes: Buffer
  #at = 13
  #frames = 0
  #seconds = 0
  #isLooped = false
  #bits: number
  #xmp: Buffer | undefined
  readonly #comments: string[] = []

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) throw new BrokenPicture()
    this.#bits = (bytes.readUInt8(10) & 7) + 1
  }

  async read(): Promise<PictureFacts> {
    const [width, height] = [this.#bytes.readUInt16LE(6), this.#bytes.readUInt16LE(8)]
    this.#skipColours(this.#bytes.readUInt8(10))
    while (this.#next()) {}
    const native = this.#comments.length > 0 ? { GIFFileComment: this.#comments } : {}
    const said = await mergeMetadata({ native, xmp: this.#xmp })
    return {
      width,
      height,
      bits: this.#bits,
      metadata: {
        frameCount: this.#frames,
        looped: this.#isLooped,
        duration: this.#seconds,
        metadata: { ...said, _MW_GIF_VERSION: 1 },
      },
    }
  }

  #blocks = 0

  #byte(): number {
    if (++this.#blocks > MAX_BLOCKS) throw new BrokenPicture()
    return this.#bytes.readUInt8(this.#at++)
  }

  #next(): boolean {
    if (this.#isCutOff) return false
    const mark = this.#byte()
    if (mark === END) return false
    if (mark === FRAME) this.#frame()
    else if (mark === EXTENSION) this.#extension(this.#byte())
    else throw new BrokenPicture()
    return true
  }

  #frame(): void {
    this.#frames++
    this.#at += 8
    const flags = this.#byte()
    this.#bits = (flags & 7) + 1
    this.#skipColours(flags)
    this.#at++
    this.#skipBlocks()
  }

  #skipColours(flags: number): void {
    if ((flags & 0x80) !== 0) this.#at += 3 * 2 ** ((flags & 7) + 1)
  }

  #extension(kind: number): void {
    if (kind === 0xf9) {
      this.#seconds += this.#bytes.readUInt16LE(this.#at + 2) * 0.01
      this.#at += 5
      if (this.#byte() !== 0) throw new BrokenPicture()
    } else if (kind === 0xfe) this.#comment()
    else if (kind === 0xff) this.#application()
    else this.#skipBlocks()
  }

  #comment(): void {
    const blocks: Buffer[] = []
    for (let length = this.#byte(); length > 0; length = this.#byte()) {
      blocks.push(this.#bytes.subarray(this.#at, this.#at + length))
      this.#at += length
    }
    const data = Buffer.concat(blocks)
    if (data.length === 0) throw new BrokenPicture()
    const text = data.toString()
    const comment = text.includes('\ufffd') ? new TextDecoder('windows-1252').decode(data) : text
    if (this.#comments.at(-1) !== comment) this.#comments.push(comment)
  }

  #application(): void {
    const length = this.#bytes.readUInt8(this.#at)
    const name = this.#bytes.toString('latin1', this.#at + 1, this.#at + 1 + length)
    if (name !== 'NETSCAPE2.0' && name !== XMP_NAME) {
      this.#skipBlocks()
      return
    }
    this.#at += 1 + length
    if (name === XMP_NAME) {
      this.#readXmp()
      return
    }
    if (this.#bytes.readUInt16BE(this.#at) !== 0x0301) throw new BrokenPicture()
    if (this.#bytes.readUInt16LE(this.#at + 2) !== 1) this.#isLooped = true
    this.#at += 5
  }

  /** XMP is not split into sub-blocks; a trailer makes other readers find the end. */
  #readXmp(): void {
    const start = this.#at
    this.#skipBlocks()
    const block = this.#bytes.subarray(start, this.#at - 1)
    const trailer = block.subarray(-XMP_TRAILER)
    const isWhole = trailer.readUIntBE(0, 3) === 0x01fffe && trailer.readUInt32BE(XMP_TRAILER - 4) === 0x03020100
    if (!isWhole) throw new BrokenPicture()
    this.#xmp = block.subarray(0, -XMP_TRAILER)
  }

  #skipBlocks(): void {
    for (let length = this.#byte(); length > 0; length = this.#byte()) {
      this.#at += length
      if (this.#isCutOff) return
    }
  }

  /** Whether the file is truncated; everything read before that is valid. */
  get #isCutOff(): boolean {
    return this.#at > this.#bytes.length
  }
}
