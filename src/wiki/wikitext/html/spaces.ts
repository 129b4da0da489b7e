// Blanks before signs that some languages set apart must not break a line.

const guarded = /(<[^>]*>)| (?=[?:;!%»›](?![\p{L}\p{N}\p{M}\p{Pc}]))|([«‹]) /gu

export function guardSpaces(html: string): string {
  return html.replace(guarded, (_, tag?: string, quote?: string) => tag ?? (quote ? `${quote}&#160;` : '&#160;'))
}
