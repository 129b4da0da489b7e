// For tests: pages without the line breaks of their templates.

/** Text fields, then line breaks next to a tag, then other line breaks. */
const BREAKS = /(<(textarea|pre)\b[\s\S]*?<\/\2>)|((?<=>)\s*\n\s*|\s*\n\s*(?=<))|\s*\n\s*/g

/** Joins the lines of a page, except in text fields. Tests must not depend on where a template breaks its lines. */
export function joinLines(page: string): string {
  if (!page.startsWith('<!doctype')) return page
  return page
    .replace(/<[a-z][^<>]*>/gi, tag => tag.replace(/\s*\n\s*/g, ' ').replace(/ +>$/, '>'))
    .replace(BREAKS, (_, field?: string, _name?: string, atTag?: string) => field ?? (atTag === undefined ? ' ' : ''))
}
