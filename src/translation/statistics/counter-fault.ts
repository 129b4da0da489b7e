export interface CounterFault {
  /** Readable message, for example `translation 12: translated is 40, counted 41`. */
  message: string
  table: 'translation' | 'unit' | 'translation_total'
  id: number | string
  column: string
  stored: number | null
  counted: number | null
}

export const fault = (
  table: CounterFault['table'],
  id: number | string,
  column: string,
  stored: number | null,
  counted: number | null,
): CounterFault => ({
  message: `${table} ${id}: ${column} is ${stored}, counted ${counted}`,
  table,
  id,
  column,
  stored,
  counted,
})
