/** An invalid query parameter; the message lists the accepted values. */
export class BadParameter extends Error {
  readonly parameter: string
  constructor(parameter: string, accepts: string) {
    super(accepts)
    this.parameter = parameter
  }
}

/** A parameter with a fixed set of values. */
export function oneOf<T extends string>(params: URLSearchParams, name: string, words: readonly T[], usual: T): T {
  const given = params.get(name)
  if (given === null || given === '') return usual
  const found = words.find(word => word === given)
  if (found === undefined) throw new BadParameter(name, words.join(', '))
  return found
}

export function wholeNumber(params: URLSearchParams, name: string, usual: number, { min = 0, max = 2 ** 53 - 1 } = {}) {
  const given = params.get(name)
  if (given === null || given === '') return usual
  const value = /^\d{1,16}$/.test(given) ? Number(given) : Number.NaN
  if (!(value >= min && value <= max)) throw new BadParameter(name, `${min} … ${max}`)
  return value
}

/** A pagination cursor: integers separated by dots. */
export function startingPoint(params: URLSearchParams, name: string, numbers: number): number[] | null {
  const given = params.get(name)
  if (given === null || given === '') return null
  const parts = given.split('.')
  if (parts.length !== numbers || !parts.every(part => /^\d{1,16}$/.test(part)))
    throw new BadParameter(name, Array(numbers).fill('123').join('.'))
  return parts.map(Number)
}

const LONGEST_TEXT = 1000

/** Free text input. */
export function words(params: URLSearchParams, name: string): string {
  const given = (params.get(name) ?? '').trim()
  if (given.length > LONGEST_TEXT || given.includes('\0')) throw new BadParameter(name, `U+0001 …, ≤ ${LONGEST_TEXT}`)
  return given
}
