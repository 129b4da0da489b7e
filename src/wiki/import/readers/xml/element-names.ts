const MAX_KNOWN = 256

/** Turns the bytes of element names into strings without making a new string each time. */
export class ElementNames {
  readonly #byHash = new Map<number, string>()

  read(bytes: Buffer, from: number, to: number): string {
    let hash = to - from
    for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + bytes[at]!) | 0
    const known = this.#byHash.get(hash)
    if (known !== undefined && this.is(known, bytes, from, to)) return known
    const name = bytes.toString('latin1', from, to)
    if (known === undefined && this.#byHash.size < MAX_KNOWN) this.#byHash.set(hash, name)
    return name
  }

  is(name: string, bytes: Buffer, from: number, to: number): boolean {
    if (name.length !== to - from) return false
    for (let index = 0; index < name.length; index++) {
      if (name.charCodeAt(index) !== bytes[from + index]) return false
    }
    return true
  }
}
