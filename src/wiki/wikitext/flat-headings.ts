import { preprocess } from './preprocessor/preprocess.ts'
import { sourceOf } from './source.ts'
import type { Steps } from './steps.ts'

/** A heading in a text, with its equals signs. */
export interface Heading {
  readonly level: number
  readonly heading: string
  /** In bytes. */
  readonly offset: number
}

/** The headings of a text in their order, without those of templates. */
export function flatHeadings(text: string, extensionTags: readonly string[], steps?: Steps): Heading[] {
  const headings: Heading[] = []
  let offset = 0
  for (const node of preprocess(text, { extensionTags, included: false, steps })) {
    const source = typeof node === 'string' ? node : sourceOf([node]).text
    if (typeof node !== 'string' && node.type === 'heading')
      headings.push({ level: node.level, heading: source, offset })
    offset += Buffer.byteLength(source)
  }
  return headings
}
