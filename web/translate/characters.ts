/** A character that is hard to type, with a label if it is invisible. */
export interface Character {
  readonly text: string
  readonly name?: string
}

const NBSP: Character = { text: '\u00a0', name: 'NBSP' }
const NNBSP: Character = { text: '\u202f', name: 'NNBSP' }
const ZWNJ: Character = { text: '\u200c', name: 'ZWNJ' }
const ZWJ: Character = { text: '\u200d', name: 'ZWJ' }
const LRM: Character = { text: '\u200e', name: 'LRM' }
const RLM: Character = { text: '\u200f', name: 'RLM' }

/** Outer and inner quotation marks and other often-needed characters, by language. */
const TYPICAL: Readonly<Record<string, string>> = {
  ar: '« » ، ؛ ؟ ٪',
  az: '« » ə ğ ı ş',
  be: '« » „ “ ʼ',
  bg: '„ “ № ѝ',
  bs: '„ ” č ć đ š ž',
  ca: '« » “ ” · ç',
  cs: '„ “ ‚ ‘ ř ů ě',
  da: '» « „ “ æ ø å',
  de: '„ “ ‚ ‘ ä ö ü ß',
  el: '« » “ ” · ά',
  en: '“ ” ‘ ’',
  eo: '“ ” ĉ ĝ ĥ ĵ ŝ ŭ',
  es: '« » “ ” ¿ ¡ ñ',
  et: '„ “ õ ä ö ü',
  fa: '« » ، ؛ ؟ ی ک',
  fi: '” ’ ä ö å',
  fr: '« » “ ” ’ œ ç É',
  he: '” “ ״ ׳ ־ ₪',
  hr: '„ ” č ć đ š ž',
  hu: '„ ” » « ő ű',
  hy: '« » ՝ ՞ ՜ ։',
  is: '„ “ ð þ æ',
  it: '« » “ ” ’ È',
  ja: '「 」 『 』 。 、 ・ 〜 ー',
  ko: '“ ” ‘ ’ 「 」 ·',
  lt: '„ “ ė ų ū ž',
  lv: '« » „ “ ā ē ī ū ņ',
  nb: '« » ‘ ’ æ ø å',
  nl: '“ ” ‘ ’ ’n ë',
  nn: '« » ‘ ’ æ ø å',
  pl: '„ ” « » ą ę ł ż',
  pt: '“ ” « » ã õ ç',
  ro: '„ ” « » ă ș ț',
  ru: '« » „ “ № ё',
  sk: '„ “ ‚ ‘ ľ ť ô',
  sl: '„ “ » « č š ž',
  sr: '„ ” ћ ђ џ',
  sv: '” ’ å ä ö',
  tr: '“ ” ‘ ’ ı İ ğ ş',
  uk: '« » „ “ ʼ ґ є ї',
  ur: '” “ ، ؛ ؟ ۔',
  vi: '“ ” ‘ ’ đ ₫',
  zh: '“ ” 「 」 。 、 《 》 …… ——',
}

/** Languages that use spaces before punctuation, or non-joining characters. */
const SPACED: Readonly<Record<string, readonly Character[]>> = {
  fr: [NNBSP],
  fa: [ZWNJ],
  ur: [ZWNJ],
  hi: [ZWNJ, ZWJ],
  bn: [ZWNJ, ZWJ],
  ml: [ZWNJ, ZWJ],
  si: [ZWNJ, ZWJ],
}

/** Characters to offer for a language. */
export function charactersFor({ code, direction }: { readonly code: string; readonly direction: string }): Character[] {
  const language = code.split(/[-_@]/)[0]!.toLowerCase()
  const typical = (TYPICAL[language] ?? TYPICAL.en!).split(' ').map(text => ({ text }))
  const marks = direction === 'rtl' ? [LRM, RLM] : []
  const all = [...typical, { text: '–' }, { text: '…' }, NBSP, ...(SPACED[language] ?? []), ...marks]
  return all.filter((each, i) => all.findIndex(other => other.text === each.text) === i)
}
