import { targetCheck } from '../check.ts'
import { sameSet } from '../text.ts'
import { markdownReferences } from './markdown.ts'

const labels = (text: string): string[] => markdownReferences(text).map(({ label }) => label)

export const mdReflink = targetCheck({
  id: 'md-reflink',
  name: 'Markdown references',
  description: 'The Markdown link references of source and translation differ.',
  flag: 'md-text',
  fails: (source, target) => {
    const wanted = labels(source)
    return wanted.length > 0 && !sameSet(wanted, labels(target))
  },
})
