// Separates the structure of a Kysely query node from its values.
import type { OperationNode, PrimitiveValueListNode, RawNode, ValueNode } from 'kysely'

/** Equal for two nodes if and only if they differ only in values. Appends the values to `values`. */
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
let count = 0

/** A template literal always passes the same array of strings, so a number can identify it. */
function textShape(fragments: readonly string[]): string {
  if (!('raw' in fragments)) return `(${JSON.stringify(fragments)}`
  let shape = texts.get(fragments)
  if (shape === undefined) {
    shape = `#${count++}(`
    texts.set(fragments, shape)
  }
  return shape
}

/** A copy of the node with other values, in the order of `shapeOf`. */
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
