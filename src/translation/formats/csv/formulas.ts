// Spreadsheets run fields that look like formulas. Downloads put such a field between apostrophes, and reading takes them
// away again.

const guarded = /^'+[=+\-@|%].*'$/s

export function unguard(value: string): string {
  return guarded.test(value) ? value.slice(1, -1) : value
}

// What has to be guarded to be read back as it is.
export function guardIfAmbiguous(value: string): string {
  return guarded.test(value) ? `'${value}'` : value
}

export function guardFormula(value: string): string {
  return /^[=+\-@|%]/.test(value) || guarded.test(value) ? `'${value}'` : value
}
