/** What a picture's own bytes say of it. */
export interface PictureFacts {
  readonly width: number
  readonly height: number
  readonly bits: number
  /** As it is kept and shown: MediaWiki's names. */
  readonly metadata: Readonly<Record<string, unknown>>
}

/** What is told in several places of one file: the first that says something is believed. */
export interface Sayings {
  readonly exif?: Said
  readonly newerIptc?: Said
  readonly iptc?: Said
  /** What the format itself has a place for. */
  readonly native?: Said
  /** A block of XMP, which is still to be read. */
  readonly xmp?: Buffer | undefined
}

export type Said = Readonly<Record<string, unknown>>

/** A file that says what it is and then breaks off or contradicts itself: it is kept, but nothing is known of it. */
export const brokenPicture = (mark: string): PictureFacts => ({
  width: 0,
  height: 0,
  bits: 0,
  metadata: { _error: mark },
})

/** Thrown by readers of formats; the file ends too early or makes no sense. */
export class BrokenPicture extends Error {}
