import { FileError } from './file-error.ts'

/** Effects that one drawing may have, and how large the one that costs by its size may be. */
const MOST_EFFECTS = 200
const LARGEST_BLUR = 250
/** Effects whose cost no size bounds. */
const UNBOUNDED = /<(?:[\w-]+:)?fe(Turbulence|ConvolveMatrix)\b/
const EFFECT = /<(?:[\w-]+:)?fe[A-Z]/g
const BLUR = /\b(?:stdDeviation|radius)\s*=\s*["']\s*([\d.eE+-]{1,30})/g

/** Whether drawing it may take long: it gets in nobody's way but that of others like it. */
export const isCostly = (drawing: string): boolean => /<(?:[\w-]+:)?(?:filter|fe[A-Z]|use|mask|pattern)\b/.test(drawing)

/** Refuses effects that take minutes, whatever the size of the thumbnail. */
export function refuseCostlyEffects(drawing: string): void {
  const unbounded = UNBOUNDED.exec(drawing)
  if (unbounded !== null) throw refusal(`the filter effect fe${unbounded[1]} is not drawn here`)
  let effects = 0
  for (const _ of drawing.matchAll(EFFECT))
    if (++effects > MOST_EFFECTS) throw refusal(`it has more than ${MOST_EFFECTS} filter effects`)
  for (const [, size] of drawing.matchAll(BLUR))
    if (Number(size) > LARGEST_BLUR) throw refusal(`a filter effect is larger than ${LARGEST_BLUR}`)
}

const refusal = (why: string): FileError => new FileError(415, `No thumbnail can be made of this drawing: ${why}.`)
