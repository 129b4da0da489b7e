// Records the outcome of every edit.

export interface Outcome {
  readonly kind: 'translation' | 'wiki'
  readonly what: string
  /** The user pressed "save". */
  readonly isSent: boolean
  /** The page confirmed the save. */
  readonly isAcknowledged: boolean
  /** How often the server stored it. */
  readonly stored: number
  /** Other users that the edit was attributed to. */
  readonly otherNames: readonly string[]
  /** The browser still shows the edit, to be saved or discarded. */
  readonly isShown: boolean
}

export class Ledger {
  readonly outcomes: Outcome[] = []
  readonly faults: string[] = []
  /** Rounds that the browser could not finish. Their edits are not counted. */
  readonly unplayed: string[] = []

  add(round: string, outcome: Outcome): void {
    this.outcomes.push(outcome)
    const { isSent, isAcknowledged, stored, otherNames, isShown } = outcome
    if (isAcknowledged && stored === 0) this.faults.push(`${round}: shown as saved, but missing on the server`)
    if (stored > 1) this.faults.push(`${round}: stored ${stored} times`)
    if (otherNames.length > 0) this.faults.push(`${round}: stored under the name of ${otherNames.join(', ')}`)
    if (isSent && stored === 0 && !isShown) this.faults.push(`${round}: neither stored nor kept in the browser`)
  }

  summary(): string {
    const { outcomes } = this
    const count = (matches: (outcome: Outcome) => boolean) => outcomes.filter(matches).length
    const lines = [
      `${outcomes.length} edits: ${count(each => each.kind === 'translation')} of strings, ${count(each => each.kind === 'wiki')} of pages`,
      `  saved: ${count(each => each.stored === 1)} (confirmed by the page: ${count(each => each.isAcknowledged)})`,
      `  kept in the browser and shown again: ${count(each => each.stored === 0 && each.isShown)}`,
      `  abandoned by the user: ${count(each => each.stored === 0 && !each.isShown && !each.isSent)}`,
      `  lost: ${count(each => each.stored === 0 && !each.isShown && each.isSent)}`,
      `  stored more than once: ${count(each => each.stored > 1)}, under another name: ${count(each => each.otherNames.length > 0)}`,
      '',
      ...[...new Set(outcomes.map(each => each.what))].sort().map(what => {
        const own = outcomes.filter(each => each.what === what)
        return `  ${String(own.length).padStart(4)}  ${what}: ${own.filter(each => each.stored === 1).length} saved, ${own.filter(each => each.stored === 0 && each.isShown).length} kept`
      }),
      ...(this.unplayed.length > 0 ? ['', `${this.unplayed.length} rounds were not finished:`, ...this.unplayed] : []),
      '',
      this.faults.length === 0 ? 'No edit was lost, duplicated or attributed to another user.' : this.faults.join('\n'),
    ]
    return lines.join('\n')
  }
}
