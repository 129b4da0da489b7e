// Shared by XML formats with one element per text and a key in an attribute.

import { lastFirst } from '../distinct-ids.ts'
import { type Decoded, newlineOf } from '../encoding.ts'
import type { NewUnit, ParsedFile, ParseOptions } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { lineCounter } from '../lines.ts'
import type { Splice } from '../splice.ts'
import { type CheckedChanges, shown, singleForm, textFile, unit } from '../text-file.ts'
import { removeNode, setAttribute, setContent } from './edit.ts'
import { insertElements } from './insert.ts'
import type { XmlElement, XmlNode, XmlRoot } from './scanner.ts'
import { declareUtf8, escapeText, hasElements, innerXml, isMarkup, textOf } from './text.ts'

export interface KeyedElement {
  readonly key: string
  // The element to remove with the unit.
  readonly element: XmlElement
  // The element whose content is the text, or the attribute that is.
  readonly value: XmlElement | undefined
  readonly attribute?: string | undefined
  readonly note?: string
  readonly comment?: XmlNode | undefined
}

export interface KeyedFileParts {
  readonly format: string
  readonly decoded: Decoded
  readonly root: XmlRoot
  readonly options: ParseOptions
  readonly items: readonly KeyedElement[]
  readonly language?: string | undefined
  readonly indent?: string
  readonly headers?: ReadonlyMap<string, string>
  readonly setHeaders?: (headers: Readonly<Record<string, string>>) => Splice[]
  readonly render: (key: string, content: string, added: NewUnit, lead: string) => string
}

export function keyedFile(parts: KeyedFileParts): ParsedFile {
  const { text } = parts.decoded
  const byId = lastFirst(parts.items, ({ key }) => key)
  const lineOf = lineCounter(text)
  const units = [...byId].map(([id, item], i) =>
    unit({
      id,
      context: item.key,
      target: [currentText(text, item)],
      note: item.note ?? '',
      duplicate: id !== item.key,
      position: i + 1,
      line: lineOf(item.element.start),
    }),
  )
  return textFile({
    format: parts.format,
    decoded: parts.decoded,
    units,
    language: parts.language,
    headers: parts.headers ?? new Map(),
    declareUtf8,
    edit: changes => edit(changes, parts, byId),
  })
}

function currentText(text: string, { element, value, attribute }: KeyedElement): string {
  if (attribute !== undefined) return element.attributes.get(attribute) ?? ''
  return value === undefined ? '' : contentOf(text, value)
}

// Mark-up is shown as such.
function contentOf(text: string, element: XmlElement): string {
  return hasElements(element) ? innerXml(text, element) : textOf(text, element)
}

function contentXml(element: XmlElement, value: string): string {
  if (hasElements(element) && isMarkup(value)) return value
  if (element.children.some(({ type }) => type === 'cdata')) {
    escapeText(value)
    return `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
  }
  return escapeText(value)
}

function edit(changes: CheckedChanges, parts: KeyedFileParts, byId: ReadonlyMap<string, KeyedElement>): Splice[] {
  const { text } = parts.decoded
  const splices: Splice[] = [...(parts.setHeaders?.(changes.headers) ?? [])]
  for (const [id, { target }] of changes.update) {
    const item = byId.get(id)!
    const value = target && singleForm(target, id)
    if (value === undefined || value === currentText(text, item)) continue
    if (item.attribute !== undefined) splices.push(...setAttribute(text, item.element, item.attribute, value))
    else if (item.value !== undefined) splices.push(...setContent(text, item.value, contentXml(item.value, value)))
    else throw new FormatError(`"${shown(id)}" has no element for its text`)
  }
  for (const id of changes.remove) {
    const { element, comment } = byId.get(id)!
    splices.push(removeNode(text, element))
    if (comment !== undefined) splices.push(removeNode(text, comment))
  }
  const keys = new Set([...byId.keys()].filter(id => !changes.remove.has(id)))
  const newline = newlineOf(text, parts.options.template?.layout.newline)
  const added = changes.add.map(each => {
    const key = each.id ?? each.context
    if (keys.has(key)) throw new FormatError(`the file already has "${shown(key)}"`)
    keys.add(key)
    const anchor = typeof each.after === 'string' ? byId.get(each.after)!.element : each.after
    const content = escapeText(singleForm(each.target, key))
    return { anchor, render: (lead: string) => parts.render(key, content, each, lead) }
  })
  return [...splices, ...insertElements(text, parts.root, newline, added, parts.indent)]
}

// The comments on the lines above the children of an element.
export function commentsAbove(text: string, parent: XmlElement): Map<XmlElement, XmlNode> {
  const comments = new Map<XmlElement, XmlNode>()
  let last: XmlNode | undefined
  for (const node of parent.children) {
    if (node.type === 'text') continue
    if (node.type === 'element' && last?.type === 'comment' && !/\n\s*\n/.test(text.slice(last.end, node.start)))
      comments.set(node, last)
    last = node
  }
  return comments
}

export const commentText = (text: string, comment: XmlNode | undefined): string =>
  comment === undefined ? '' : text.slice(comment.start + 4, comment.end - 3).trim()
