import { targetCheck } from '../check.ts'

const KASHIDA = '\u0640\uFCF2\uFCF3\uFCF4\uFE71\uFE77\uFE79\uFE7B\uFE7D\uFE7F'
// One run of kashidas with an Arabic letter on either side. The letter before it is consumed, so every run is tried
// once.
const STRETCHED = new RegExp(`(?![${KASHIDA}])\\p{Script=Arabic}[${KASHIDA}]+(?![${KASHIDA}])\\p{Script=Arabic}`, 'u')

export const kashida = targetCheck({
  id: 'kashida',
  name: 'Kashida letter used',
  description: 'The translation uses decorative kashida letters.',
  fails: (_source, target) => STRETCHED.test(target),
})
