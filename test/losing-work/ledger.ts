// What was written in all rounds, and what became of it.

export interface Outcome {
  readonly kind: 'translation' | 'wiki'
  readonly what: string
  /** The person pressed "save". */
  readonly isSent: boolean
  /** The page said that it was saved. */
  readonly isAcknowledged: boolean
  /** How often the server stored it. */
  readonly stored: number
  /** Names other than the writer's that it was stored under. */
  readonly otherNames: readonly string[]
  /** It is in front of the person, to be saved or given up. */
  readonly isShown: boolean
}

export class Ledger {
  readonly outcomes: Outcome[] = []
  readonly faults: string[] = []
  /** Rounds that the browser could not play to their end; what they wrote is not counted. */
  readonly unplayed: string[] = []

  add(round: string, outcome: Outcome): void {
    this.outcomes.push(outcome)
    const { isSent, isAcknowledged, stored, otherNames, isShown } = outcome
    if (isAcknowledged && stored === 0) this.faults.push(`${round}: shown as saved, and the server does not have it`)
    if (stored > 1) this.faults.push(`${round}: stored ${stored} times`)
    if (otherNames.length > 0) this.faults.push(`${round}: stored under the name of ${otherNames.join(', ')}`)
    if (isSent && stored === 0 && !isShown) this.faults.push(`${round}: neither stored nor kept in the browser`)
  }

  summary(): string {
    const { outcomes } = this
    const count = (holds: (outcome: Outcome) => boolean) => outcomes.filter(holds).length
    const lines = [
      `${outcomes.length} edits: ${count(each => each.kind === 'translation')} of strings, ${count(each => each.kind === 'wiki')} of pages`,
      `  saved: ${count(each => each.stored === 1)} (of which the page said so at the time: ${count(each => each.isAcknowledged)})`,
      `  kept in the browser and shown again: ${count(each => each.stored === 0 && each.isShown)}`,
      `  not saved by the person and not stored: ${count(each => each.stored === 0 && !each.isShown && !each.isSent)}`,
      `  lost: ${count(each => each.stored === 0 && !each.isShown && each.isSent)}`,
      `  stored twice: ${count(each => each.stored > 1)}, under another name: ${count(each => each.otherNames.length > 0)}`,
      '',
      ...[...new Set(outcomes.map(each => each.what))].sort().map(what => {
        const own = outcomes.filter(each => each.what === what)
        return `  ${String(own.length).padStart(4)}  ${what}: ${own.filter(each => each.stored === 1).length} saved, ${own.filter(each => each.stored === 0 && each.isShown).length} kept`
      }),
      ...(this.unplayed.length > 0
        ? ['', `${this.unplayed.length} rounds were not played to the end:`, ...this.unplayed]
        : []),
      '',
      this.faults.length === 0 ? 'Nothing lost, nothing twice, nothing under another name.' : this.faults.join('\n'),
    ]
    return lines.join('\n')
  }
}
