// Spreadsheets run fields that look like formulas. Downloads put apostrophes around such fields, and reading strips them.

const guarded = /^'+[=+\-@|%].*'$/s

export function unguard(value: string): string {
  return guarded.test(value) ? value.slice(1, -1) : value
}

// Guards values that look guarded already, so that they round-trip.
export function guardIfAmbiguous(value: string): string {
  return guarded.test(value) ? `'${value}'` : value
}

export function guardFormula(value: string): string {
  return /^[=+\-@|%]/.test(value) || guarded.test(value) ? `'${value}'` : value
}
