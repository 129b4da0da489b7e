import type { FluentEntry } from '../../values/fluent/syntax.ts'
import { sourceCheck, targetCheck } from '../check.ts'
import { htmlNodes, htmlText } from './html-nodes.ts'
import { attributesStart, messageOf } from './message.ts'
import { flatVariants } from './variants.ts'

// The elements of each variant of the value; undefined for a variant that is not valid.
function variants(message: FluentEntry | undefined): (string[] | undefined)[] {
  const flat = message?.value && flatVariants(message.value)
  return flat?.map(pattern => htmlNodes(htmlText(pattern))) ?? []
}

const TAG = /<\/?[A-Za-z][^<>]*>/g

export const fluentSourceInnerHtml = sourceCheck({
  id: 'fluent-source-inner-html',
  name: 'Fluent source inner HTML',
  description: 'The value of the source string is not valid HTML.',
  flag: 'fluent-source-inner-html',
  fails: (sources, unit) => sources.some(source => variants(messageOf(source, unit)).includes(undefined)),
})

export const fluentTargetInnerHtml = targetCheck({
  id: 'fluent-target-inner-html',
  name: 'Fluent translation inner HTML',
  description: 'The translation is not valid HTML, or its elements differ from those of the source.',
  flag: 'fluent-target-inner-html',
  placeables: (text, unit) => {
    if (messageOf(text, unit) === undefined) return []
    return Array.from(text.slice(0, attributesStart(text)).matchAll(TAG), ({ 0: match, index }) => ({
      start: index,
      end: index + match.length,
    }))
  },
  fails: (source, target, unit) => {
    const actual = variants(messageOf(target, unit))
    if (actual.includes(undefined)) return true
    const expected = variants(messageOf(source, unit))
    // Another check reports invalid sources.
    if (actual.length === 0 || expected.length === 0 || expected.includes(undefined)) return false
    const names = (all: readonly (string[] | undefined)[]) => new Set(all.map(nodes => nodes!.join('\n')))
    return names(expected).symmetricDifference(names(actual)).size > 0
  },
})
