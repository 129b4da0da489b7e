import { FileError } from './file-error.ts'

/** Maximum number of filter effects, and maximum size of those whose cost depends on it. */
const MAX_EFFECTS = 200
const LARGEST_BLUR = 250
/** Effects with unbounded cost. */
const UNBOUNDED = /<(?:[\w-]+:)?fe(Turbulence|ConvolveMatrix)\b/
const EFFECT = /<(?:[\w-]+:)?fe[A-Z]/g
const BLUR = /\b(?:stdDeviation|radius)\s*=\s*["']\s*([\d.eE+-]{1,30})/g

/** Whether rendering may take long; such drawings have a queue of their own. */
export const isCostly = (drawing: string): boolean => /<(?:[\w-]+:)?(?:filter|fe[A-Z]|use|mask|pattern)\b/.test(drawing)

/** Rejects effects that take minutes at any thumbnail size. */
export function refuseCostlyEffects(drawing: string): void {
  const unbounded = UNBOUNDED.exec(drawing)
  if (unbounded !== null) throw refusal(`the filter effect fe${unbounded[1]} is not supported`)
  let effects = 0
  for (const _ of drawing.matchAll(EFFECT))
    if (++effects > MAX_EFFECTS) throw refusal(`it has more than ${MAX_EFFECTS} filter effects`)
  for (const [, size] of drawing.matchAll(BLUR))
    if (Number(size) > LARGEST_BLUR) throw refusal(`a filter effect is larger than ${LARGEST_BLUR}`)
}

const refusal = (why: string): FileError => new FileError(415, `No thumbnail can be created for this drawing: ${why}.`)
