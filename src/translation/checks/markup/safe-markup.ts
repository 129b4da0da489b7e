// Potentially unsafe markup.
import { targetCheck } from '../check.ts'
import { mergeSpans, replaceSpans } from '../scan.ts'
import { sameTally } from '../text.ts'
import { changesAddresses, isCleanHtml, looksLikeHtml, markupOf } from './html-safety.ts'
import { markdownLinks } from './markdown.ts'
import { codeSpans } from './markdown-emphasis.ts'
import { jsxExpressions } from './mdx.ts'

const withoutMarkdownLinks = (text: string): string => replaceSpans(text, mergeSpans(markdownLinks(text)), () => '')

export const safeHtml = targetCheck({
  id: 'safe-html',
  name: 'Unsafe HTML',
  description: 'The translation contains HTML that is not in the source or is not well-formed.',
  flag: ['safe-html', 'auto-safe-html'],
  fails: (source, target, { flags }) => {
    const html = flags.has('md-text') ? withoutMarkdownLinks : (text: string) => text
    if (!flags.has('safe-html') && !looksLikeHtml(html(source))) return false
    const selfClosingVoid = flags.has('safe-mdx') && !flags.has('ignore-safe-mdx')
    return !isCleanHtml(html(target), markupOf(source), selfClosingVoid) || changesAddresses(source, target)
  },
})

const expressions = (text: string): string[] => jsxExpressions(text, codeSpans(text))

export const safeMdx = targetCheck({
  id: 'safe-mdx',
  name: 'Safe MDX',
  description: 'The JSX expressions of source and translation differ.',
  flag: 'safe-mdx',
  fails: (source, target) => !sameTally(expressions(source), expressions(target)),
})
