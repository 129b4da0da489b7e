// Reads units from the elements of an Android resource file.

import { distinctIds } from '../distinct-ids.ts'
import { loneSurrogate } from '../encoding.ts'
import type { FileUnit, ParseOptions } from '../format.ts'
import { failAt } from '../format-error.ts'
import { lineCounter } from '../lines.ts'
import { categoriesFor, type PluralCategory } from '../plural.ts'
import { unit } from '../text-file.ts'
import { elements, type XmlElement, type XmlNode } from '../xml/scanner.ts'
import { hasElements } from '../xml/text.ts'
import { type ResourceDialect, readContent } from './content.ts'

interface ResourceForm {
  // The quantity of a plural form, undefined for strings and array items.
  readonly quantity: PluralCategory | undefined
  readonly element: XmlElement | undefined
}

export interface ResourceEntry {
  readonly unit: FileUnit
  // The child of <resources> that holds the forms.
  readonly element: XmlElement
  readonly comment: XmlNode | undefined
  readonly forms: readonly ResourceForm[]
  readonly kind: 'string' | 'plurals' | 'string-array'
}

export function pluralId(name: string): string {
  return `plurals/${name}`
}

export function resourcesOf(
  text: string,
  root: XmlElement,
  options: ParseOptions,
  dialect: ResourceDialect,
): ResourceEntry[] {
  const entries: ResourceEntry[] = []
  const distinct = distinctIds()
  const lineOf = lineCounter(text)
  const categories = categoriesFor(options.plural, options.language)
  for (const { element, comment } of withComments(text, root)) {
    const kind = element.name === dialect.plurals ? 'plurals' : element.name
    if (kind !== 'string' && kind !== 'plurals' && kind !== 'string-array') continue
    const name = element.attributes.get('name')
    if (name === undefined) failAt(text, element.start, `a <${kind}> has no name`)
    for (const { id, context, forms } of formsOf(element, kind, name, categories)) {
      const line = lineOf(element.start)
      const own = distinct(id)
      const target = forms.map(form => (form.element === undefined ? '' : checked(text, form.element, dialect)))
      const position = entries.length + 1
      const details = {
        duplicate: own !== id,
        readonly: element.attributes.get('translatable') === 'false',
        note: comment === undefined ? '' : text.slice(comment.start + 4, comment.end - 3).trim(),
      }
      entries.push({
        unit: unit({ id: own, context, target, ...details, position, line }),
        element,
        comment,
        forms,
        kind,
      })
    }
  }
  return entries
}

function* formsOf(element: XmlElement, kind: string, name: string, categories: readonly PluralCategory[]) {
  // A string may occur once per product.
  const product = element.attributes.get('product')
  const variant = product === undefined ? name : `${name};product=${product}`
  if (kind === 'string') {
    yield { id: variant, context: name, forms: [{ quantity: undefined, element }] }
    return
  }
  const items = elements(element, 'item')
  if (kind === 'plurals') {
    const byQuantity = new Map(items.map(item => [item.attributes.get('quantity'), item]))
    const forms = categories.map(quantity => ({ quantity, element: byQuantity.get(quantity) }))
    yield { id: pluralId(variant), context: name, forms }
    return
  }
  for (const [i, item] of items.entries()) {
    yield { id: `${variant}[${i}]`, context: `${name}[${i}]`, forms: [{ quantity: undefined, element: item }] }
  }
}

function checked(text: string, element: XmlElement, dialect: ResourceDialect): string {
  const value = readContent(text, element, dialect)
  if (loneSurrogate(value) !== -1) failAt(text, element.start, 'a text contains an unpaired surrogate')
  return value
}

// A comment belongs to the element on the line below it.
function* withComments(
  text: string,
  root: XmlElement,
): Generator<{ element: XmlElement; comment: XmlNode | undefined }> {
  let comment: XmlNode | undefined
  for (const node of root.children) {
    if (node.type === 'comment') comment = node
    else if (node.type === 'element') {
      const near = comment !== undefined && !/\n\s*\n/.test(text.slice(comment.end, node.start))
      yield { element: node, comment: near ? comment : undefined }
      comment = undefined
    }
  }
}

export function hasMarkup(entry: ResourceEntry): boolean {
  return entry.forms.some(({ element }) => element !== undefined && hasElements(element))
}
