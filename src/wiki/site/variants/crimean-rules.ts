// Crimean Tatar: letters whose reading depends on their neighbours. Words that are exceptions are not listed.
import type { Rules } from './letters.ts'

const START = '(?<![\\p{L}\\p{M}])'

export const crimeanToCyrillicRules: Rules = [
  // Quotation marks of the other script.
  [/“/g, '«'],
  [/”/g, '»'],
  // A vowel with a y before it is one letter.
  [/[Yy]ö/g, 'ё'],
  [/[Yy]ü/g, 'ю'],
  [/yo/g, 'ё'],
  [/Y[oO]/g, 'Ё'],
  [/yu/g, 'ю'],
  [/Y[uU]/g, 'Ю'],
  // At the start of a word, e has a letter of its own, and the rounded front vowels are written as back ones.
  [new RegExp(`${START}e`, 'gu'), 'э'],
  [new RegExp(`${START}E`, 'gu'), 'Э'],
  [/(?<=[aâeıioöuüэ])e/giu, 'э'],
  [new RegExp(`${START}ö`, 'gu'), 'о'],
  [new RegExp(`${START}Ö`, 'gu'), 'О'],
  [new RegExp(`${START}ü`, 'gu'), 'у'],
  [new RegExp(`${START}Ü`, 'gu'), 'У'],
  // Pairs of letters, all capitals within such a word.
  [/C(?=\p{Lu})/gu, 'ДЖ'],
  [/Ğ(?=\p{Lu})/gu, 'ГЪ'],
  [/Ñ(?=\p{Lu})/gu, 'НЪ'],
  [/Q(?=\p{Lu})/gu, 'КЪ'],
]

const CONSONANTS = 'бвгджзйклмнпрстфхцчшщ'
const notAfterConsonant = (letter: string): RegExp =>
  new RegExp(`(?<![${CONSONANTS}${CONSONANTS.toUpperCase()}])${letter}`, 'gu')

export const crimeanToLatinRules: Rules = [
  [/[«»]/g, '"'],
  // After a vowel, a sign or nothing, these letters begin with y.
  [notAfterConsonant('е'), 'ye'],
  [notAfterConsonant('я'), 'ya'],
  [notAfterConsonant('Е(?=\\p{Lu})'), 'YE'],
  [notAfterConsonant('Е'), 'Ye'],
  [notAfterConsonant('Я(?=\\p{Lu})'), 'YA'],
  [notAfterConsonant('Я'), 'Ya'],
  // After a consonant they are front vowels.
  [/(?<=[бвгджзйклмнпрстфхцчшщ])ё/giu, 'ö'],
  [/(?<=[бвгджзйклмнпрстфхцчшщ])ю/giu, 'ü'],
  [/Ё(?=\p{Lu})/gu, 'YO'],
  [/Ю(?=\p{Lu})/gu, 'YU'],
  [/Ц(?=\p{Lu})/gu, 'TS'],
  [/Щ(?=\p{Lu})/gu, 'ŞÇ'],
]
