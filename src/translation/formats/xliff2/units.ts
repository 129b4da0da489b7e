// Reads units from the segments of an XLIFF 2 file.

import { distinctIds } from '../distinct-ids.ts'
import type { FileUnit, ParseOptions } from '../format.ts'
import { FormatError, placeOf } from '../format-error.ts'
import { lineCounter } from '../lines.ts'
import { unit } from '../text-file.ts'
import { elements, firstElement, localName, type XmlElement } from '../xml/scanner.ts'
import { hasElements, innerXml, textOf } from '../xml/text.ts'

export interface SegmentEntry {
  readonly unit: FileUnit
  // The <unit>, and the <segment> in it.
  readonly element: XmlElement
  readonly segment: XmlElement
  readonly source: XmlElement
  readonly target: XmlElement | undefined
  // The text contains mark-up, so it is read and written as XML.
  readonly rich: boolean
  // Whether the unit has other segments.
  readonly isShared: boolean
}

export function segmentsOf(text: string, root: XmlElement, byKey: ParseOptions['byKey']): SegmentEntry[] {
  const entries: SegmentEntry[] = []
  const lineOf = lineCounter(text)
  const distinct = distinctIds()
  const files = elements(root, 'file')
  const counts = new Map<string, number>()
  const units = files.flatMap(file =>
    [...unitsIn(file, file.attributes.get('translate') === 'no')].map(each => ({ ...each, file })),
  )
  for (const { element } of units) {
    const id = element.attributes.get('id') ?? ''
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  for (const { element, readonly, file } of units) {
    const segments = elements(element, 'segment')
    for (const [i, segment] of segments.entries()) {
      const source = firstElement(segment, 'source')
      if (source === undefined) throw new FormatError('a <segment> has no <source>', placeOf(text, segment.start))
      const target = firstElement(segment, 'target')
      const name = element.attributes.get('id') ?? ''
      const own = (counts.get(name) ?? 1) > 1 ? `${file.attributes.get('id') ?? ''}\u0004${name}` : name
      const id = distinct(segments.length === 1 ? own : `${own}\u0004${segment.attributes.get('id') ?? i + 1}`)
      const fields = { id, readonly, position: entries.length + 1, line: lineOf(segment.start) }
      entries.push({
        element,
        segment,
        source,
        target,
        rich: hasElements(source) || (target !== undefined && hasElements(target)),
        isShared: segments.length > 1,
        unit: inMode(unit({ ...fields, ...detailsOf(text, element, segment, source, target) }), byKey),
      })
    }
  }
  return entries
}

// With a template, a unit has a key and one text, which may be the source element in the template.
function inMode(unit: FileUnit, byKey: ParseOptions['byKey']): FileUnit {
  if (byKey === undefined) return unit
  const isText = byKey === 'template' && unit.target[0] === ''
  return { ...unit, context: unit.context || unit.source[0]!, source: [], target: isText ? unit.source : unit.target }
}

function* unitsIn(parent: XmlElement, readonly: boolean): Generator<{ element: XmlElement; readonly: boolean }> {
  for (const element of elements(parent)) {
    const translate = element.attributes.get('translate')
    const closed = translate === undefined ? readonly : translate === 'no'
    const name = localName(element)
    if (name === 'unit') yield { element, readonly: closed }
    else if (name === 'group') yield* unitsIn(element, closed)
  }
}

function detailsOf(
  text: string,
  element: XmlElement,
  segment: XmlElement,
  source: XmlElement,
  target: XmlElement | undefined,
): Partial<FileUnit> {
  const targetText = target === undefined ? '' : contentOf(text, target)
  const state = segment.attributes.get('state')
  const notes = firstElement(element, 'notes')
  const all = notes === undefined ? [] : elements(notes, 'note')
  const isLocation = ({ attributes }: XmlElement) => attributes.get('category') === 'location'
  return {
    context: element.attributes.get('name') ?? element.attributes.get('id') ?? '',
    source: [contentOf(text, source)],
    target: [targetText],
    fuzzy: targetText !== '' && state === 'initial',
    approved: state === 'final' || state === 'reviewed',
    note: all
      .filter(note => !isLocation(note))
      .map(note => textOf(text, note).trim())
      .join('\n'),
    location: all
      .filter(isLocation)
      .map(note => textOf(text, note).trim())
      .join(', '),
  }
}

export function contentOf(text: string, element: XmlElement): string {
  return hasElements(element) ? innerXml(text, element) : textOf(text, element)
}
