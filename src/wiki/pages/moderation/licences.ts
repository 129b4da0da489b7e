import type { Visit } from '../visit.ts'

/** A licence that uploaders can choose: the wikitext for the description page, and its name. */
export type Licence = readonly [wikitext: string, name: string]

const creative = (name: string, path: string): Licence => [`[https://creativecommons.org/${path}/ ${name}]`, name]

/** Used without `MediaWiki:Licenses`. */
const USUAL: readonly Licence[] = [
  creative('CC BY-SA 4.0', 'licenses/by-sa/4.0'),
  creative('CC BY 4.0', 'licenses/by/4.0'),
  creative('CC0 1.0', 'publicdomain/zero/1.0'),
]

/** Licences of `MediaWiki:Licenses`, one per line: `** Template|Name`. Lines without a bar are headings. */
export function licencesOf({ words }: Visit): readonly Licence[] {
  const own = words.own('licenses')
  if (own === undefined) return USUAL
  return own.split('\n').flatMap((line): Licence[] => {
    const [, template = '', label = ''] = /^\*+\s*([^|]+?)\s*\|\s*(.+?)\s*$/.exec(line) ?? []
    if (template === '') return []
    return [[`{{${template}}}`, words.has(label) ? words.text(label) : label]]
  })
}

/** Heading above the licence on the description page, in the language of the wiki. */
export function licenceHeading({ wiki, site }: Visit): string {
  const { texts } = wiki.services
  return texts.in(texts.choose([site.language]))('upload.licence')
}

/** The text of a description page. */
export const withLicence = (visit: Visit, description: string, licence: string): string =>
  licencesOf(visit).some(([wikitext]) => wikitext === licence)
    ? `${description}\n\n== ${licenceHeading(visit)} ==\n${licence}`.trim()
    : description
