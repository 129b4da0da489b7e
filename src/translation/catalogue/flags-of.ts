import { FlagSyntaxError, Flags } from '../checks/flags.ts'

/** Parses flags. A syntax error disables them all; users see the error when they set flags. */
export function flagsOf(layers: readonly string[]): Flags {
  try {
    return Flags.of(...layers)
  } catch (error) {
    if (error instanceof FlagSyntaxError) return Flags.of()
    throw error
  }
}
