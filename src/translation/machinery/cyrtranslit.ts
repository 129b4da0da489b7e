// Transliteration between the Cyrillic and the Latin script, inside this server.

import { MachineryError, type TranslationService } from './service.ts'

type Script = 'Cyrl' | 'Latn'

const SERBIAN = 'аa бb вv гg дd ђđ еe жž зz иi јj кk лl љlj мm нn њnj оo пp рr сs тt ћć уu фf хh цc чč џdž шš'
/** Letters of each language, Cyrillic first. */
const ALPHABETS: Readonly<Record<string, string>> = {
  sr: SERBIAN,
  bs: SERBIAN,
  cnr: `${SERBIAN} с́ś з́ź`,
  mk: 'аa бb вv гg дd ѓgj еe жž зz ѕdz иi јj кk лl љlj мm нn њnj оo пp рr сs тt ќkj уu фf хh цc чč џdž шš',
}

/** The language and script of a code. Without a script, these languages use Cyrillic here, except Bosnian. */
function scriptOf(code: string): { language: string; script: Script } | null {
  const [language = ''] = code.split(/[_@-]/)
  if (!Object.hasOwn(ALPHABETS, language)) return null
  if (/latn|latin/i.test(code)) return { language, script: 'Latn' }
  if (/cyrl|cyrillic/i.test(code)) return { language, script: 'Cyrl' }
  return { language, script: language === 'bs' || language === 'cnr' ? 'Latn' : 'Cyrl' }
}

/** Markup, placeholders and addresses, which keep their letters. */
const KEPT = /<[^<>]*>|\{[^{}]*\}|%(?:\([^()]*\)|\d+\$)?[-+ #0-9.]*[A-Za-z@%]|&#?\w+;|https?:\/\/\S+|\$\w+|@\w+/g

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Replacements of one direction, longest first. */
function replacements(language: string, to: Script): [RegExp, Map<string, string>] {
  const pairs = ALPHABETS[language]!.split(' ').flatMap(pair => {
    const [, cyrillic = '', latin = ''] =
      /^(\p{Script=Cyrillic}\p{M}?)(.+)$/u.exec(pair.normalize('NFD').normalize('NFC')) ?? []
    const [from, into] = to === 'Latn' ? [cyrillic, latin] : [latin, cyrillic]
    return [
      [from, into],
      [capital(from), capital(into)],
      [from.toUpperCase(), into.toUpperCase()],
    ] as const
  })
  // The first of two equal keys wins: a single capital letter stands for "Lj", not "LJ".
  const map = new Map([...pairs].reverse())
  for (const [from, into] of pairs)
    if ([...from].length === 1 && from === capital(from)) map.set(from, capital(into.toLowerCase()))
  const keys = [...map.keys()].sort((a, b) => b.length - a.length)
  return [new RegExp(keys.join('|'), 'gu'), map]
}

const UPPER = /\p{Lu}/u

function transliterate(text: string, [pattern, map]: [RegExp, Map<string, string>]): string {
  const converted = (part: string) =>
    part.replace(pattern, (found, offset: number) => {
      const into = map.get(found)!
      // In a word of capitals a digraph is in capitals as well.
      const isShouted = UPPER.test(found) && UPPER.test(part.charAt(offset + found.length) || part.charAt(offset - 1))
      return isShouted ? into.toUpperCase() : into
    })
  let result = ''
  let end = 0
  for (const match of text.matchAll(KEPT)) {
    result += converted(text.slice(end, match.index)) + match[0]
    end = match.index + match[0].length
  }
  return result + converted(text.slice(end))
}

const SUFFIXES: Readonly<Record<Script, readonly string[]>> = {
  Latn: ['_Latn', '@latin'],
  Cyrl: ['_Cyrl', '@cyrillic'],
}

export const cyrTranslit: TranslationService = {
  name: 'cyrtranslit',
  label: 'CyrTranslit',
  quality: 100,
  isLocal: true,
  settings: {},
  startsFrom(to) {
    const place = scriptOf(to)
    if (place === null) return []
    const other: Script = place.script === 'Latn' ? 'Cyrl' : 'Latn'
    return [...SUFFIXES[other].map(suffix => place.language + suffix), place.language].filter(
      code => scriptOf(code)?.script === other,
    )
  },
  async translate(texts, { from, to }) {
    const [source, target] = [scriptOf(from), scriptOf(to)]
    if (source === null || target === null || source.language !== target.language || source.script === target.script)
      throw new MachineryError(`Cannot transliterate from ${from} to ${to}.`)
    const rules = replacements(target.language, target.script)
    return texts.map(text => transliterate(text.normalize('NFC'), rules))
  },
}
