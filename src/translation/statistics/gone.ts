/** What somebody was about to change was removed by somebody else meanwhile. Nothing of the change stays. */
export class Gone extends Error {
  constructor(what: string, cause?: unknown) {
    super(`The ${what} was removed meanwhile.`, { cause })
  }
}
