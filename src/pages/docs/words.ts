/** Escapes plain text for Markdown. Only code in backquotes stays markup. */
export const prose = (text: string): string =>
  text
    .replace(/<\/?(?:var|kbd|code)>/g, '`')
    .split(/(`[^`]*`)/)
    .map((part, place) => (place % 2 === 1 ? part : part.replace(/[\\*_[\]<>|#]/g, '\\$&')))
    .join('')

/** A name or value as inline code. */
export const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)

/** A table cell: one line, with bars escaped. */
export const cell = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/(?<!\\)\|/g, '\\|')

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(row => `| ${row.map(cell).join(' | ')} |`).join('\n')

/** An example request. Pages show a Run button for it. */
export const request = (method: string, address: string): string => `\`\`\`http\n${method} ${address}\n\`\`\``
