// Contributors in the header comment of PO files: "# Name <email>, 2025, 2026."

/** Weblate's name of the add-on. */
export const CONTRIBUTORS = 'weblate.gettext.authors'

const LINE = /^# (.*?)((?:, \d{4}(?:-\d{4})?)+)\.?$/

/** Adds a contributor and the year to the comment before the header, unless they are listed. */
export function withContributor(content: Uint8Array, contributor: string, year: number): Uint8Array {
  const text = Buffer.from(content).toString('latin1')
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const name = Buffer.from(contributor.replace(/[\r\n]+/g, ' ')).toString('latin1')
  const lines = text.split(newline)
  const end = lines.findIndex(line => !/^#(?:\s|$)/.test(line))
  if (end === -1) return content
  const own = lines.slice(0, end).findIndex(line => LINE.exec(line)?.[1] === name)
  if (own !== -1) {
    const years = LINE.exec(lines[own]!)![2]!
    if (isListed(years, year)) return content
    lines[own] = `# ${name}${years}, ${year}.`
  } else {
    // An empty comment line often separates the list from the header.
    const at = end > 0 && lines[end - 1]!.trim() === '#' ? end - 1 : end
    lines.splice(at, 0, `# ${name}, ${year}.`)
  }
  return Buffer.from(lines.join(newline), 'latin1')
}

const isListed = (years: string, year: number): boolean =>
  [...years.matchAll(/(\d{4})(?:-(\d{4}))?/g)].some(
    ([, from, to]) => Number(from) <= year && year <= Number(to ?? from),
  )
