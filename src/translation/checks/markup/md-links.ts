// Links in Markdown.
import { targetCheck } from '../check.ts'
import { sameSet } from '../text.ts'
import { type MarkdownLink, markdownLinks, markdownReferences } from './markdown.ts'

/** Targets that have to stay: relative ones, anchors and templates. Other sites may have a page in the language. */
const fixed = (links: readonly MarkdownLink[]): string[] =>
  links.map(({ target }) => target).filter(target => /^[.#{]/.test(target))

export const mdLink = targetCheck({
  id: 'md-link',
  name: 'Markdown links',
  description: 'The Markdown links of source and translation differ.',
  flag: 'md-text',
  fails: (source, target) => {
    const inSource = markdownLinks(source)
    if (inSource.length === 0) return false
    const inTarget = markdownLinks(target)
    return inSource.length !== inTarget.length || !sameSet(fixed(inSource), fixed(inTarget))
  },
})

const labels = (text: string): string[] => markdownReferences(text).map(({ label }) => label)

export const mdReflink = targetCheck({
  id: 'md-reflink',
  name: 'Markdown references',
  description: 'The Markdown link references of source and translation differ.',
  flag: 'md-text',
  fails: (source, target) => {
    const inSource = labels(source)
    return inSource.length > 0 && !sameSet(inSource, labels(target))
  },
})
