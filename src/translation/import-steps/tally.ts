/** What an import counts, in the order of the summary. */
export const KINDS = [
  'people',
  'languages',
  'projects',
  'labels',
  'categories',
  'components',
  'translations',
  'strings',
  'states',
  'suggestions',
  'comments',
  'files',
  'screenshots',
  'memory entries',
  'roles',
  'teams',
  'memberships',
] as const

export type Kind = (typeof KINDS)[number]

/** Everything read is in exactly one of the others. */
export interface Count {
  read: number
  created: number
  unchanged: number
  skipped: Record<string, number>
}

export type Outcome = 'created' | 'unchanged' | { skipped: string }

/** Counts what an import read and what became of it. */
export class Tally {
  readonly counts: Partial<Record<Kind, Count>>
  /** What came over incompletely, such as settings without a counterpart, with how often. */
  readonly notes: Record<string, number>

  constructor({ counts = {}, notes = {} }: Partial<Pick<Tally, 'counts' | 'notes'>> = {}) {
    this.counts = counts
    this.notes = notes
  }

  add(kind: Kind, outcome: Outcome, times = 1): void {
    if (times === 0) return
    this.counts[kind] ??= { read: 0, created: 0, unchanged: 0, skipped: {} }
    const count = this.counts[kind]
    count.read += times
    if (typeof outcome === 'string') count[outcome] += times
    else count.skipped[outcome.skipped] = (count.skipped[outcome.skipped] ?? 0) + times
  }

  note(text: string, times = 1): void {
    this.notes[text] = (this.notes[text] ?? 0) + times
  }

  merge({ counts, notes }: Pick<Tally, 'counts' | 'notes'>): void {
    for (const [kind, { created, unchanged, skipped }] of Object.entries(counts) as [Kind, Count][]) {
      this.add(kind, 'created', created)
      this.add(kind, 'unchanged', unchanged)
      for (const [reason, times] of Object.entries(skipped)) this.add(kind, { skipped: reason }, times)
    }
    for (const [text, times] of Object.entries(notes)) this.note(text, times)
  }
}
