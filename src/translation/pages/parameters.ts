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
  const value = params.get(name)
  if (value === null || value === '') return usual
  const match = words.find(word => word === value)
  if (match === undefined) throw new BadParameter(name, words.join(', '))
  return match
}

export function wholeNumber(params: URLSearchParams, name: string, usual: number, { min = 0, max = 2 ** 53 - 1 } = {}) {
  const text = params.get(name)
  if (text === null || text === '') return usual
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) throw new BadParameter(name, `${min} … ${max}`)
  return value
}

/** A pagination cursor: integers separated by dots. */
export function startingPoint(params: URLSearchParams, name: string, numbers: number): number[] | null {
  const value = params.get(name)
  if (value === null || value === '') return null
  const parts = value.split('.')
  if (parts.length !== numbers || !parts.every(part => /^\d{1,16}$/.test(part)))
    throw new BadParameter(name, Array(numbers).fill('123').join('.'))
  return parts.map(Number)
}

const LONGEST_TEXT = 1000

/** Text in which spaces matter. */
export function verbatim(params: URLSearchParams, name: string): string {
  const value = params.get(name) ?? ''
  if (value.length > LONGEST_TEXT || value.includes('\0')) throw new BadParameter(name, `U+0001 …, ≤ ${LONGEST_TEXT}`)
  return value
}

/** Free text input. */
export function words(params: URLSearchParams, name: string): string {
  const value = (params.get(name) ?? '').trim()
  if (value.length > LONGEST_TEXT || value.includes('\0')) throw new BadParameter(name, `U+0001 …, ≤ ${LONGEST_TEXT}`)
  return value
}
