const SPACES: Readonly<Record<string, string>> = {
  '&#32;': ' ',
  '&nbsp;': '\u00a0',
  '&#160;': '\u00a0',
  '&shy;': '\u00ad',
}

/** Decodes references to spaces, which forms and files would otherwise lose at the ends of a message. */
export const withSpaces = <Text extends string | null>(text: Text): Text =>
  (text?.replace(/&#32;|&nbsp;|&#160;|&shy;/g, reference => SPACES[reference]!) ?? null) as Text
