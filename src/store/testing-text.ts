import fc from 'fast-check'

/** Any code point except surrogates. fast-check's own arbitrary takes a second to set up. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10_ffff - 0x800 })
  .map(number => String.fromCodePoint(number < 0xd800 ? number : number + 0x800))
