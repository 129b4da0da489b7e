// What a piece of a Kysely query looks like apart from the values in it, and the same piece with other values.
import type { OperationNode, PrimitiveValueListNode, RawNode, ValueNode } from 'kysely'

/** The same for two pieces exactly when they differ in nothing but values. Their values are added to `values`. */
export function shapeOf(node: OperationNode, values: unknown[]): string {
  if (isValue(node)) {
    if (node.immediate) return `=${node.value}`
    values.push(node.value)
    return '?'
  }
  if (isValueList(node)) {
    for (const value of node.values) values.push(value)
    return `?${node.values.length}`
  }
  if (isRaw(node)) {
    let shape = textShape(node.sqlFragments)
    for (const parameter of node.parameters) shape += shapeOf(parameter, values)
    return `${shape})`
  }
  let shape = `${node.kind}{`
  for (const name in node) {
    if (name !== 'kind') shape += `${name}:${partShape(node[name as keyof OperationNode], values)},`
  }
  return `${shape}}`
}

function partShape(part: unknown, values: unknown[]): string {
  if (Array.isArray(part)) return `[${part.map(each => partShape(each, values)).join()}]`
  return typeof part === 'object' && part !== null ? shapeOf(part as OperationNode, values) : JSON.stringify(part)
}

const texts = new WeakMap<readonly string[], string>()
let known = 0

/** The texts of a template literal are one and the same object each time, so its number stands for them. */
function textShape(fragments: readonly string[]): string {
  if (!('raw' in fragments)) return `(${JSON.stringify(fragments)}`
  let shape = texts.get(fragments)
  if (shape === undefined) {
    shape = `#${known++}(`
    texts.set(fragments, shape)
  }
  return shape
}

/** The same piece with these values, which stand in the order in which `shapeOf` finds them. */
export function withValues(node: OperationNode, values: readonly unknown[]): OperationNode {
  return copied(node, values[Symbol.iterator]()) as OperationNode
}

function copied(part: unknown, values: Iterator<unknown>): unknown {
  if (Array.isArray(part)) return part.map(each => copied(each, values))
  if (typeof part !== 'object' || part === null) return part
  const node = part as OperationNode
  if (isValue(node)) return node.immediate ? node : { ...node, value: values.next().value }
  if (isValueList(node)) return { ...node, values: node.values.map(() => values.next().value) }
  if (isRaw(node)) return { ...node, parameters: copied(node.parameters, values) }
  return Object.fromEntries(Object.entries(node).map(([name, each]) => [name, copied(each, values)]))
}

const isValue = (node: OperationNode): node is ValueNode => node.kind === 'ValueNode'
const isValueList = (node: OperationNode): node is PrimitiveValueListNode => node.kind === 'PrimitiveValueListNode'
const isRaw = (node: OperationNode): node is RawNode => node.kind === 'RawNode'
