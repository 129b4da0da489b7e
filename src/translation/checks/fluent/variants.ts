// The variants of a pattern: one for each combination of the choices in its select expressions.

import type { FluentExpression, FluentPattern } from '../../values/fluent/syntax.ts'

export interface Branch<Item> {
  readonly items: Item[]
  readonly choices: Choice<Item>[]
}

export interface Choice<Item> {
  readonly selector: FluentExpression
  readonly branches: Branch<Item>[]
}

/** The branches of a pattern. `read` returns what an expression contributes. */
export function branchOf<Item>(
  pattern: FluentPattern,
  read: (expression: FluentExpression) => readonly Item[],
): Branch<Item> {
  const branch: Branch<Item> = { items: [], choices: [] }
  const visit = (expression: FluentExpression): void => {
    if (expression.type === 'placeable') visit(expression.expression)
    else if (expression.type === 'select') {
      branch.choices.push({
        selector: expression.selector,
        branches: expression.variants.map(({ value }) => branchOf(value, read)),
      })
    } else branch.items.push(...read(expression))
  }
  for (const element of pattern.elements) {
    if (element.type === 'placeable') visit(element.expression)
  }
  return branch
}

const MOST_VARIANTS = 500

/** The variants as lists of branches; undefined if there are too many. */
export function variantsOf<Item>(branch: Branch<Item>): Branch<Item>[][] | undefined {
  let variants: Branch<Item>[][] = [[branch]]
  for (const { branches } of branch.choices) {
    const inner: Branch<Item>[][] = []
    for (const each of branches) {
      const below = variantsOf(each)
      if (below === undefined) return undefined
      inner.push(...below)
    }
    if (variants.length * inner.length > MOST_VARIANTS) return undefined
    variants = variants.flatMap(before => inner.map(after => [...before, ...after]))
  }
  return variants
}

/** Patterns without choices, one per variant; undefined if there are too many. */
export function flatVariants(pattern: FluentPattern): FluentPattern[] | undefined {
  let variants: FluentPattern['elements'][number][][] = [[]]
  for (const element of pattern.elements) {
    const expression = element.type === 'text' ? undefined : innermost(element.expression)
    if (expression?.type !== 'select') {
      for (const variant of variants) variant.push(element)
      continue
    }
    const inner: FluentPattern[] = []
    for (const { value } of expression.variants) {
      const below = flatVariants(value)
      if (below === undefined) return undefined
      inner.push(...below)
    }
    if (variants.length * inner.length > MOST_VARIANTS) return undefined
    variants = variants.flatMap(before => inner.map(({ elements }) => [...before, ...elements]))
  }
  return variants.map(elements => ({ elements }))
}

function innermost(expression: FluentExpression): FluentExpression {
  return expression.type === 'placeable' ? innermost(expression.expression) : expression
}
