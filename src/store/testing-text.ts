import fc from 'fast-check'

/** Every character there is, but no halves of one. What fast-check has for this takes a second to set up. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10_ffff - 0x800 })
  .map(number => String.fromCodePoint(number < 0xd800 ? number : number + 0x800))
