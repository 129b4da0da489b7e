/** Words that were written as plain text, with names in backquotes, for a Markdown text: nothing else in them is markup. */
export const prose = (text: string): string =>
  text
    .replace(/<\/?(?:var|kbd|code)>/g, '`')
    .split(/(`[^`]*`)/)
    .map((part, place) => (place % 2 === 1 ? part : part.replace(/[\\*_[\]<>|#]/g, '\\$&')))
    .join('')

/** A name or a value, as it goes over the wire. */
export const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)

/** A cell of a table: one line, in which a bar is no border. */
export const cell = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/(?<!\\)\|/g, '\\|')

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(row => `| ${row.map(cell).join(' | ')} |`).join('\n')

/** A request to try, in the form that pages make a button of. */
export const request = (method: string, address: string): string => `\`\`\`http\n${method} ${address}\n\`\`\``
