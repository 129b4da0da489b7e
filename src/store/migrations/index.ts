import { schema } from '../schema/schema.ts'

export interface Migration {
  readonly name: string
  readonly statements: string
}

/** In order. A released migration is never edited; a later one corrects it. */
export const migrations: readonly Migration[] = [{ name: '0.1.0', statements: schema }]
