// For tests: reads an export with saxes, a complete XML parser, as a reference for our own scanner.
import { SaxesParser } from 'saxes'
import type { ExportContent, ExportContributor, ExportEvent } from './export-events.ts'

interface Element {
  readonly name: string
  readonly attributes: Record<string, string>
  readonly children: Element[]
  text: string
}

/** All events of an export, without positions. */
export function referenceEvents(xml: string): unknown[] {
  const events: unknown[] = []
  const open: Element[] = []
  const parser = new SaxesParser()
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: { ...attributes }, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const addText = (text: string) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = open.pop()!
    if (open.length === 1) events.push(...eventsOf(element, open[0]!.attributes['xml:lang']))
  })
  parser.write(xml).close()
  return events
}

/** Our own events in the same shape. */
export function comparable(events: readonly ExportEvent[]): unknown[] {
  return events.map(event => JSON.parse(JSON.stringify({ ...event, position: undefined }, bufferAsText)))
}

function bufferAsText(this: unknown, key: string, value: unknown): unknown {
  const raw = (this as Record<string, unknown>)[key]
  return Buffer.isBuffer(raw) ? raw.toString() : value
}

function eventsOf(element: Element, language: string | undefined): unknown[] {
  switch (element.name) {
    case 'siteinfo':
      return [
        plain({
          kind: 'siteinfo',
          language,
          ...texts(element, ['sitename', 'dbname', 'base', 'generator', 'case']),
          namespaces: namespaces(element),
        }),
      ]
    case 'logitem':
      return [logItem(element)]
    case 'page':
      return page(element)
    default:
      return []
  }
}

function page(element: Element): unknown[] {
  const header = plain({
    kind: 'page',
    ...texts(element, ['title', 'restrictions']),
    namespace: number(element, 'ns'),
    id: number(element, 'id'),
    redirect: child(element, 'redirect')?.attributes.title,
  })
  const rest = element.children.flatMap(part => {
    if (part.name === 'revision') return [revision(part)]
    return part.name === 'upload' ? [upload(part)] : []
  })
  return [header, ...rest, { kind: 'page-end' }]
}

function revision(element: Element): unknown {
  return plain({
    kind: 'revision',
    id: number(element, 'id'),
    parentId: number(element, 'parentid'),
    minor: child(element, 'minor') !== undefined,
    ...texts(element, ['timestamp', 'sha1']),
    ...common(element),
    main: content(element, 'main'),
    otherSlots: element.children
      .filter(part => part.name === 'content')
      .map(part => content(part, child(part, 'role')?.text ?? '')),
  })
}

function content(element: Element, role: string): Partial<Record<keyof ExportContent, unknown>> {
  const text = child(element, 'text')
  const attributes = text?.attributes ?? {}
  const missing =
    text === undefined ||
    (text.text === '' && ('deleted' in attributes || 'id' in attributes || 'location' in attributes))
  return {
    role,
    origin: number(element, 'origin'),
    ...texts(element, ['model', 'format']),
    text: missing ? undefined : text.text,
    textDeleted: 'deleted' in attributes,
    textId: attributes.id,
    textLocation: attributes.location,
    bytes: attributes.bytes === undefined ? undefined : Number(attributes.bytes),
    sha1: attributes.sha1 || (role === 'main' ? undefined : child(element, 'sha1')?.text),
  }
}

function upload(element: Element): unknown {
  return plain({
    kind: 'upload',
    ...texts(element, ['timestamp', 'filename', 'archivename', 'src', 'sha1base36', 'rel']),
    size: number(element, 'size'),
    ...common(element),
  })
}

function logItem(element: Element): unknown {
  return plain({
    kind: 'logitem',
    id: number(element, 'id'),
    ...texts(element, ['timestamp', 'type', 'action', 'params']),
    title: child(element, 'logtitle')?.text,
    actionDeleted: child(element, 'text') !== undefined,
    ...common(element),
  })
}

function common(element: Element) {
  const contributor = child(element, 'contributor')
  const comment = child(element, 'comment')
  const hidden = comment !== undefined && 'deleted' in comment.attributes
  const who: ExportContributor | undefined = contributor && {
    deleted: 'deleted' in contributor.attributes,
    username: child(contributor, 'username')?.text,
    id: number(contributor, 'id'),
    ip: child(contributor, 'ip')?.text,
  }
  return { contributor: who, comment: hidden ? undefined : comment?.text, commentDeleted: hidden }
}

function namespaces(element: Element): unknown[] {
  const list = child(element, 'namespaces')?.children ?? []
  return list.map(({ attributes, text }) => ({ id: Number(attributes.key), case: attributes.case, name: text }))
}

const child = (element: Element, name: string) => element.children.findLast(part => part.name === name)
const number = (element: Element, name: string) => {
  const found = child(element, name)
  return found && Number(found.text)
}
const texts = (element: Element, names: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, child(element, name)?.text]))
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
