// How elements behave towards the paragraphs that are put around bare text.

const words = (text: string) => new Set(text.split(/\s+/))

/** Elements that stand in paragraphs. All others end them. */
const inline = words(
  `a abbr acronym applet audio b basefont bdi bdo big br button canvas cite code data del dfn em embed font i iframe img
  input ins kbd keygen label legend map mark math menuitem meter noscript object output param picture progress q rb rbc
  rp rt rtc ruby s samp select small span strike strong sub sup svg textarea time track tt u var video`,
)

/** Elements that show nothing: they go where they stand, with or without a paragraph. */
const silent = words('link meta style script template')

/** Elements that a block ends and that begin again behind it. */
const splittable = words('a b big code em font i s small strike strong tt u nobr')

/** Text directly in these gets paragraphs. */
const roots = words('html body blockquote')

export type ElementKind = 'inline' | 'silent' | 'block'

export function kindOf(name: string): ElementKind {
  return inline.has(name) ? 'inline' : silent.has(name) ? 'silent' : 'block'
}

export const isSplittable = (name: string) => splittable.has(name)
export const isRoot = (name: string) => roots.has(name)
