/** Where in a dump something went wrong: bytes of the file as it lies on disk, or of what it decompresses to. */
export interface DumpPlace {
  readonly file: string
  readonly position?: number
  readonly unit?: 'compressed' | 'decompressed'
  /** What the reader was busy with, such as the title of a page or the name of a table. */
  readonly inside?: string
}

/** A dump that cannot be read. The message always says which file, where in it, and what was wrong. */
export class DumpError extends Error {
  override readonly name = 'DumpError'
  readonly file: string
  readonly position: number | undefined
  readonly inside: string | undefined

  constructor(problem: string, place: DumpPlace, options?: ErrorOptions) {
    super(describe(problem, place), options)
    this.file = place.file
    this.position = place.position
    this.inside = place.inside
  }
}

function describe(problem: string, place: DumpPlace): string {
  const where =
    place.position === undefined
      ? ''
      : ` at byte ${place.position}${place.unit === 'decompressed' ? ' of the decompressed data' : ''}`
  const inside = place.inside === undefined ? '' : ` (in ${place.inside})`
  return `${place.file}: ${problem}${where}${inside}`
}
