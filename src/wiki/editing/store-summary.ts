import type { Writer } from '#store/store.ts'

export async function storeSummary(tx: Writer, text: string): Promise<number> {
  const row = await tx.insertInto('summary').values({ text, data: null }).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** Characters that a summary may have; the dots at the end of one that was cut count among them. */
const MAX_CHARACTERS = 500

export function shortened(summary: string): string {
  const text = summary.trim()
  if (text.length <= MAX_CHARACTERS) return text
  const characters = [...text]
  return characters.length <= MAX_CHARACTERS ? text : `${characters.slice(0, MAX_CHARACTERS - 3).join('')}...`
}
