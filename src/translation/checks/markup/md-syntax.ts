import { targetCheck } from '../check.ts'
import { sameSet } from '../text.ts'
import { markdownMarks } from './markdown-emphasis.ts'

const used = (text: string): string[] => markdownMarks(text).map(({ mark }) => mark)

export const mdSyntax = targetCheck({
  id: 'md-syntax',
  name: 'Markdown syntax',
  description: 'Source and translation use different Markdown marks for emphasis, code or links.',
  flag: 'md-text',
  placeables: text =>
    markdownMarks(text).flatMap(({ start, end, mark }) => [
      { start, end: start + mark.length },
      { start: end - mark.length, end },
    ]),
  fails: (source, target) => !sameSet(used(source), used(target)),
})
