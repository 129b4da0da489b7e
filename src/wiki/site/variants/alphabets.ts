// Letter correspondences between scripts.
import { pairs, turned, withCapitals } from './letters.ts'

const serbian = pairs(`а a б b в v г g д d ђ đ е e ж ž з z и i ј j к k л l љ lj м m н n њ nj о o п p р r с s т t ћ ć у u
  ф f х h ц c ч č џ dž ш š`)
export const serbianToLatin = withCapitals(serbian)
/** An exclamation mark keeps two letters from being read as one. */
export const serbianToCyrillic = [
  ...withCapitals(turned(serbian)),
  ...pairs('LJ Љ NJ Њ DŽ Џ l!j лј L!j Лј L!J ЛЈ n!j нј N!j Нј N!J НЈ d!ž дж D!ž Дж D!Ž ДЖ'),
]

export const tajikToLatin = [
  ...withCapitals(
    pairs(`а a б b в v г g д d е e ё jo ж ƶ з z и i й j к k л l м m н n о o п p р r с s т t у u ф f х x ч c ш ş э e ю ju
      я ja ғ ƣ ӣ ī қ q ӯ ū ҳ h ҷ ç ц ts`),
  ),
  ...pairs("ъ ' Ъ '"),
  ['ии ', 'iji '] as const,
]

const uzbek =
  pairs(`а a б b д d в v х x г g ҳ h ж j з z и i к k л l м m н n о o п p р r с s т t у u ф f қ q й y ц ts ё yo
  ю yu ч ch ш sh я ya ғ gʻ ў oʻ`)
export const uzbekToLatin = [...withCapitals([...uzbek, ...pairs('е e э e')]), ['ъ', 'ʼ'] as const]
export const uzbekToCyrillic = [
  ...withCapitals([...turned(uzbek), ...pairs('e э g‘ ғ o‘ ў yo‘ йў yoʻ йў')]),
  ['ʼ', 'ъ'] as const,
]

/** Each row: the consonant, its final form, and with i, ii, u, uu, a, aa. */
const SYLLABLES = `p ᑉ ᐱ ᐲ ᐳ ᐴ ᐸ ᐹ
  t ᑦ ᑎ ᑏ ᑐ ᑑ ᑕ ᑖ
  k ᒃ ᑭ ᑮ ᑯ ᑰ ᑲ ᑳ
  qq ᖅᒃ ᖅᑭ ᖅᑮ ᖅᑯ ᖅᑰ ᖅᑲ ᖅᑳ
  g ᒡ ᒋ ᒌ ᒍ ᒎ ᒐ ᒑ
  m ᒻ ᒥ ᒦ ᒧ ᒨ ᒪ ᒫ
  n ᓐ ᓂ ᓃ ᓄ ᓅ ᓇ ᓈ
  s ᔅ ᓯ ᓰ ᓱ ᓲ ᓴ ᓵ
  l ᓪ ᓕ ᓖ ᓗ ᓘ ᓚ ᓛ
  j ᔾ ᔨ ᔩ ᔪ ᔫ ᔭ ᔮ
  v ᕝ ᕕ ᕖ ᕗ ᕘ ᕙ ᕚ
  r ᕐ ᕆ ᕇ ᕈ ᕉ ᕋ ᕌ
  q ᖅ ᕿ ᖀ ᖁ ᖂ ᖃ ᖄ
  ng ᖕ ᖏ ᖐ ᖑ ᖒ ᖓ ᖔ
  nng ᖖ ᙱ ᙲ ᙳ ᙴ ᙵ ᙶ
  ɫ ᖦ ᖠ ᖡ ᖢ ᖣ ᖤ ᖥ`
const VOWELS = ['', 'i', 'ii', 'u', 'uu', 'a', 'aa']
export const inuktitutToLatin = [
  ...pairs('ᐦ h ᐃ i ᐄ ii ᐅ u ᐆ uu ᐊ a ᐋ aa'),
  ...SYLLABLES.split('\n').flatMap(row => {
    const [consonant, ...signs] = row.trim().split(' ')
    return signs.map((sign, i) => [sign, `${consonant}${VOWELS[i]}`] as const)
  }),
]
export const inuktitutToSyllables = turned(inuktitutToLatin)

const TIFINAGH = `ⴰ a ⴱ b ⴳ g ⴷ d ⴹ ḍ ⴻ e ⴼ f ⴽ k ⵀ h ⵃ ḥ ⵄ ɛ ⵅ x ⵇ q ⵉ i ⵊ j ⵍ l ⵎ m ⵏ n ⵓ u ⵔ r ⵕ ṛ ⵖ ɣ ⵙ s ⵚ ṣ ⵛ c ⵜ t ⵟ ṭ
  ⵡ w ⵢ y ⵣ z ⵥ ẓ ⵯ ʷ`
export const shilhaToLatin = pairs(TIFINAGH)
export const shilhaToTifinagh = [...turned(shilhaToLatin), ...pairs('o ⵓ p ⴱ v ⴼ')]

export const kurdishToLatin = [
  ...pairs(`ب b ج c چ ç د d ف f گ g ھ h ہ h ه h ح h ژ j ك k ک k ل l م m ن n پ p ق q ر r س s ش ş ت t ڤ v خ x غ x ز z ڵ ll ڕ rr
    ا a ە e ة e ێ ê ي î ی î ى î ۆ o و w ، , ع ' ؟ ? ٠ 0 ١ 1 ٢ 2 ٣ 3 ٤ 4 ٥ 5 ٦ 6 ٧ 7 ٨ 8 ٩ 9`),
  // An h followed by one or two non-joiners is an e; a hamza that only carries a vowel is dropped.
  ['ه\u200c', 'e'] as const,
  ['ه\u200c\u200c', 'e'] as const,
  ['ئ', ''] as const,
]
const KURDISH_VOWELS = pairs('a ئا e ئە ê ئێ î ئی o ئۆ u ئو û ئوو')
export const kurdishToArabic = [
  ...withCapitals(pairs('b ب c ج ç چ d د f ف g گ j ژ k ک l ل m م n ن p پ q ق r ر s س ş ش t ت v ڤ w و x خ y ی z ز')),
  ...pairs('h ه H ح a ا e ە ê ێ î ی o ۆ u و û وو , ، ? ؟'),
  ['i', ''] as const,
  ...KURDISH_VOWELS.flatMap(([latin, arabic]) => [
    [latin.toUpperCase(), arabic] as const,
    [` ${latin}`, `${arabic} `] as const,
    [` ${latin.toUpperCase()}`, `${arabic} `] as const,
  ]),
]

const crimean = withCapitals(
  pairs(
    `гъ ğ къ q нъ ñ дж c а a б b в v г g д d ж j з z й y к k л l м m н n п p р r с s т t ф f х h ч ç ш ş я â у u о o`,
  ),
)
/** The dotted and the dotless i are not each other's capitals. */
const crimeanI = pairs('и i И İ ы ı Ы I')
export const crimeanToLatin: readonly (readonly [string, string])[] = [
  ...crimean,
  ...crimeanI,
  ...pairs('ГЪ Ğ КЪ Q НЪ Ñ ДЖ C э e Э E е e Е E ё yo Ё Yo ю yu Ю Yu ц ts Ц Ts щ şç Щ Şç'),
  ...[...'ъьЪЬ'].map(sign => [sign, ''] as const),
]
export const crimeanToCyrillic = [
  ...turned(crimean),
  ...turned(crimeanI),
  ...pairs('ya я Ya Я YA Я ye е Ye Е YE Е e е E Е ö ё Ö Ё ü ю Ü Ю'),
]
