import { lazily } from './load-data.ts'
import { trialNumbers } from './plural.ts'
import { compilePlural, PluralFormulaError } from './plural-expression.ts'

/** Names of the forms of each plural type, by the id in the translation API. */
export const pluralTypeForms: Readonly<Record<number, readonly string[]>> = {
  0: ['other'],
  1: ['one', 'other'],
  2: ['one', 'few', 'other'],
  3: ['zero', 'one', 'two', 'few', 'many', 'other'],
  4: ['one', 'two', 'other'],
  5: ['one', 'two', 'three', 'other'],
  6: ['one', 'two', 'few', 'other'],
  7: ['one', 'other', 'zero'],
  8: ['one', 'few', 'many', 'other'],
  9: ['two', 'other'],
  10: ['one', 'two', 'few', 'many', 'other'],
  11: ['zero', 'one', 'other'],
  12: ['zero', 'one', 'two', 'few', 'many', 'other'],
  13: ['other', 'one', 'two', 'few'],
  14: ['one', 'other', 'two'],
  15: ['zero', 'other'],
  16: ['zero', 'one', 'few', 'other'],
  17: ['zero', 'one', 'two', 'few', 'other'],
  18: ['zero', 'one', 'two', 'other'],
  19: ['zero', 'one', 'few', 'many', 'other'],
  20: ['one', 'many', 'other'],
  21: ['zero', 'one', 'many', 'other'],
  22: ['one', 'few', 'many'],
  23: ['one', 'zero', 'few', 'other'],
}

const UNKNOWN_PLURAL_TYPE = 666
const ARABIC = 3

const one = 'n%10==1 && n%100!=11'
const few = 'n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20)'
const lithuanianOne = 'n%10==1 && (n%100<11 || n%100>19)'
const lithuanianFew = 'n%10>=2 && (n%100<11 || n%100>19)'
const tagalogOther = 'n>3 && (n%10==4 || n%10==6 || n%10==9)'
const bretonOne = 'n%10==1 && n%100!=11 && n%100!=71 && n%100!=91'
const bretonTwo = 'n%10==2 && n%100!=12 && n%100!=72 && n%100!=92'
const bretonFew = `(n%10==3 || n%10==4 || n%10==9) && (n%100<10 || n%100>19) && (n%100<70 || n%100>79) && n%100<90`
const cornishTwo = `(n%20==2 || n%1000==0 && (n%100000>=1000 && n%100000<=20000 || n%100000==40000
  || n%100000==60000 || n%100000==80000) || n!=0 && n%1000000==100000)`
const manxFew = 'n%20==0'

/** Known formulas of each type. Formulas are equivalent if they give the same form for every trial number. */
const behaviours: Readonly<Record<number, readonly string[]>> = {
  1: ['n!=1', 'n>1', 'n<=1', 'n%10!=1', 'n%10!=1 || n%100==11', 'n>=2 && (n<11 || n>99)', tagalogOther],
  2: [
    'n==1 ? 0 : n==0 || n%100>0 && n%100<20 ? 1 : 2',
    'n==1 ? 0 : n==0 || n%100>=2 && n%100<=19 ? 1 : 2',
    'n<=1 ? 0 : n<=10 ? 1 : 2',
  ],
  4: ['n==1 ? 0 : n==2 ? 1 : 2', 'n%100==1 ? 0 : n%100==2 ? 1 : 2'],
  5: ['n==1 ? 0 : n==2 ? 1 : n==3 ? 2 : 3'],
  6: [
    'n==1 || n==11 ? 0 : n==2 || n==12 ? 1 : n>2 && n<20 ? 2 : 3',
    'n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3',
    `n%10==1 ? 0 : n%10==2 ? 1 : ${manxFew} ? 2 : 3`,
    'n==1 ? 0 : n==2 ? 1 : n>10 && n%10==0 ? 2 : 3',
    'n==1 ? 0 : n==2 ? 1 : n==10 ? 2 : 3',
    'n==1 ? 0 : n==2 ? 1 : n!=8 && n!=11 ? 2 : 3',
    `${one} ? 0 : n==2 ? 1 : ${lithuanianFew} ? 2 : 3`,
  ],
  7: [`${one} ? 0 : n!=0 ? 1 : 2`],
  8: [
    'n==1 ? 0 : n==0 || n%100>1 && n%100<11 ? 1 : n%100>10 && n%100<20 ? 2 : 3',
    'n==1 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : n%10==0 || n%100>10 && n%100<20 ? 2 : 3',
    `n==1 ? 3 : ${one} ? 0 : ${few} ? 1 : 2`,
  ],
  9: ['n==2'],
  10: [
    'n==1 ? 0 : n==2 ? 1 : n<7 ? 2 : n<11 ? 3 : 4',
    'n==1 ? 0 : n==2 ? 1 : n>2 && n<7 ? 2 : n>6 && n<11 ? 3 : 4',
    `${bretonOne} ? 0 : ${bretonTwo} ? 1 : ${bretonFew} ? 2 : n!=0 && n%1000000==0 ? 3 : 4`,
    'n==1 ? 0 : n==2 ? 1 : n==0 || n%100>=3 && n%100<=10 ? 2 : n%100>=11 && n%100<=19 ? 3 : 4',
  ],
  11: [
    'n==0 ? 0 : n==1 ? 1 : 2',
    'n==0 ? 0 : n!=1 ? 1 : 2',
    'n%10==0 || n%100>=11 && n%100<=19 ? 0 : n%10==1 && n%100!=11 ? 1 : 2',
    'n==0 ? 0 : n%10==1 ? 1 : 2',
    `n==0 ? 0 : ${one} ? 1 : 2`,
    'n==0 ? 0 : n%10!=1 || n%100==11 ? 1 : 2',
    'n==0 ? 0 : n>=2 && (n<11 || n>99) ? 1 : 2',
    `n==0 ? 0 : ${tagalogOther} ? 1 : 2`,
    'n==1 ? 0 : n%10==4 || n%10==6 || n%10==9 ? 1 : 2',
  ],
  12: [
    'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n==3 ? 3 : n==6 ? 4 : 5',
    'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5',
    `n==0 ? 0 : n==1 ? 1 : ${cornishTwo} ? 2 : n%20==3 ? 3 : n%20==1 ? 4 : 5`,
    'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n<7 ? 3 : n<11 ? 4 : 5',
    `n==0 ? 0 : ${bretonOne} ? 1 : ${bretonTwo} ? 2 : ${bretonFew} ? 3 : n%1000000==0 ? 4 : 5`,
    'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 && n%100<=19 ? 4 : 5',
  ],
  13: ['n%100==1 ? 1 : n%100==2 ? 2 : n%100==3 || n%100==4 ? 3 : 0'],
  14: ['n==1 ? 0 : n==2 ? 2 : 1'],
  15: ['n!=0'],
  16: [
    'n==0 ? 0 : n==1 ? 1 : n<=10 ? 2 : 3',
    'n==0 ? 0 : n==1 ? 1 : n%100>0 && n%100<20 ? 2 : 3',
    'n==0 ? 0 : n==1 ? 1 : n%100>=2 && n%100<=19 ? 2 : 3',
    `n==0 ? 0 : n==1 ? 1 : ${few} ? 2 : 3`,
    'n==0 ? 0 : n==1 ? 1 : n<=4 ? 2 : 3',
    `n==0 ? 0 : ${one} ? 1 : ${few} ? 2 : 3`,
    `n==0 ? 0 : ${lithuanianOne} ? 1 : ${lithuanianFew} ? 2 : 3`,
  ],
  17: [
    'n==0 ? 0 : n==1 || n==11 ? 1 : n==2 || n==12 ? 2 : n<20 ? 3 : 4',
    'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n>10 && n%10==0 ? 3 : 4',
    'n==0 ? 0 : n%100==1 ? 1 : n%100==2 ? 2 : n%100==3 || n%100==4 ? 3 : 4',
    `n==0 ? 0 : n%10==1 ? 1 : n%10==2 ? 2 : ${manxFew} ? 3 : 4`,
  ],
  18: ['n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : 3'],
  19: [
    'n==0 ? 0 : n==1 ? 1 : n%100>1 && n%100<11 ? 2 : n%100>10 && n%100<20 ? 3 : 4',
    'n==0 ? 0 : n==1 ? 1 : n<=5 ? 2 : n==6 ? 3 : 4',
  ],
  20: ['n==1 ? 0 : n!=0 && n%1000000==0 ? 1 : 2', 'n<=1 ? 0 : n%1000000==0 ? 1 : 2'],
  21: ['n==0 ? 0 : n==1 ? 1 : n%1000000==0 ? 2 : 3'],
  22: [
    `${one} ? 0 : ${few} ? 1 : 2`,
    `n==1 ? 0 : ${few} ? 1 : 2`,
    'n==1 ? 0 : n>=2 && n<=4 ? 1 : 2',
    `${one} ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2`,
    `${lithuanianOne} ? 0 : ${lithuanianFew} ? 1 : 2`,
  ],
  23: ['n==1 ? 0 : n==0 || n%100>=1 && n%100<=10 ? 1 : n%100>=11 && n%100<=19 ? 2 : 3'],
}

const typeOfBehaviour = lazily(() => {
  const types = new Map<string, number>()
  for (const [type, formulas] of Object.entries(behaviours)) {
    for (const formula of formulas) types.set(behaviour(formula), Number(type))
  }
  return types
})

/** The id of the plural type; 666 if unknown. */
export function pluralType(number: number, formula: string, baseCode?: string): number {
  const type = typeOf(number, formula)
  if (type !== UNKNOWN_PLURAL_TYPE) return type
  return number === 6 && baseCode === 'ar' ? ARABIC : UNKNOWN_PLURAL_TYPE
}

function typeOf(number: number, formula: string): number {
  if (number === 1) return 0
  try {
    const type = typeOfBehaviour().get(behaviour(formula)) ?? UNKNOWN_PLURAL_TYPE
    return pluralTypeForms[type]?.length === number ? type : UNKNOWN_PLURAL_TYPE
  } catch (error) {
    if (error instanceof PluralFormulaError) return UNKNOWN_PLURAL_TYPE
    throw error
  }
}

function behaviour(formula: string): string {
  return trialNumbers.map(compilePlural(formula)).join(' ')
}
