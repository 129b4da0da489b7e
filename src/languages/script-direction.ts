import type { Direction } from './wiki-languages.ts'

/** ISO 15924 codes of right-to-left scripts. */
const rightToLeft = new Set(
  'Adlm Arab Aran Armi Avst Chrs Cprt Elym Gara Hatr Hebr Hung Khar Lydi Mand Mani Mend Merc Mero Narb Nbat Nkoo Orkh Ougr Palm Phli Phlp Phnx Prti Rohg Samr Sarb Sidt Sogd Sogo Syrc Thaa Yezi'.split(
    ' ',
  ),
)

/** Direction of the script in a code (`ku_Arab`, `az-latn`); undefined without a script. */
export function scriptDirection(code: string): Direction | undefined {
  const script = code.split(/[_-]/).find((part, at) => at > 0 && /^[A-Za-z]{4}$/.test(part))
  if (script === undefined) return undefined
  return rightToLeft.has(script[0]!.toUpperCase() + script.slice(1).toLowerCase()) ? 'rtl' : 'ltr'
}
