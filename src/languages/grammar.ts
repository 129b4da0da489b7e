// Grammatical cases of names, by their endings.

/** The first ending that a word has is replaced. */
type Endings = readonly (readonly [ending: string, replacement: string])[]

interface Case {
  readonly endings: Endings
  /** What becomes of all other words. */
  readonly otherwise?: (word: string) => string
}

const LANGUAGE_ADVERBS: Readonly<Record<string, string>> = {
  иврит: 'на иврите',
  идиш: 'на идише',
  эсперанто: 'на эсперанто',
  хинди: 'на хинди',
}

/** Names of wikis, and of languages ("languagegen", "languageprep" and "languageadverb"). */
const RUSSIAN: Readonly<Record<string, Case>> = {
  genitive: {
    endings: [
      ['ь', 'я'],
      ['ия', 'ии'],
      ['ка', 'ки'],
      ['ти', 'тей'],
      ['ды', 'дов'],
      ['д', 'да'],
      ['ник', 'ника'],
      ['ные', 'ных'],
    ],
  },
  prepositional: {
    endings: [
      ['ь', 'е'],
      ['ия', 'ии'],
      ['ка', 'ке'],
      ['ти', 'тях'],
      ['ды', 'дах'],
      ['д', 'де'],
      ['ник', 'нике'],
      ['ные', 'ных'],
    ],
  },
  accusative: {
    endings: [
      ['ия', 'ию'],
      ['ка', 'ку'],
    ],
  },
  languagegen: {
    endings: [
      ['кий', 'кого'],
      ['иврит', 'иврита'],
      ['идиш', 'идиша'],
    ],
  },
  languageprep: {
    endings: [
      ['кий', 'ком'],
      ['иврит', 'иврите'],
      ['идиш', 'идише'],
    ],
  },
  languageadverb: {
    endings: [],
    otherwise: name => {
      if (name.endsWith('кий')) return `по-${name.slice(0, -1)}`
      return LANGUAGE_ADVERBS[name] ?? `на языке ${name}`
    },
  },
}

const LANGUAGES: Readonly<Record<string, Readonly<Record<string, Case>>>> = { ru: RUSSIAN }

/** A word in a case of a language. Words stay as they are in languages and cases without rules. */
export function inGrammaticalCase(code: string, grammaticalCase: string, word: string): string {
  const cases = Object.hasOwn(LANGUAGES, code) ? LANGUAGES[code] : undefined
  if (cases === undefined || word === '' || !Object.hasOwn(cases, grammaticalCase)) return word
  const { endings, otherwise } = cases[grammaticalCase]!
  const found = endings.find(([ending]) => word.endsWith(ending) && (ending !== 'ь' || word.length > 1))
  if (found) return word.slice(0, word.length - found[0].length) + found[1]
  return otherwise?.(word) ?? word
}
