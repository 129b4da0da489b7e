import type { Part } from '#core/services.ts'

/** The parts of the program, loaded on demand. */
const loaders: readonly (() => Promise<Part>)[] = [
  async () => (await import('#wiki/part.ts')).wikiPart,
  async () => (await import('#translation/part.ts')).translationPart,
  async () => (await import('#bridge/part.ts')).bridgePart,
  async () => (await import('#pages/part.ts')).pagesPart,
]

export const loadParts = (): Promise<Part[]> => Promise.all(loaders.map(load => load()))
