// Formatting of calculated numbers.

/** Formats a float like PHP: 14 significant digits, then exponents. */
export function phpNumber(value: number): string {
  if (Number.isNaN(value)) return 'NAN'
  if (!Number.isFinite(value)) return value > 0 ? 'INF' : '-INF'
  if (Object.is(value, -0)) return '-0'
  const [mantissa, exponentText] = rounded(value).toExponential(13).split('e')
  const exponent = Number(exponentText)
  if (exponent < -4 || exponent >= 14) {
    const digits = mantissa!.replace(/\.?0+$/, '')
    const sign = exponent < 0 ? '-' : '+'
    return `${digits.includes('.') ? digits : `${digits}.0`}E${sign}${Math.abs(exponent)}`
  }
  const fixed = value.toFixed(Math.max(0, Math.min(20, 13 - exponent)))
  return fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed
}

/** Exactly between two numbers of 14 digits, PHP takes the even one, and JavaScript the larger one. */
function rounded(value: number): number {
  const [digits, exponent] = Math.abs(value).toExponential(40).split('e')
  if (!/^\d\.\d{12}[02468]50*$/.test(digits!)) return value
  return Math.sign(value) * Number(`${digits!.slice(0, 15)}e${exponent}`)
}
