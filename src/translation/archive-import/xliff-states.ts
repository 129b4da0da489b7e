// XLIFF exports about files of other formats: they say which translations are approved or need editing.

import { FormatError } from '../formats/index.ts'
import {
  counted,
  decodeXml,
  elements,
  firstElement,
  localName,
  refuseEntities,
  scanXml,
  type XmlElement,
} from '../formats/xml/scanner.ts'
import { textOf } from '../formats/xml/text.ts'
import { UNIT_STATES } from '../values/unit-states.ts'

export interface StateOfString {
  readonly source: string
  readonly target: string
  readonly state: number
}

export interface StatesOfFile {
  /** The file that the states are about. */
  readonly original: string
  readonly language: string
  readonly strings: readonly StateOfString[]
}

/** Transifex's client stores the XLIFF of `cs.json` as `cs.json.xlf`. */
export const besides = (name: string): string => name.replace(/\.xlf$/, '')

/** Names of the files that an XLIFF 1.2 file is about; none if it is something else. */
export const originalsOf = (content: Buffer): string[] => {
  try {
    return filesOf(content).files.map(file => file.attributes.get('original') ?? '')
  } catch (error) {
    if (error instanceof FormatError) return []
    throw error
  }
}

function filesOf(content: Buffer) {
  const { text } = decodeXml(content, {})
  const root = scanXml(text, 'xliff', counted(['trans-unit'], {}))
  refuseEntities(text, root)
  return { text, files: elements(root, 'file') }
}

/** Translations that are neither approved nor need editing are as the other files have them. */
export function readStates(content: Buffer): StatesOfFile[] {
  const { text, files } = filesOf(content)
  return files.map(file => ({
    original: file.attributes.get('original') ?? '',
    language: file.attributes.get('target-language') ?? '',
    strings: unitsIn(file).flatMap(unit => {
      const [source, target] = ['source', 'target'].map(name => firstElement(unit, name))
      if (source === undefined || target === undefined) return []
      const state = stateOf(unit, target)
      const texts = { source: textOf(text, source), target: textOf(text, target) }
      return state === null || texts.target === '' ? [] : [{ ...texts, state }]
    }),
  }))
}

/** Strings may be in groups, such as plural forms. */
const unitsIn = (parent: XmlElement): XmlElement[] =>
  elements(parent).flatMap(child => (localName(child) === 'trans-unit' ? [child] : unitsIn(child)))

function stateOf(unit: XmlElement, target: XmlElement): number | null {
  const state = target.attributes.get('state') ?? ''
  if (state === 'final' || state === 'signed-off' || unit.attributes.get('approved') === 'yes')
    return UNIT_STATES.approved
  return /^(needs-|new$)/.test(state) ? UNIT_STATES.needsEditing : null
}
