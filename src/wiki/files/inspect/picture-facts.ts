/** Properties read from a picture's bytes. */
export interface PictureFacts {
  readonly width: number
  readonly height: number
  readonly bits: number
  /** As stored and shown, under MediaWiki's names. */
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Metadata from several parts of a file; the first that has a value takes precedence. */
export interface MetadataSources {
  readonly exif?: MetadataFields
  readonly newerIptc?: MetadataFields
  readonly iptc?: MetadataFields
  /** Metadata fields of the file format itself. */
  readonly native?: MetadataFields
  /** An unparsed XMP block. */
  readonly xmp?: Buffer | undefined
}

export type MetadataFields = Readonly<Record<string, unknown>>

/** The result for a truncated or inconsistent picture: it is accepted without any properties. */
export const brokenPicture = (mark: string): PictureFacts => ({
  width: 0,
  height: 0,
  bits: 0,
  metadata: { _error: mark },
})

/** Thrown by format readers for truncated or invalid files. */
export class BrokenPicture extends Error {}
