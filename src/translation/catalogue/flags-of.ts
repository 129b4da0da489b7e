import { FlagSyntaxError, Flags } from '../checks/flags.ts'

/** Flags that cannot be read switch nothing on or off; whoever sets them is told when setting them. */
export function flagsOf(layers: readonly string[]): Flags {
  try {
    return Flags.of(...layers)
  } catch (error) {
    if (error instanceof FlagSyntaxError) return Flags.of()
    throw error
  }
}
