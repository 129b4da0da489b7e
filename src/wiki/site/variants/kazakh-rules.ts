// Kazakh in the Cyrillic, Latin and Arabic scripts. Digraphs and positions come before single letters.
import { pairs, type Rules, turned, withCapitals } from './letters.ts'

const single = pairs(`а a ә ä б b в v г g ғ ğ д d е e ж j з z и ï й ý к k қ q л l м m н n ң ñ о o ө ö п p р r с s т t
  у w ұ u ү ü ф f х x һ h ц c ч ç ш ş э é`)

/** The dotted and the dotless i are not each other's capitals. */
const bothI = pairs('ы ı Ы I і i І İ')

const asRules = (table: readonly (readonly [string, string])[]): Rules =>
  table.map(([from, to]) => [new RegExp(from, 'gu'), to] as const)

const VOWEL_OR_SIGN = 'АӘЕЁИОӨҰҮЭЮЯЪЬ'

export const kazakhToLatin: Rules = [
  [/№/g, 'No.'],
  [new RegExp(`([${VOWEL_OR_SIGN}])Е`, 'gu'), '$1YE'],
  [new RegExp(`([${VOWEL_OR_SIGN}])е`, 'giu'), '$1ye'],
  // At the start of a text, only the first letter of a pair is a capital, unless others follow.
  [/^Ё(?=\p{Ll}|$)/gu, 'Yo'],
  [/^Ю(?=\p{Ll}|$)/gu, 'Yu'],
  [/^Я(?=\p{Ll}|$)/gu, 'Ya'],
  [/^Щ(?=\p{Ll}|$)/gu, 'Şç'],
  ...asRules(pairs('Ё YO ё yo Ю YU ю yu Я YA я ya Щ ŞÇ щ şç')),
  [/ъ/giu, 'ʺ'],
  [/ь/giu, 'ʹ'],
  ...asRules([...withCapitals(single), ...bothI]),
]

const CAPITAL = '[AÄBCÇDEÉFGĞHIİÏJKLMNÑOÖPQRSŞTUÜVWXYÝZ]'

export const kazakhToCyrillic: Rules = [
  [/#|No\./g, '№'],
  [/ŞÇʹ/g, 'ЩЬ'],
  [/Şçʹ/g, 'Щь'],
  [/Ş[Çç]/g, 'Щ'],
  [/şç/g, 'щ'],
  [new RegExp(`(${CAPITAL})ʺ(?=${CAPITAL})`, 'gu'), '$1Ъ'],
  [new RegExp(`(${CAPITAL})ʹ(?=${CAPITAL})`, 'gu'), '$1Ь'],
  [/ʺ/g, 'ъ'],
  [/ʹ/g, 'ь'],
  [/Y[Ee]/g, 'Е'],
  [/ye/g, 'е'],
  [/Y[Oo]/g, 'Ё'],
  [/yo/g, 'ё'],
  [/Y[UWuw]/g, 'Ю'],
  [/y[uw]/g, 'ю'],
  [/Y[Aa]/g, 'Я'],
  [/ya/g, 'я'],
  ...asRules([...withCapitals(turned(single)), ...turned(bothI)]),
]

const PUNCTUATION = pairs(', ، ; ؛ \\? ؟ % ٪ \\* ٭ 0 ۰ 1 ۱ 2 ۲ 3 ۳ 4 ۴ 5 ۵ 6 ۶ 7 ۷ 8 ۸ 9 ۹')

const ARABIC = pairs(`[еэ] ە [аә] ا [оө] و [ұү] ۇ [ыі] ى и ىي ё يو ю يۋ я يا й ي ц تس щ شش һ ح ч تش б ب в ۆ г گ ғ ع
  д د ж ج з ز к ك қ ق л ل м م н ن ң ڭ п پ р ر с س т ت у ۋ ф ف х ح ш ش`)

export const kazakhToArabic: Rules = [
  [/#|№|No\./g, '\u0600'],
  ...asRules(PUNCTUATION),
  [/Аллаһ/giu, 'ﷲ'],
  [new RegExp(`([${VOWEL_OR_SIGN}])е`, 'giu'), '$1يە'],
  [/[ъь]/giu, ''],
  ...ARABIC.map(([from, to]) => [new RegExp(from, 'giu'), to] as const),
]

const WORD = /[^\s\-.:]+/gu
const FRONT_VOWEL = /[әөүі]/iu
/** These letters show that a word has front vowels, so the sign is left out. */
const TELLING = /[еэгғкқ]/iu
const LETTERS = /[а-яёәғқңөұүһі]+/giu

/** In the Arabic script, a high hamza before a word says that its vowels are front vowels. */
export const withHamza = (text: string): string =>
  text.replace(WORD, word =>
    FRONT_VOWEL.test(word) && !TELLING.test(word) ? word.replace(LETTERS, letters => `ٴ${letters}`) : word,
  )
