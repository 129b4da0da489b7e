import { targetCheck } from '../check.ts'
import { sameTally } from '../text.ts'
import { codeSpans } from './markdown-emphasis.ts'
import { jsxExpressions } from './mdx.ts'

const expressions = (text: string): string[] => jsxExpressions(text, codeSpans(text))

export const safeMdx = targetCheck({
  id: 'safe-mdx',
  name: 'Safe MDX',
  description: 'The JSX expressions of source and translation differ.',
  flag: 'safe-mdx',
  fails: (source, target) => !sameTally(expressions(source), expressions(target)),
})
