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

/** The source text of the term or string that flags name as the main variant; empty if there is none. */
export const variantOf = (flags: Flags): string => flags.values('variant')?.[0]?.text ?? ''

/** Whether flags, as text, may name a main variant. */
export const namesVariant = (flags: string): boolean => flags.includes('variant:')
