/** Position of an error in a dump: in bytes of the file on disk, or of its decompressed data. */
export interface DumpPlace {
  readonly file: string
  readonly position?: number
  readonly unit?: 'compressed' | 'decompressed'
  /** What was being read, such as a page title or a table name. */
  readonly inside?: string
}

/** An unreadable dump. The message always gives the file, the position and the problem. */
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
