import type { Rendering } from '../rendering/rendering.ts'

/** What readers see where a tag lacks something, in the words of the interface. */
export const tagError = (rendering: Rendering, key: string): string =>
  `<span class="error">${rendering.inline(rendering.expand(rendering.message(key)))}</span>`
