import type { ChosenFace } from '#core/site-face.ts'
import { readColour } from '#html/colours.ts'
import { PURPOSES } from '#html/face.ts'
import type { Translator } from '#html/site-texts.ts'
import { isWikiCode } from '#languages/wiki-languages.ts'

export const LONGEST_NAME = 60
const LONGEST_LICENCE = 200
const LONGEST_ADDRESS = 500

/** Control characters, and those that turn the direction of the text after them. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** Values of the form, by field name. */
export type FaceValues = Readonly<Record<string, string>>

export interface ReadFace {
  readonly chosen: ChosenFace
  /** By field name. */
  readonly problems: Readonly<Record<string, string>>
}

/** Which fields the form has. Absent ones stay as they are. */
export interface FaceFields {
  readonly name: 'required' | 'optional' | 'fixed'
  readonly language: boolean
  /** Front page and footer. */
  readonly rest: boolean
}

/** Reads what administrators entered, on top of what they chose before. */
export function readFace(t: Translator, values: FaceValues, before: ChosenFace, fields: FaceFields): ReadFace {
  const problems: Record<string, string> = {}
  const value = (name: string): string => (values[name] ?? '').trim()
  const chosen: { -readonly [K in keyof ChosenFace]: ChosenFace[K] } = { ...before }
  const set = <K extends keyof ChosenFace>(key: K, content: ChosenFace[K] | undefined): void => {
    if (content === undefined) delete chosen[key]
    else chosen[key] = content
  }

  const purpose = PURPOSES.find(each => each === value('purpose'))
  if (purpose === undefined) problems.purpose = t('face.purpose_wrong')
  else set('purpose', purpose)

  if (fields.name !== 'fixed') {
    const name = value('name').replace(/ +/g, ' ')
    if (name === '' && fields.name === 'required') problems.name = t('face.name_required')
    else if ([...name].length > LONGEST_NAME || /[<>]/.test(name) || UNPRINTABLE.test(name))
      problems.name = t('face.name_wrong', { most: LONGEST_NAME })
    else set('name', name === '' ? undefined : name)
  }

  if (fields.language) {
    const language = value('language')
    if (isWikiCode(language)) set('language', language)
    else problems.language = t('face.language_wrong')
  }

  const typed = value('swatch') === 'own' ? value('colour') : value('swatch')
  const colour = typed === '' || typed === 'standard' ? undefined : readColour(typed)
  if (colour === null) problems.colour = t('face.colour_wrong')
  else set('colour', colour)

  if (fields.rest) readRest(t, value, set, problems)
  return { chosen, problems }
}

type Set = <K extends keyof ChosenFace>(key: K, content: ChosenFace[K] | undefined) => void

function readRest(t: Translator, value: (name: string) => string, set: Set, problems: Record<string, string>): void {
  const front = (['overview', 'wiki'] as const).find(each => each === value('front'))
  if (front === undefined) problems.front = t('face.front_wrong')
  else set('front', front)

  const [text, url] = [value('licence'), value('licence_url')]
  if ([...text].length > LONGEST_LICENCE || UNPRINTABLE.test(text))
    problems.licence = t('face.licence_wrong', { most: LONGEST_LICENCE })
  else if (text === '' && url !== '') problems.licence = t('face.licence_required')
  if (url !== '' && !isWebAddress(url)) problems.licence_url = t('face.licence_url_wrong')
  set('licence', text === '' ? undefined : { text, url })

  for (const name of ['privacy', 'about'] as const) {
    const address = value(name)
    if (address !== '' && !isWebAddress(address) && !isPath(address)) problems[name] = t('face.address_wrong')
    set(name, address === '' ? undefined : address)
  }
}

function isWebAddress(text: string): boolean {
  const { protocol, username, password } = URL.parse(text) ?? {}
  return (
    /^https?:\/\//i.test(text) &&
    text.length <= LONGEST_ADDRESS &&
    (protocol === 'https:' || protocol === 'http:') &&
    username === '' &&
    password === ''
  )
}

/** A path on this site: "//host" and "/\host" would lead elsewhere. */
const isPath = (text: string): boolean =>
  text.length <= LONGEST_ADDRESS && /^\/(?![/\\])[^\s\\]*$/.test(text) && !UNPRINTABLE.test(text)
