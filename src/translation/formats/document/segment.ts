// Documents as lists of texts.

/** A piece of text that is translated as a whole. */
export interface Segment {
  /** What it is, such as a heading or a table cell. */
  readonly kind: string
  readonly text: string
  readonly line: number
  /** Mark-up that the text stands for by number, for comparing the numbers with those of the template. */
  readonly tags?: readonly string[] | undefined
}

export interface ScannedDocument {
  readonly segments: readonly Segment[]
  readonly newline: string
  /** The document with other texts, by index of the segment. */
  write(texts: ReadonlyMap<number, string>): Uint8Array
}
