// The lines inside an input box: "name=value".

import { direction } from '#languages/direction.ts'
import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
import { killMarkers } from '../state/strip-markers.ts'
import { trim } from '../text.ts'
import type { TagCall } from './extension.ts'

/** The options of a box. Empty texts were not given. */
export interface BoxOptions {
  readonly type: string
  readonly text: string
  readonly placeholder: string
  readonly width: number
  readonly hidden: boolean
  /** Whether the buttons have a line of their own. */
  readonly lineBreak: boolean
  readonly buttonLabel: string
  readonly searchLabel: string
  readonly ariaLabel: string
  readonly page: string
  readonly prefix: string
  readonly id: string
  readonly dir: string
  readonly style: string
  /** The only option that may occur more than once. */
  readonly preloadParams: readonly string[]
  readonly values: ReadonlyMap<string, string>
}

/** Longer values have no use in a form. */
const LONGEST = 2000
const MAX_PARAMS = 100
const USUAL_WIDTH = 50

export function readOptions(call: TagCall): BoxOptions {
  const { values, preloadParams } = valuesOf(call)
  const given = (name: string) => values.get(name) ?? ''
  const [type, text, page] = [given('type'), given('default'), given('page')]
  const target = type === 'commenttitle' ? page : text
  // A hidden field must not lead people to a prepared script.
  const isTrap = given('preload') !== '' && target.endsWith('.js')
  return {
    type,
    text,
    placeholder: given('placeholder'),
    width: widthOf(given('width')),
    hidden: isTrue(given('hidden')) && !isTrap,
    lineBreak: given('break').toLowerCase() !== 'no',
    buttonLabel: given('buttonlabel'),
    searchLabel: given('searchbuttonlabel'),
    ariaLabel: given('arialabel'),
    page,
    prefix: given('prefix'),
    id: given('id').replace(/[\t\n\f\r ]/g, '_'),
    dir: /^(?:ltr|rtl)$/.test(given('dir')) ? given('dir') : direction(languageOf(call)),
    style: COLOR.test(given('bgcolor')) ? `background-color: ${given('bgcolor')};` : '',
    preloadParams,
    values,
  }
}

function valuesOf(call: TagCall): Pick<BoxOptions, 'values' | 'preloadParams'> {
  const text = killMarkers(call.state.strip.restoreNowiki(call.expand(call.inner ?? '')))
  const values = new Map<string, string>()
  const preloadParams: string[] = []
  for (const line of text.split('\n')) {
    const equals = line.indexOf('=')
    if (equals < 0) continue
    const name = trim(line.slice(0, equals)).toLowerCase()
    const value = decodeCharacterReferences(trim(line.slice(equals + 1))).slice(0, LONGEST)
    if (name !== 'preloadparams[]') values.set(name, value)
    else if (preloadParams.length < MAX_PARAMS) preloadParams.push(value)
  }
  return { values, preloadParams }
}

const isTrue = (value: string): boolean => value !== '' && value !== '0'

function widthOf(written: string): number {
  const width = Number.parseInt(written, 10)
  return written === '' || width <= 0 ? USUAL_WIDTH : width || 0
}

const languageOf = ({ state: { host, page, site } }: TagCall): string =>
  host.languageOf?.(page.ns, page.dbkey) ?? site.language

/** Color names, hexadecimal colors, and red, green and blue as numbers or percentages. */
const COLOR =
  /^(?:[a-z]+|#[0-9a-f]{3}|#[0-9a-f]{6}|rgb\s*\(\s*(?:\d+\s*,\s*\d+\s*,\s*\d+|[0-9.]+%\s*,\s*[0-9.]+%\s*,\s*[0-9.]+%)\s*\))$/i
