import { targetCheck } from '../check.ts'
import { sameTally } from '../text.ts'
import { asciidocTokens } from './asciidoc.ts'

export const asciidocMarkup = targetCheck({
  id: 'asciidoc-markup',
  name: 'AsciiDoc markup',
  description: 'The AsciiDoc macros, references, anchors or passthroughs of source and translation differ.',
  flag: 'asciidoc-text',
  fails: (source, target) => !sameTally(asciidocTokens(source), asciidocTokens(target)),
})
