interface Use {
  readonly requests: number
  readonly characters: number
  readonly failures: number
}

interface Offer {
  readonly unit: number
  readonly service: string
  /** One text per plural form. */
  readonly texts: readonly string[]
}

/** Counts what one operation asks of services, to be stored afterwards. */
export class Meter {
  readonly used = new Map<string, Use>()
  readonly offers: Offer[] = []

  count(service: string, characters: number, failed: boolean): void {
    const before = this.used.get(service) ?? { requests: 0, characters: 0, failures: 0 }
    this.used.set(service, {
      requests: before.requests + 1,
      // Services do not charge for requests that fail.
      characters: before.characters + (failed ? 0 : characters),
      failures: before.failures + (failed ? 1 : 0),
    })
  }

  offer(unit: number, service: string, texts: readonly string[]): void {
    this.offers.push({ unit, service, texts })
  }
}
