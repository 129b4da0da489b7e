// References to variables, messages and terms must be the same in source and translation.

import type { FluentArguments, FluentExpression, FluentPattern } from '../../values/fluent/syntax.ts'
import { targetCheck } from '../check.ts'
import { attributesStart, isTerm, messageOf, partsOf } from './message.ts'
import { type Branch, branchOf, variantsOf } from './variants.ts'

function references(expression: FluentExpression): string[] {
  switch (expression.type) {
    case 'variable':
      return [`$${expression.name}`]
    case 'message':
      return [expression.name + (expression.attribute === undefined ? '' : `.${expression.attribute}`)]
    case 'term':
      // Only a selector refers to the attribute of a term, and the attributes belong to the grammar of each language.
      return expression.attribute === undefined
        ? [`-${expression.name}`, ...inArguments(expression.arguments)]
        : inArguments(expression.arguments)
    case 'function':
      return inArguments(expression.arguments)
    case 'placeable':
      return references(expression.expression)
    default:
      return []
  }
}

const inArguments = (all: FluentArguments | undefined): string[] =>
  all === undefined ? [] : [...all.positional, ...all.named.values()].flatMap(references)

// A number that selects a form need not be in every form ("one plant"), so a reference of the selector that one variant
// has counts for all.
function share(branch: Branch<string>): void {
  for (const { branches } of branch.choices) for (const each of branches) share(each)
  for (const { selector, branches } of branch.choices) {
    for (const reference of new Set(references(selector))) {
      const counts = branches.map(each => countIn(each, reference))
      if (counts.includes(undefined)) continue
      const most = Math.max(...(counts as number[]))
      branches.forEach((each, i) => {
        for (let n = counts[i]!; n < most; n++) each.items.push(reference)
      })
    }
  }
}

// Undefined if the variants of a branch differ.
function countIn(branch: Branch<string>, reference: string): number | undefined {
  let count = branch.items.filter(item => item === reference).length
  for (const { branches } of branch.choices) {
    const counts = new Set(branches.map(each => countIn(each, reference)))
    const [only] = counts
    if (counts.size !== 1 || only === undefined) return undefined
    count += only
  }
  return count
}

// What each variant refers to, in any order.
function variants(pattern: FluentPattern): Set<string> | undefined {
  const branch = branchOf(pattern, references)
  share(branch)
  const all = variantsOf(branch)
  return (
    all &&
    new Set(
      all.map(path =>
        path
          .flatMap(({ items }) => items)
          .sort()
          .join(' '),
      ),
    )
  )
}

// The first alternative is a literal, whose text may look like a reference.
const REFERENCE = /\{[ \n]*(?:"(?:[^"\\\n]|\\.)*"|(?<reference>[$-]?[A-Za-z][\w.-]*(?:\([^(){}]{0,500}\))?))[ \n]*\}/g

export const fluentReferences = targetCheck({
  id: 'fluent-references',
  name: 'Fluent references',
  description: 'The Fluent references of source and translation differ.',
  flag: 'fluent-references',
  placeables: (text, unit) => {
    if (messageOf(text, unit) === undefined) return []
    const compared = isTerm(unit) ? text.slice(0, attributesStart(text)) : text
    return [...compared.matchAll(REFERENCE)]
      .filter(({ groups }) => groups?.reference !== undefined)
      .map(({ 0: match, index }) => ({ start: index, end: index + match.length }))
  },
  fails: (source, target, unit) => {
    const [from, to] = [messageOf(source, unit), messageOf(target, unit)]
    if (from === undefined || to === undefined) return false
    const actual = partsOf(to)
    for (const [name, pattern] of partsOf(from)) {
      const other = actual.get(name)
      // Attributes of terms belong to the grammar of each language.
      if (other === undefined || (name !== '' && isTerm(unit))) continue
      const [expected, translated] = [variants(pattern), variants(other)]
      if (expected === undefined || translated === undefined) continue
      if (expected.symmetricDifference(translated).size > 0) return true
    }
    return false
  },
})
