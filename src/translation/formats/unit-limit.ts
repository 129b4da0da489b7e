import { defaultMaxUnits, type ParseOptions } from './format.ts'
import { FormatError } from './format-error.ts'

/**
 * Call it for each unit while reading: it ends the reading at the first one too many, so that the rest of the file costs neither
 * time nor memory. `parts` is for readers that only see the pieces of units, such as their plural forms.
 */
export function unitCounter({ maxUnits = defaultMaxUnits }: Pick<ParseOptions, 'maxUnits'>, parts = 1): () => void {
  let count = 0
  return () => {
    if (++count > maxUnits * parts)
      throw new FormatError(`the file has more than ${maxUnits} strings, which is the most that a file may have`)
  }
}
