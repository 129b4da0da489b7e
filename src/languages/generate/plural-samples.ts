import { compileRule, operandsOf } from '../plural-rules.ts'

const wholes = [
  ...Array.from({ length: 131 }, (_, n) => n),
  ...[200, 201, 202, 211, 1000, 1001, 1002, 1011, 10000, 20000, 100000, 1000000, 1000001, 2000000],
]
const fractions = [0.1, 0.5, 0.04, 1.1, 1.2, 1.5, 1.11, 2.5, 3.3, 6.5, 7.5, 10.3, 11.4, 21.1, 100.2]

/** Wikitext samples that reveal the plural rules of a language. The first shows whether it can parse fractions. */
export const pluralSamples = [
  '{{formatnum:{{formatnum:1.5}}|R}}',
  ...wholes.map(n => `{{PLURAL:${n}|0|1|2|3|4|5}}`),
  ...fractions.map(n => `{{PLURAL:{{formatnum:${n}}}|0|1|2|3|4|5}}`),
]

/** Whether these rules match the observed forms. */
export function explains(forms: readonly string[], observed: readonly string[]): boolean {
  const [readsFractions, ...answers] = observed
  const rules = forms.map(compileRule)
  const counts = readsFractions === '1.5' ? [...wholes, ...fractions] : wholes
  return counts.every((n, at) => {
    const form = rules.findIndex(rule => rule(operandsOf(n)))
    return String(form < 0 ? rules.length : form) === answers[at]
  })
}
