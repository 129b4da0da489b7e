// Thrown by readers and writers when a file or a change cannot be handled. Line and column start at 1.
export class FormatError extends Error {
  readonly reason: string
  readonly line: number | undefined
  readonly column: number | undefined

  constructor(reason: string, place: { line?: number | undefined; column?: number | undefined } = {}) {
    const where =
      place.line === undefined
        ? ''
        : `line ${place.line}${place.column === undefined ? '' : `, column ${place.column}`}: `
    super(where + reason)
    this.name = 'FormatError'
    this.reason = reason
    this.line = place.line
    this.column = place.column
  }
}

// The line and column of an offset. Only used when reporting, so a scan from the start is fine.
export function placeOf(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let lineStart = 0
  for (let next = text.indexOf('\n'); next !== -1 && next < offset; next = text.indexOf('\n', next + 1)) {
    line++
    lineStart = next + 1
  }
  return { line, column: offset - lineStart + 1 }
}

export function failAt(text: string, offset: number, reason: string): never {
  throw new FormatError(reason, placeOf(text, offset))
}
