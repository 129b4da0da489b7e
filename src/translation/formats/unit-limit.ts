import { defaultMaxUnits, type ParseOptions } from './format.ts'
import { FormatError } from './format-error.ts'

/**
 * Call the result for each unit while reading: it throws at the first unit beyond the limit, so that the rest of the file
 * costs neither time nor memory. `parts` is for readers that only see parts of units, such as plural forms.
 */
export function unitCounter({ maxUnits = defaultMaxUnits }: Pick<ParseOptions, 'maxUnits'>, parts = 1): () => void {
  let count = 0
  return () => {
    if (++count > maxUnits * parts)
      throw new FormatError(`the file has more than ${maxUnits} strings, the maximum per file`)
  }
}
