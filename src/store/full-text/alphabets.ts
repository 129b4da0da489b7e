/** Letters of scripts, as titles are compared: in lower case, Latin without accents. */
const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўјљњћђџ',
  'αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώ',
  'אבגדהוזחטיכלמנסעפצקרשתךםןףץ',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهويةىءأإآئؤپچژگکی',
  'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆև',
  'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ',
  'अआइईउऊएऐओऔकखगघचछजझटठडढणतथदधनपफबभमयरलवशषसहािीुूेैोौं्',
  '0123456789',
].map(letters => [...letters])

/** The letters that a wrong one could have been: those of the scripts of the text, and a space and a hyphen. */
export function lettersLike(text: string): string[] {
  const typed = new Set(text)
  return [...ALPHABETS.filter(letters => letters.some(letter => typed.has(letter))).flat(), ' ', '-']
}
