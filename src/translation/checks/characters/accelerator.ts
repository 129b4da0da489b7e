import { valueCheck } from '../check.ts'
import { markerParameter } from '../flag-parameters.ts'

/** Counts accelerator markers, without doubled ones, which are literal. */
function accelerators(text: string, marker: string): number {
  let n = 0
  for (let at = text.indexOf(marker); at >= 0; at = text.indexOf(marker, at)) {
    const doubled = text[at + 1] === marker
    if (!doubled) n++
    at += doubled ? 2 : 1
  }
  return n
}

export const accelerator = valueCheck({
  id: 'accelerator',
  name: 'Accelerator key',
  description: 'The keyboard accelerators of source and translation do not match.',
  flag: 'accelerator',
  parameter: markerParameter,
  fails: (unit, marker) =>
    unit.pairs.some(([source, target]) => {
      const count = accelerators(target, marker)
      return count > 1 || count !== accelerators(source, marker)
    }),
})
