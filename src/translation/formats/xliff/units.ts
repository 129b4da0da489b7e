// Reads units from the elements of an XLIFF 1.2 file.

import { distinctIds } from '../distinct-ids.ts'
import type { FileUnit, ParseOptions } from '../format.ts'
import { FormatError, placeOf } from '../format-error.ts'
import { lineCounter } from '../lines.ts'
import { unit } from '../text-file.ts'
import { elements, firstElement, localName, type XmlElement } from '../xml/scanner.ts'
import { hasElements, innerXml, textOf } from '../xml/text.ts'

export interface XliffEntry {
  readonly unit: FileUnit
  readonly element: XmlElement
  readonly source: XmlElement
  readonly target: XmlElement | undefined
  // The text contains mark-up (placeholders), so it is read and written as XML.
  readonly rich: boolean
}

// States that need attention from a translator.
export function isFuzzyState(state: string | undefined): boolean {
  return state?.startsWith('needs-') ?? false
}

export function unitsOf(text: string, root: XmlElement, byKey?: ParseOptions['byKey']): XliffEntry[] {
  const entries: XliffEntry[] = []
  const names = idCounts(root)
  const lineOf = lineCounter(text)
  const distinct = distinctIds()
  for (const file of elements(root, 'file')) {
    for (const { element, readonly } of transUnits(file, file.attributes.get('translate') === 'no')) {
      const entry = entryOf(text, element, file, readonly, entries.length + 1, lineOf(element.start), names)
      // The standard requires ids, but some tools omit them; such units are identified by their source.
      const isNamed = element.attributes.has('id')
      const ownId = isNamed ? entry.unit.id : `\u0004${entry.unit.source[0]!}`
      const id = distinct(ownId)
      const duplicate = isNamed && id !== ownId
      entries.push({ ...entry, unit: { ...inMode(entry.unit, byKey), id, duplicate } })
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

function* transUnits(parent: XmlElement, readonly: boolean): Generator<{ element: XmlElement; readonly: boolean }> {
  for (const element of elements(parent)) {
    const translate = element.attributes.get('translate')
    const closed = translate === undefined ? readonly : translate === 'no'
    const name = localName(element)
    if (name === 'trans-unit') yield { element, readonly: closed }
    else if (name === 'body' || name === 'group') yield* transUnits(element, closed)
  }
}

// An id is unique only within its <file>. Shared ids are distinguished by the name of the file.
function idCounts(root: XmlElement): Map<string, number> {
  const counts = new Map<string, number>()
  for (const file of elements(root, 'file')) {
    const own = new Set([...transUnits(file, false)].flatMap(({ element }) => element.attributes.get('id') ?? []))
    for (const id of own) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

function entryOf(
  text: string,
  element: XmlElement,
  file: XmlElement,
  readonly: boolean,
  position: number,
  line: number,
  names: ReadonlyMap<string, number>,
): XliffEntry {
  const source = firstElement(element, 'source')
  const name = element.attributes.get('id') ?? ''
  if (source === undefined) throw new FormatError('a <trans-unit> has no <source>', placeOf(text, element.start))
  const target = firstElement(element, 'target')
  const targetText = target === undefined ? '' : contentOf(text, target)
  const id = (names.get(name) ?? 1) > 1 ? `${file.attributes.get('original') ?? ''}\u0004${name}` : name
  return {
    element,
    source,
    target,
    rich: hasElements(source) || (target !== undefined && hasElements(target)),
    unit: unit({
      id,
      context: element.attributes.get('resname') ?? name,
      source: [contentOf(text, source)],
      target: [targetText],
      fuzzy: targetText !== '' && isFuzzyState(target?.attributes.get('state')),
      approved: element.attributes.get('approved') === 'yes',
      readonly,
      previousSource: previousSources(text, element),
      note: elements(element, 'note')
        .map(note => textOf(text, note).trim())
        .join('\n'),
      location: locationsOf(text, element),
      flags: flagsOf(element),
      position,
      line,
    }),
  }
}

function contentOf(text: string, element: XmlElement): string {
  return hasElements(element) ? innerXml(text, element) : textOf(text, element)
}

function previousSources(text: string, element: XmlElement): string[] {
  return elements(element, 'alt-trans')
    .filter(alternative => alternative.attributes.get('alttranstype') === 'previous-version')
    .flatMap(alternative => elements(alternative, 'source').map(source => contentOf(text, source)))
}

function locationsOf(text: string, element: XmlElement): string {
  const places = elements(element, 'context-group')
    .filter(group => group.attributes.get('purpose')?.split(/\s+/).includes('location'))
    .map(group => {
      const value = (type: string) => {
        const context = elements(group, 'context').find(({ attributes }) => attributes.get('context-type') === type)
        return context === undefined ? '' : textOf(text, context).trim()
      }
      return [value('sourcefile'), value('linenumber')].filter(part => part !== '').join(':')
    })
  return places.filter(place => place !== '').join(', ')
}

function flagsOf({ attributes }: XmlElement): string[] {
  const width = attributes.get('maxwidth')
  const inCharacters = width !== undefined && /^\d+$/.test(width) && attributes.get('size-unit') === 'char'
  return inCharacters ? [`max-length:${width}`] : []
}
