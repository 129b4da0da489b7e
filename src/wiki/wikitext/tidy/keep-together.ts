/** Blanks where no line should end: before signs that some languages set apart, and inside of their quotation marks. */
export function keepTogether(text: string): string {
  return text
    .replaceAll('\u00a0', '&#160;')
    .replace(/ (?=[?:;!%»›](?![\p{L}\p{N}_]))/gu, '&#160;')
    .replace(/([«‹]) /g, '$1&#160;')
}
