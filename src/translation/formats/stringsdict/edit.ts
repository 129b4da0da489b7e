// Changes to a stringsdict file.

import type { NewUnit, ParseOptions } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { categoriesFor } from '../plural.ts'
import type { Splice } from '../splice.ts'
import { type CheckedChanges, shown } from '../text-file.ts'
import { leadOf, removeNode, setContent } from '../xml/edit.ts'
import { insertElements } from '../xml/insert.ts'
import type { XmlElement } from '../xml/scanner.ts'
import { escapeText } from '../xml/text.ts'
import {
  type DictEntry,
  type DictMember,
  FORMAT_KEY,
  membersOf,
  PLURAL_TYPE,
  TYPE_KEY,
  VALUE_TYPE_KEY,
} from './units.ts'

interface DictFile {
  readonly text: string
  readonly newline: string
  readonly dict: XmlElement
  readonly entries: readonly DictEntry[]
  readonly options: ParseOptions
}

export function editStringsdict(changes: CheckedChanges, file: DictFile): Splice[] {
  const { text, entries } = file
  const byId = new Map(entries.map(entry => [entry.unit.id, entry]))
  const splices: Splice[] = []
  for (const [id, { target }] of changes.update) {
    if (target !== undefined) splices.push(...setForms(byId.get(id)!, target, file))
  }
  return [...splices, ...removals(changes, file, byId), ...additions(changes, file, byId, text)]
}

function checkCount(target: readonly string[], count: number, id: string): void {
  if (target.length === count) return
  throw new FormatError(`"${shown(id)}" has ${count} form${count === 1 ? '' : 's'}, ${target.length} were given`)
}

function setForms({ forms, unit, variable }: DictEntry, target: readonly string[], { text }: DictFile): Splice[] {
  checkCount(target, forms.length, unit.id)
  const splices: Splice[] = []
  const rules = variable && [...membersOf(text, variable.value).values()]
  let after = forms.find(({ element }) => element !== undefined)?.element ?? rules?.at(-1)?.value
  forms.forEach(({ category, element }, i) => {
    if (element !== undefined) {
      after = element
      if (target[i] !== unit.target[i]) splices.push(...setContent(text, element, escapeText(target[i]!)))
    } else if (target[i] !== '' && after !== undefined) {
      const key = rules?.find(({ value }) => value === after)?.key ?? after
      const lead = leadOf(text, key)
      const xml = `${lead}<key>${category}</key>${lead}<string>${escapeText(target[i]!)}</string>`
      splices.push({ start: after.end, end: after.end, text: xml })
    }
  })
  return splices
}

// A string is removed with its last unit.
function removals(
  { remove }: CheckedChanges,
  { text, entries }: DictFile,
  byId: ReadonlyMap<string, DictEntry>,
): Splice[] {
  const gone = new Set<DictMember>()
  const byString = Map.groupBy(entries, ({ string }) => string)
  for (const id of remove) {
    const { string, variable, forms } = byId.get(id)!
    if (byString.get(string)!.every(({ unit }) => remove.has(unit.id))) gone.add(string)
    else if (variable !== undefined) gone.add(variable)
    else {
      const member = [...membersOf(text, string.value).values()].find(({ value }) => value === forms[0]!.element)
      if (member !== undefined) gone.add(member)
    }
  }
  return [...gone].flatMap(({ key, value }) => [removeNode(text, key), removeNode(text, value)])
}

function additions(
  changes: CheckedChanges,
  file: DictFile,
  byId: ReadonlyMap<string, DictEntry>,
  text: string,
): Splice[] {
  const { newline, dict, entries, options } = file
  const strings = new Map(entries.map(entry => [nameOf(entry.unit.id, entry), entry.string]))
  const keys = new Set([...byId.keys()].filter(id => !changes.remove.has(id)))
  const groups = new Map<
    string,
    { units: { added: NewUnit; variable: string | undefined }[]; after: NewUnit['after'] }
  >()
  for (const added of changes.add) {
    const id = added.id ?? added.context
    if (keys.has(id)) throw new FormatError(`the file already has "${shown(id)}"`)
    keys.add(id)
    const isPlural = added.plural ?? added.target.length > 1
    const colon = id.lastIndexOf(':')
    const name = isPlural && colon !== -1 ? id.slice(0, colon) : id
    const variable = isPlural ? (colon === -1 ? 'value' : id.slice(colon + 1)) : undefined
    const group = groups.get(name) ?? { units: [], after: added.after }
    groups.set(name, group)
    group.units.push({ added, variable })
  }
  const splices: Splice[] = []
  const inserted = [...groups].flatMap(([name, { units, after }]) => {
    const string = strings.get(name)
    const isGone =
      string !== undefined &&
      entries.filter(each => each.string === string).every(({ unit }) => changes.remove.has(unit.id))
    const render = (lead: string) =>
      units.map(({ added, variable }) => memberXml(added, variable, lead, options)).join('')
    if (string !== undefined && !isGone) {
      const anchor = [...membersOf(text, string.value).values()].at(-1)?.value
      splices.push(...insertElements(text, string.value, newline, [{ anchor, render }], '    '))
      return []
    }
    const anchor = typeof after === 'string' ? byId.get(after)!.string.value : after
    const whole = (lead: string) => {
      const inner = lead === '' ? '' : `${lead}    `
      const bare = units.some(({ variable }) => variable === undefined) ? '' : formatXml(units[0]!.variable!, inner)
      return `${lead}<key>${escapeText(name)}</key>${lead}<dict>${bare}${render(inner)}${lead}</dict>`
    }
    return [{ anchor, render: whole }]
  })
  return [...splices, ...insertElements(text, dict, newline, inserted, '    ')]
}

// A plural without a format of its own is the whole text.
const formatXml = (variable: string, lead: string): string =>
  `${lead}<key>${FORMAT_KEY}</key>${lead}<string>%#@${escapeText(variable)}@</string>`

function nameOf(id: string, { variable }: DictEntry): string {
  return variable === undefined ? id : id.slice(0, id.lastIndexOf(':'))
}

function memberXml(added: NewUnit, variable: string | undefined, lead: string, options: ParseOptions): string {
  const pair = (key: string, value: string, space: string) =>
    `${space}<key>${key}</key>${space}<string>${escapeText(value)}</string>`
  if (variable === undefined) {
    checkCount(added.target, 1, added.context)
    return pair(FORMAT_KEY, added.target[0]!, lead)
  }
  const categories = categoriesFor(options.plural, options.language)
  checkCount(added.target, categories.length, added.context)
  const inner = lead === '' ? '' : `${lead}    `
  const forms = categories.map((category, i) => pair(category, added.target[i]!, inner)).join('')
  const rules = pair(TYPE_KEY, PLURAL_TYPE, inner) + pair(VALUE_TYPE_KEY, 'd', inner)
  return `${lead}<key>${escapeText(variable)}</key>${lead}<dict>${rules}${forms}${lead}</dict>`
}
